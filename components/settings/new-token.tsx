'use client'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Token } from '../../lib/contract/access.ts'
import { type Scope, scopes } from '../../lib/contract/roles.ts'
import { callApi } from '../api/call-api.ts'
import type { Answer } from '../api/load-answers.ts'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showProblem } from '../ui/toast.tsx'
import { scopeLabels } from './role-labels.ts'
import { SecretOnce } from './secret-once.tsx'

const lifetimes = [
  { days: '7', text: 'a week' },
  { days: '90', text: '90 days' },
  { days: '365', text: 'a year' },
  { days: '', text: 'until it is revoked' },
]

/** Makes a key for a program, with the rights that are ticked and no others. */
export function NewTokenDialog({ onCreated }: { onCreated: (token: Token) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <Button
        onClick={() => {
          setSecret(null)
          setIsOpen(true)
        }}
      >
        <Plus size={14} aria-hidden />
        New token
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="New token"
        about="For one program. It may do what is ticked here and nothing else."
      >
        {secret === null ? (
          <TokenForm
            onCreated={(made) => {
              setSecret(made.secret)
              onCreated(made.token)
            }}
          />
        ) : (
          <SecretOnce secret={secret}>
            <p className="mb-1.5">In a pipeline, with HEARTH_TOKEN set to it:</p>
            <Command
              text={`HEARTH_URL=${location.origin} npm run -s hearth -- capture shop --seconds 30 --compare-to last-deploy --fail-if '+5% com.acme'`}
            />
          </SecretOnce>
        )}
      </Dialog>
    </>
  )
}

function TokenForm({ onCreated }: { onCreated: (made: Answer<'madeToken'>) => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(['read', 'capture'])
  const [days, setDays] = useState('90')
  const make = (event: FormEvent) => {
    event.preventDefault()
    const body = { name: name.trim(), scopes: chosen, expiresInDays: days === '' ? null : Number(days) }
    callApi('/api/v1/tokens', { method: 'POST', body, answer: 'madeToken' }).then(onCreated, showProblem)
  }
  const toggle = (scope: Scope) =>
    setChosen(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  return (
    <form onSubmit={make} className="flex flex-col gap-4">
      <label className="flex flex-col gap-1">
        <span className="font-medium">Name</span>
        <TextField
          data-autofocus
          required
          value={name}
          placeholder="pipeline of the shop"
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <fieldset>
        <legend className="mb-1 font-medium">May</legend>
        {scopes.map((scope) => (
          <label key={scope} className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-ember"
              checked={chosen.includes(scope)}
              onChange={() => toggle(scope)}
            />
            <span className="w-16 font-mono text-xs">{scope}</span>
            <span className="text-muted">{scopeLabels[scope]}</span>
          </label>
        ))}
      </fieldset>
      <label className="flex items-center gap-3">
        <span className="font-medium">Good for</span>
        <Select value={days} onChange={({ target }) => setDays(target.value)}>
          {lifetimes.map((lifetime) => (
            <option key={lifetime.days} value={lifetime.days}>
              {lifetime.text}
            </option>
          ))}
        </Select>
      </label>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={chosen.length === 0 || name.trim() === ''}>
          Make the token
        </Button>
      </div>
    </form>
  )
}
