'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { accessNameLimits, tokenDays } from '../../lib/contract/constants.ts'
import type { Token } from '../../lib/contract/access.ts'
import { type Scope, scopes } from '../../lib/contract/roles.ts'
import { callApi } from '../api/call-api.ts'
import type { Answer } from '../api/load-answers.ts'
import { getMsLeft } from '../live/ms-left.ts'
import { Ago, useNow } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatDuration } from '../../lib/profile/format/units.ts'
import { scopeLabels } from '../access/role-labels.ts'
import { CheckboxSet, IssueForm, IssueSecretDialog, SecretOnce } from './issue-secret-dialog.tsx'
import { useDeletable } from './use-deletable.ts'

/** Keys of programs: what each may do, when it was last used, and a way to end it. */
export function TokenSection({ tokens: sent }: { tokens: readonly Token[] }) {
  const {
    items: tokens,
    add,
    remove: revoke,
  } = useDeletable(sent, '/api/v1/tokens', ({ name }) => `The token ${visibleText(name)} was revoked.`)
  return (
    <Section id="tokens" title="API tokens" count={tokens.length} actions={<NewToken onCreated={add} />}>
      {tokens.length === 0 ? (
        <p className="text-muted">
          None. With one, a pipeline or the command line of another machine can use the API under /api/v1.
        </p>
      ) : (
        <ul className="border-t border-line">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => revoke(token)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { name, scopes, owner, createdBy, createdAt, lastUsedAt, expiresAt } = token
  const now = useNow()
  return (
    <li
      data-token={token.id}
      className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5"
    >
      <span className="min-w-0 flex-1 basis-56">
        <span className="flex min-w-0 font-medium">
          <Name text={name} />
        </span>
        <span className="block text-muted">
          {owner === null ? 'service account, ' : null}created <Ago at={createdAt} /> by <Name text={createdBy} />
        </span>
      </span>
      <span className="flex flex-wrap gap-1 sm:w-48">
        {scopes.map((scope) => (
          <Badge key={scope} tone={scope === 'admin' ? 'warn' : 'neutral'}>
            {scope}
          </Badge>
        ))}
      </span>
      <span className="w-36 text-muted max-sm:w-auto">
        {lastUsedAt === null ? (
          'never used'
        ) : (
          <>
            used <Ago at={lastUsedAt} />
          </>
        )}
      </span>
      <span className="w-36 text-muted max-sm:w-auto">
        {expiresAt === null
          ? 'never expires'
          : `expires in ${formatDuration(getMsLeft(expiresAt, now, expiresAt - createdAt))}`}
      </span>
      <span className="flex justify-end sm:w-24">
        <Button size="small" variant="danger" aria-label={`Revoke ${visibleText(name)}`} onClick={onRevoke}>
          Revoke
        </Button>
      </span>
    </li>
  )
}

/** Days for which a new token may work, to choose from; 0 for no end. */
const lifetimes = [7, 90, 365, 0]

function formatLifetime(days: number): string {
  return days === 7 ? 'a week' : days === 365 ? 'a year' : days === 0 ? 'never' : `${days} days`
}

function NewToken({ onCreated }: { onCreated: (token: Token) => void }) {
  return (
    <IssueSecretDialog<Answer<'madeToken'>>
      action="New token"
      icon={Plus}
      about="For one program. It has only the rights selected here."
      onIssued={(issued) => onCreated(issued.token)}
      form={(show) => <TokenForm onIssued={show} />}
    >
      {({ secret }) => (
        <SecretOnce secret={secret}>
          <p className="mb-1.5">In a pipeline, with HEARTH_TOKEN set to it:</p>
          <Command
            text={`HEARTH_URL=${location.origin} npx hearth capture shop --seconds 30 --compare-to last-deploy --fail-if '+5% com.acme'`}
          />
        </SecretOnce>
      )}
    </IssueSecretDialog>
  )
}

function TokenForm({ onIssued }: { onIssued: (issued: Answer<'madeToken'>) => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(['read', 'capture'])
  const [days, setDays] = useState<number>(tokenDays.usual)
  const [isService, setIsService] = useState(false)
  const issue = () => {
    const body = { name: name.trim(), scopes: chosen, expiresInDays: days || null, serviceAccount: isService }
    return callApi('/api/v1/tokens', { method: 'POST', body, answer: 'madeToken' }).then(onIssued)
  }
  const missing = name.trim() === '' ? 'Give it a name.' : chosen.length === 0 ? 'Choose what it may do.' : null
  return (
    <IssueForm action="Create token" missing={missing} issue={issue}>
      <label className="flex flex-col gap-1">
        <span className="font-medium">Name</span>
        <TextField
          data-autofocus
          required
          value={name}
          placeholder="pipeline of the shop"
          maxLength={accessNameLimits.token}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <CheckboxSet legend="May" values={scopes} chosen={chosen} onChange={setChosen}>
        {(scope) => (
          <>
            <span className="w-16 font-mono text-xs">{scope}</span>
            <span className="text-muted">{scopeLabels[scope]}</span>
          </>
        )}
      </CheckboxSet>
      <label className="flex items-center gap-3">
        <span className="font-medium">Expires in</span>
        <Select value={days} choices={lifetimes} textOf={formatLifetime} onChange={setDays} />
      </label>
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-ember"
          checked={isService}
          onChange={({ target }) => setIsService(target.checked)}
        />
        <span>
          Service account <span className="text-muted">(it does not end with your access)</span>
        </span>
      </label>
    </IssueForm>
  )
}
