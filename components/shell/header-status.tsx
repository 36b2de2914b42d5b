'use client'
import { CircleCheck, CloudOff, RefreshCw, UserX } from 'lucide-react'
import Link from 'next/link'
import { useLive } from '../live/use-live.tsx'
import { Tooltip } from '../ui/tooltip.tsx'

const states = {
  live: {
    Icon: CircleCheck,
    text: 'Live',
    tone: 'text-muted',
    more: 'What you see is at most two seconds old.',
  },
  connecting: { Icon: RefreshCw, text: 'Connecting', tone: 'text-muted', more: 'Waiting for the first live reading.' },
  reconnecting: {
    Icon: RefreshCw,
    text: 'Reconnecting',
    tone: 'text-warn',
    more: 'Hearth does not answer; this page tries again every few seconds. What you see may be old.',
  },
  'collector-away': {
    Icon: CloudOff,
    text: 'Collector away',
    tone: 'text-bad',
    more: 'The program that looks at the containers does not answer. Stored profiles still open.',
  },
}

/** Whether what is on the screen is what is on the host. */
export function ConnectionState() {
  const connection = useLive((state) => state.connection)
  const collectorProblem = useLive((state) => state.collectorProblem)
  if (connection === 'signed-out') {
    return (
      <Link href="/sign-in" className="flex items-center gap-1.5 rounded-md text-sm text-bad underline">
        <UserX size={14} aria-hidden />
        Signed out
      </Link>
    )
  }
  const shown = connection === 'live' && collectorProblem ? 'collector-away' : connection
  const { Icon, text, tone, more } = states[shown]
  return (
    <Tooltip text={shown === 'collector-away' ? `${collectorProblem?.title ?? ''} ${more}` : more}>
      <button
        type="button"
        data-connection={shown}
        className={`flex cursor-default items-center gap-1.5 rounded-md text-sm ${tone}`}
      >
        <Icon size={14} aria-hidden className={shown === 'live' ? 'text-good' : undefined} />
        <span role="status" className="max-sm:sr-only">
          {text}
        </span>
      </button>
    </Tooltip>
  )
}
