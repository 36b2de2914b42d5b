'use client'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { formatMoment, formatMomentNear, type Timed } from '../../lib/contract/profile-title.ts'
import { formatAgo, formatLargestUnit, formatUptime } from '../../lib/profile/format/units.ts'

const ServerNow = createContext(0)

let now = 0
let ticker: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  ticker ??= setInterval(() => {
    now = Date.now()
    for (const one of listeners) one()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticker)
    ticker = undefined
    now = 0
  }
}

/** The time the page was made at, so that the browser's first drawing is the server's, to the letter. */
export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  return <ServerNow value={serverNow}>{children}</ServerNow>
}

/** Unix ms, once a second, the same for everything on the page. */
export function useNow(): number {
  const serverNow = useContext(ServerNow)
  return useSyncExternalStore(
    subscribe,
    () => (now ||= Date.now()),
    () => serverNow,
  )
}

/** `5 min ago`, with the exact time in the title. */
export function Ago({ at }: { at: number }) {
  return <Time at={at}>{formatAgo(useNow() - at)}</Time>
}

/** When a profile was captured; `added 5 min ago` where it does not say so. */
export function CapturedAgo({ of }: { of: Timed }) {
  return <Captured of={of}>{formatAgo(useNow() - (of.capturedAt ?? of.createdAt))}</Captured>
}

/**
 * The same as a moment: `18:30 UTC` of today, else with its day; `18:30:12 UTC` where one stands below others of its
 * minute.
 */
export function CapturedMoment({ of, hasSeconds = false }: { of: Timed; hasSeconds?: boolean }) {
  return <Captured of={of}>{formatMomentNear(of.capturedAt ?? of.createdAt, useNow(), hasSeconds)}</Captured>
}

/** How long something is still there: `58 min`. */
export function Left({ until }: { until: number }) {
  const ms = until - useNow()
  return <Time at={until}>{ms <= 0 ? 'any moment' : formatLargestUnit(ms)}</Time>
}

function Captured({ of: { capturedAt, createdAt }, children }: { of: Timed; children: string }) {
  if (capturedAt !== null) return <Time at={capturedAt}>{children}</Time>
  return (
    <Time at={createdAt} more="added to the library; it does not say when it was captured">{`added ${children}`}</Time>
  )
}

/** How long something has been up: `5 h 12 min`. */
export function Uptime({ since }: { since: number }) {
  return <Time at={since}>{formatUptime(Math.max(useNow() - since, 0))}</Time>
}

export function Time({ at, more = null, children }: { at: number; more?: string | null; children: string }) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={`${formatMoment(at, true)}${more === null ? '' : `, ${more}`}`}
      className="whitespace-nowrap"
    >
      {children}
    </time>
  )
}
