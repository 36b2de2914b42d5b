'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { Capture } from '../../lib/contract.ts'
import { isUnderWay, secondsLeft, stateTexts } from '../capture/capture-phase.ts'
import { useLive } from '../live/use-live.tsx'
import { useNow } from '../live/use-now.tsx'
import { Name } from '../ui/name.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Captures go on while one looks elsewhere: the newest is always one click away. */
export function CapturesChip() {
  const captures = useLive((state) => state.captures)
  const path = usePathname()
  const running = captures.filter(isUnderWay)
  const newest = running.at(-1)
  if (!newest || path === `/captures/${newest.id}`) return null
  return <Chip capture={newest} others={running.length - 1} />
}

function Chip({ capture, others }: { capture: Capture; others: number }) {
  const left = secondsLeft(capture, useNow())
  return (
    <Link
      href={`/captures/${capture.id}`}
      prefetch={false}
      className="flex h-7 min-w-0 items-center gap-1.5 rounded-md border border-ember/50 bg-ember-wash px-2 text-sm text-ember-ink"
    >
      <Spinner />
      <span className="whitespace-nowrap max-sm:sr-only">{stateTexts[capture.state].now}</span>
      <Name text={capture.target.service} className="max-w-40 max-sm:hidden" />
      {left === null ? null : <span className="figures">{left} s</span>}
      {others > 0 ? <span className="figures">+{others}</span> : null}
    </Link>
  )
}
