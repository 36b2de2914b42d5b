'use client'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Role, roles } from '../../lib/contract/roles.ts'
import { callApi } from '../api/call-api.ts'
import type { Answer } from '../api/load-answers.ts'
import { useNow } from '../live/use-now.tsx'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showProblem } from '../ui/toast.tsx'
import { formatDuration } from '../format/units.ts'
import { roleLabels } from './role-labels.ts'

type Link = Answer<'signInLink'>

/** Makes a link that signs in one more browser, for somebody and with a role. */
export function SignInLink() {
  const [isOpen, setIsOpen] = useState(false)
  const [link, setLink] = useState<Link | null>(null)
  return (
    <>
      <Button
        onClick={() => {
          setLink(null)
          setIsOpen(true)
        }}
      >
        <KeyRound size={14} aria-hidden />
        New sign-in link
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Sign somebody in"
        about="Whoever opens the link first is signed in under this name, for a day at most. It works once."
      >
        {link ? <CreatedLink link={link} /> : <LinkForm onCreated={setLink} />}
      </Dialog>
    </>
  )
}

function LinkForm({ onCreated }: { onCreated: (link: Link) => void }) {
  const [person, setPerson] = useState('')
  const [role, setRole] = useState<Role>('member')
  const make = (event: FormEvent) => {
    event.preventDefault()
    const body = { role, ...(person.trim() && { person: person.trim() }) }
    callApi('/api/v1/session/links', { method: 'POST', body, answer: 'signInLink' }).then(onCreated, showProblem)
  }
  return (
    <form onSubmit={make} className="flex flex-col gap-4">
      <label className="flex flex-col gap-1">
        <span className="font-medium">Name</span>
        <TextField
          data-autofocus
          value={person}
          placeholder="teammate"
          maxLength={60}
          onChange={({ target }) => setPerson(target.value)}
        />
      </label>
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">Role</span>
        <Segmented
          label="Role"
          value={role}
          onChange={setRole}
          choices={roles.map((value) => ({ value, text: roleLabels[value].title }))}
        />
        <p className="text-muted">
          {roleLabels[role].title}: {roleLabels[role].about}.
        </p>
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          Make the link
        </Button>
      </div>
    </form>
  )
}

function CreatedLink({ link }: { link: Link }) {
  const leftMs = Math.max(link.expiresAt - useNow(), 0)
  return (
    <>
      <Command text={link.link} />
      <p className="mt-2 text-muted">
        {leftMs > 0 ? `Good for another ${formatDuration(leftMs)}.` : 'It is too old now: make a new one.'}
      </p>
    </>
  )
}
