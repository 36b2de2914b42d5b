'use client'
import { useState } from 'react'
import type { Session } from '../../lib/contract/access.ts'
import { type Role, roles } from '../../lib/contract/roles.ts'
import { callApi } from '../api/call-api.ts'
import { Ago } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Select } from '../ui/select.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { describeBrowser } from './describe-browser.ts'
import { roleLabels } from './role-labels.ts'

/** Who is signed in, with what role, on which browser; each can be given another role or be shut out. */
export function SessionList({ sessions: sent }: { sessions: readonly Session[] }) {
  const [sessions, setSessions] = useState(sent)
  const revoke = async ({ id, person }: Session) => {
    try {
      await callApi(`/api/v1/sessions/${id}`, { method: 'DELETE' })
      setSessions(sessions.filter((one) => one.id !== id))
      showToast({ text: `That browser of ${visibleText(person, 60)} is signed out.` })
    } catch (error) {
      showProblem(error)
    }
  }
  const change = async ({ id }: Session, role: Role) => {
    try {
      await callApi(`/api/v1/sessions/${id}`, { method: 'PATCH', body: { role } })
      setSessions(sessions.map((one) => (one.id === id ? { ...one, role } : one)))
    } catch (error) {
      showProblem(error)
    }
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
            {session.current ? <Badge tone="good">you</Badge> : null}
          </span>
          <span title={session.userAgent} className="min-w-0 flex-1 basis-40 truncate text-muted">
            {describeBrowser(session.userAgent)}
          </span>
          <span className="w-44 text-muted max-sm:w-auto">
            seen <Ago at={session.lastSeenAt} />
          </span>
          {session.current ? (
            <span className="w-32 text-muted">{roleLabels[session.role].title}</span>
          ) : (
            <RoleSelect session={session} onChange={(role) => void change(session, role)} />
          )}
          <span className="flex justify-end sm:w-24">
            {session.current ? null : (
              <Button
                size="small"
                variant="danger"
                aria-label={`Sign out ${visibleText(session.person, 60)}`}
                onClick={() => void revoke(session)}
              >
                Sign out
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function RoleSelect({ session, onChange }: { session: Session; onChange: (role: Role) => void }) {
  return (
    <Select
      className="w-32"
      aria-label={`Role of ${visibleText(session.person, 60)}`}
      title={roleLabels[session.role].about}
      value={session.role}
      onChange={({ target }) => {
        const role = roles.find((one) => one === target.value)
        if (role) onChange(role)
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleLabels[role].title}
        </option>
      ))}
    </Select>
  )
}
