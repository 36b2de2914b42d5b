'use client'
import { useState } from 'react'
import { type Session } from '../../lib/contract.ts'
import { callApi } from '../api/call-api.ts'
import { Ago } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'
import { describeBrowser } from './describe-browser.ts'

/** Browsers that are signed in, each of which can be shut out. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const [revoked, setRevoked] = useState<ReadonlySet<string>>(new Set())
  const revoke = async (session: Session) => {
    try {
      await callApi(`/api/sessions/${session.id}`, { method: 'DELETE' })
      setRevoked(new Set(revoked).add(session.id))
      showToast({ text: 'That browser is signed out.' })
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <ul className="border-t border-line">
      {sessions
        .filter((session) => !revoked.has(session.id))
        .map((session) => (
          <li
            key={session.id}
            className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5"
          >
            <span className="flex min-w-0 flex-1 basis-56 max-sm:min-w-[70%] max-sm:basis-0 items-center gap-2">
              <span title={session.userAgent} className="truncate">
                {describeBrowser(session.userAgent)}
              </span>
              {session.current ? <Badge tone="good">this browser</Badge> : null}
            </span>
            <span className="w-28 text-muted max-sm:order-last max-sm:w-auto">
              <Name text={session.person} />
            </span>
            <span className="w-44 text-muted max-sm:order-last max-sm:w-auto">
              seen <Ago at={session.lastSeenAt} />
            </span>
            <span className="flex justify-end sm:w-24">
              {session.current ? null : (
                <Button size="small" look="danger" onClick={() => void revoke(session)}>
                  Revoke
                </Button>
              )}
            </span>
          </li>
        ))}
    </ul>
  )
}
