'use client'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { accessNameLimits, signInLinkMs } from '../../lib/contract/constants.ts'
import type { Session } from '../../lib/contract/access.ts'
import { isChangedMeanwhile } from '../../lib/errors/problem.ts'
import { type Role, roles } from '../../lib/contract/roles.ts'
import { callApi } from '../api/call-api.ts'
import type { Answer } from '../api/load-answers.ts'
import { formatCountOf, formatDuration } from '../../lib/profile/format/units.ts'
import { getMsLeft } from '../live/ms-left.ts'
import { Ago, useNow } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Name } from '../ui/name.tsx'
import { Select } from '../ui/select.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { ShowAll } from '../ui/show-all.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showProblem } from '../ui/toast.tsx'
import { takeStart } from '../../lib/profile/names/cut-text.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { IssueForm, IssueSecretDialog } from './issue-secret-dialog.tsx'
import { roleLabels } from '../access/role-labels.ts'
import { useDeletable } from './use-deletable.ts'

/** Characters that are shown of what an unknown browser calls itself. */
const mostUserAgentChars = 60

/** Browsers of a person that are listed until all are asked for: each new sign-in of one browser adds one. */
const fewBrowsers = 3

const browsers = [
  ['Edge', /\bEdg\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\bFirefox\/(\d+)/],
  ['Chrome', /\b(?:Headless)?Chrome\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\b.* Safari\//],
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
  if (!browser) return takeStart(userAgent, mostUserAgentChars) || 'A browser without a name'
  const version = browser[1].exec(userAgent)?.[1] ?? ''
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return `${browser[0]} ${version}${system ? ` on ${system}` : ''}`
}

/**
 * Who is signed in, and below each person the browsers, each with its role; a browser is signed out, a person loses all
 * access.
 */
export function SessionList({ sessions: sent }: { sessions: readonly Session[] }) {
  const [leaving, setLeaving] = useState<string | null>(null)
  const {
    items: sessions,
    remove: revoke,
    update,
  } = useDeletable(sent, '/api/v1/sessions', ({ person }) => `That browser of ${visibleText(person)} is signed out.`)
  const change = (session: Session, role: Role) => {
    const body = { role, before: { role: session.role } }
    callApi(`/api/v1/sessions/${session.id}`, { method: 'PATCH', body }).then(
      () => update({ ...session, role }),
      (error: unknown) => {
        // The list shows what it is now, so that a second try is about that.
        const now = isChangedMeanwhile(error) ? error.facts.changes[0]?.now : undefined
        update({ ...session, role: roles.find((one) => one === now) ?? session.role })
        showProblem(error)
      },
    )
  }
  return (
    <ul className="border-t border-line">
      {[...Map.groupBy(sessions, ({ person }) => person)].map(([person, own]) => (
        <li key={person} data-person={person} className="border-b border-line px-2 py-1.5">
          <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
            <Name text={person} className="font-medium" />
            <span className="figures flex-1 whitespace-nowrap text-muted">{formatCountOf(own.length, 'browser')}</span>
            <Button
              size="small"
              variant="danger"
              aria-label={`Revoke all access of ${visibleText(person)}`}
              onClick={() => setLeaving(person)}
            >
              Revoke all access
            </Button>
          </div>
          <BrowserList sessions={own} person={person} onRole={change} onSignOut={revoke} />
        </li>
      ))}
      {leaving === null ? null : <RevokeDialog person={leaving} onClose={() => setLeaving(null)} />}
    </ul>
  )
}

/** The browsers of one person, last seen first: this one, a few others, and the rest when it is asked for. */
function BrowserList({
  sessions,
  person,
  onRole,
  onSignOut,
}: {
  sessions: readonly Session[]
  person: string
  onRole: (session: Session, role: Role) => void
  onSignOut: (session: Session) => void
}) {
  const [isWhole, setWhole] = useState(false)
  const currentFirst = sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  const shown = isWhole ? currentFirst : currentFirst.slice(0, fewBrowsers)
  return (
    <div className="border-l border-line pl-3">
      <ul aria-label={`Browsers of ${visibleText(person)}`}>
        {shown.map((session, index) => (
          <BrowserRow
            key={session.id}
            number={index + 1}
            session={session}
            onRole={(role) => onRole(session, role)}
            onSignOut={() => onSignOut(session)}
          />
        ))}
      </ul>
      {sessions.length > fewBrowsers ? (
        <ShowAll isWhole={isWhole} count={sessions.length} onToggle={() => setWhole(!isWhole)} />
      ) : null}
    </div>
  )
}

function BrowserRow({
  session,
  number,
  onRole,
  onSignOut,
}: {
  session: Session
  /** In the list of the person: two browsers may be alike. */
  number: number
  onRole: (role: Role) => void
  onSignOut: () => void
}) {
  const { person, role, userAgent, createdAt, lastSeenAt, current } = session
  const label = `${visibleText(person)}: browser ${number}, ${visibleText(describeBrowser(userAgent))}`
  return (
    <li data-session={session.id} className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 max-sm:py-1.5">
      <span className="flex min-w-0 flex-1 basis-40 items-center gap-2">
        <span title={userAgent} className="min-w-0 truncate">
          {describeBrowser(userAgent)}
        </span>
        {current ? <Badge tone="good">this browser</Badge> : null}
      </span>
      <span className="w-64 text-muted max-sm:w-auto">
        signed in <Ago at={createdAt} />, seen <Ago at={lastSeenAt} />
      </span>
      {current ? (
        <span className="w-32 text-muted">{roleLabels[role].title}</span>
      ) : (
        <Select
          className="w-32"
          aria-label={`Role of ${label}`}
          title={roleLabels[role].about}
          value={role}
          choices={roles}
          textOf={(choice) => roleLabels[choice].title}
          onChange={onRole}
        />
      )}
      <span className="flex justify-end sm:w-20">
        {current ? null : (
          <Button
            size="small"
            variant="danger"
            aria-label={`Sign out ${label}`}
            title="Sign this browser out"
            onClick={onSignOut}
          >
            Sign out
          </Button>
        )}
      </span>
    </li>
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
          maxLength={accessNameLimits.person}
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
  const leftMs = getMsLeft(link.expiresAt, useNow(), signInLinkMs)
  return (
    <>
      <Command text={link.link} label="Copy link" />
      <p className="mt-2 text-muted">
        {leftMs > 0 ? `Expires in ${formatDuration(leftMs)}.` : 'It has expired: create a new one.'}
      </p>
    </>
  )
}
