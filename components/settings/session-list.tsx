'use client'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../lib/contract/access.ts'
import { type Role, roles } from '../../lib/contract/roles.ts'
import { callApi } from '../api/call-api.ts'
import type { Answer } from '../api/load-answers.ts'
import { formatDuration } from '../../lib/profile/format/units.ts'
import { Ago, useNow } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Name } from '../ui/name.tsx'
import { Select } from '../ui/select.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showProblem } from '../ui/toast.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { IssueForm, IssueSecretDialog } from './issue-secret-dialog.tsx'
import { roleLabels } from './role-labels.ts'
import { useDeletable } from './use-deletable.ts'

const browsers = [
  ['Edge', /\bEdg\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\bFirefox\/(\d+)/],
  ['Chrome', /\b(?:Headless)?Chrome\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).* Safari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\biPhone|iPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** `Chrome 156 on Linux`, as far as a browser tells; else the start of what it calls itself. */
export function describeBrowser(userAgent: string): string {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))
  if (!browser) return userAgent.slice(0, 60) || 'A browser without a name'
  const version = browser[1].exec(userAgent)?.[1] ?? ''
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return `${browser[0]} ${version}${system ? ` on ${system}` : ''}`
}

/** Who is signed in, with what role, on which browser; each can be given another role or be shut out. */
export function SessionList({ sessions: sent }: { sessions: readonly Session[] }) {
  const [leaving, setLeaving] = useState<string | null>(null)
  const {
    items: sessions,
    remove: revoke,
    update,
  } = useDeletable(sent, '/api/v1/sessions', ({ person }) => `That browser of ${visibleText(person)} is signed out.`)
  const change = (session: Session, role: Role) => {
    callApi(`/api/v1/sessions/${session.id}`, { method: 'PATCH', body: { role } }).then(
      () => update({ ...session, role }),
      showProblem,
    )
  }
  return (
    <ul className="border-t border-line">
      {sessions.map((session) => (
        <li
          key={session.id}
          data-session={session.id}
          className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5"
        >
          <span className="flex min-w-0 flex-1 basis-40 items-center gap-2">
            <Name text={session.person} className="font-medium" />
            {session.current ? <Badge tone="good">this browser</Badge> : null}
          </span>
          <span title={session.userAgent} className="min-w-0 flex-1 basis-40 truncate text-muted">
            {describeBrowser(session.userAgent)}
          </span>
          <span className="w-64 text-muted max-sm:w-auto">
            signed in <Ago at={session.createdAt} />, seen <Ago at={session.lastSeenAt} />
          </span>
          {session.current ? (
            <span className="w-32 text-muted">{roleLabels[session.role].title}</span>
          ) : (
            <Select
              className="w-32"
              aria-label={`Role of ${visibleText(session.person)}`}
              title={roleLabels[session.role].about}
              value={session.role}
              choices={roles}
              textOf={(role) => roleLabels[role].title}
              onChange={(role) => change(session, role)}
            />
          )}
          <span className="flex flex-wrap justify-end gap-1.5 sm:w-56">
            <Button
              size="small"
              variant="danger"
              aria-label={`Revoke all access of ${visibleText(session.person)}`}
              onClick={() => setLeaving(session.person)}
            >
              Revoke all access
            </Button>
            {session.current ? null : (
              <Button
                size="small"
                variant="danger"
                aria-label={`Sign out ${visibleText(session.person)}`}
                onClick={() => revoke(session)}
              >
                Sign out
              </Button>
            )}
          </span>
        </li>
      ))}
      {leaving === null ? null : <RevokeDialog person={leaving} onClose={() => setLeaving(null)} />}
    </ul>
  )
}

type Link = Answer<'signInLink'>

/** Makes a link that signs in one more browser, under a name and with a role. */
export function SignInLink() {
  return (
    <IssueSecretDialog<Link>
      action="New sign-in link"
      icon={KeyRound}
      title="New sign-in link"
      about="The first person who opens the link is signed in under this name, for a day at most. It works once."
      form={(show) => <LinkForm onIssued={show} />}
    >
      {(link) => <CreatedLink link={link} />}
    </IssueSecretDialog>
  )
}

function LinkForm({ onIssued }: { onIssued: (link: Link) => void }) {
  const [person, setPerson] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const issue = () => {
    const body = { role, ...(person.trim() && { person: person.trim() }) }
    return callApi('/api/v1/session/links', { method: 'POST', body, answer: 'signInLink' }).then(onIssued)
  }
  return (
    <IssueForm action="Create link" issue={issue}>
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
    </IssueForm>
  )
}

function CreatedLink({ link }: { link: Link }) {
  const leftMs = Math.max(link.expiresAt - useNow(), 0)
  return (
    <>
      <Command text={link.link} />
      <p className="mt-2 text-muted">
        {leftMs > 0 ? `Expires in ${formatDuration(leftMs)}.` : 'It has expired: create a new one.'}
      </p>
    </>
  )
}
