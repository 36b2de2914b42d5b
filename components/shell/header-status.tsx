'use client'
import { CircleCheck, CloudOff, RefreshCw, UserX } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useLive } from '../live/use-live.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { captureStateLabels } from '../../lib/contract/capture-labels.ts'
import type { Capture } from '../../lib/contract/capture.ts'
import { useIsOwn } from '../access/use-may.tsx'
import { describePerson } from '../capture/capture-labels.ts'
import { isUnderWay, getSecondsLeft } from '../capture/capture-phase.ts'
import { useNow } from '../live/use-now.tsx'
import { Name } from '../ui/name.tsx'
import { Spinner } from '../ui/spinner.tsx'

/**
 * Captures go on while one looks elsewhere: the newest is always one click away. In a window narrower than 1024 px the
 * chip is its spinner alone, for which the bar has space in each state: no tab moves when a capture begins.
 */
export function CapturesChip() {
  const captures = useLive((state) => state.captures)
  const path = usePathname()
  const running = captures.filter(isUnderWay)
  const newest = running.at(-1)
  if (!newest || path === `/captures/${newest.id}`) return null
  return <Chip capture={newest} others={running.length - 1} />
}

function Chip({ capture, others }: { capture: Capture; others: number }) {
  const left = getSecondsLeft(capture, useNow())
  const isOwn = useIsOwn()
  return (
    <Link
      href={`/captures/${capture.id}`}
      prefetch={false}
      className="flex h-7 min-w-0 items-center gap-1.5 rounded-md border border-ember/50 bg-ember-wash px-2 text-sm whitespace-nowrap text-ember-ink max-lg:px-1 max-lg:*:not-first:sr-only"
    >
      <Spinner />
      <span>{captureStateLabels[capture.state].now}</span>
      <Name text={capture.target.containerName ?? capture.target.service} className="max-w-40" />
      {isOwn(capture.requestedBy) ? null : (
        <Name text={`by ${describePerson(capture.requestedBy)}`} className="max-w-40 max-lg:sr-only" />
      )}
      {left === null ? null : <span className="figures">{left} s</span>}
      {others > 0 ? <span className="figures">+{others}</span> : null}
    </Link>
  )
}

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
    text: 'Collector offline',
    tone: 'text-bad',
    more: 'The program that looks at the containers does not answer. Stored profiles still open.',
  },
}

/** Shows whether the page is up to date with the host. */
export function ConnectionState() {
  const connection = useLive((state) => state.connection)
  const collectorProblem = useLive((state) => state.collectorProblem)
  if (connection === 'signed-out') {
    return (
      <Link href="/sign-in" className="finger-high flex items-center gap-1.5 rounded-md text-sm text-bad underline">
        <UserX size={14} aria-hidden />
        Signed out
      </Link>
    )
  }
  const connectionState = connection === 'away' ? 'reconnecting' : connection
  const shown = connectionState === 'live' && collectorProblem ? 'collector-away' : connectionState
  const { Icon, text, tone, more } = states[shown]
  return (
    <Tooltip text={shown === 'collector-away' ? `${collectorProblem?.title ?? ''} ${more}` : more}>
      <button
        type="button"
        data-connection={shown}
        className={`flex min-h-6 shrink-0 cursor-default items-center gap-1.5 rounded-md text-sm max-md:w-6 max-md:justify-center ${tone}`}
      >
        <Icon size={14} aria-hidden className={shown === 'live' ? 'text-good' : undefined} />
        <span role="status" className="max-md:sr-only">
          {text}
        </span>
      </button>
    </Tooltip>
  )
}
