'use client'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { formatMoment, formatMomentNear, type Timed } from '../../lib/contract/profile-title.ts'
import { formatAgo, formatLargestUnit, formatUptime } from '../../lib/profile/format/units.ts'
import { getMsLeft } from './ms-left.ts'

const ServerNow = createContext(0)

/**
 * Unix ms; 0 while no component listens, and the first that reads it takes the time. It changes with a tick alone:
 * React renders without end where two reads of one render differ.
 */
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

/**
 * Gives the components inside it the time at which the server made the page (Unix ms): so the first render in the
 * browser has the text of the server's. Without it the first render takes 1970 for now.
 */
export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  return <ServerNow value={serverNow}>{children}</ServerNow>
}

/** Gives the time in Unix ms. It changes once a second and is the same for all of the page. */
export function useNow(): number {
  const serverNow = useContext(ServerNow)
  return useSyncExternalStore(
    subscribe,
    () => (now ||= Date.now()),
    () => serverNow,
  )
}

/** Shows how long ago `at` (Unix ms) was, `5 min ago`, with the exact time in the title. */
export function Ago({ at }: { at: number }) {
  return <Time at={at}>{formatAgo(useNow() - at)}</Time>
}

/** Shows how long ago a profile was captured; `added 5 min ago` where it does not say when. */
export function CapturedAgo({ of }: { of: Timed }) {
  return <Captured of={of}>{formatAgo(useNow() - (of.capturedAt ?? of.createdAt))}</Captured>
}

/**
 * Shows when a profile was captured: `18:30 UTC` of today, else with its day. `hasSeconds` adds the seconds, for rows
 * that stand below others of the same minute: `18:30:12 UTC`.
 */
export function CapturedMoment({ of, hasSeconds = false }: { of: Timed; hasSeconds?: boolean }) {
  return <Captured of={of}>{formatMomentNear(of.capturedAt ?? of.createdAt, useNow(), hasSeconds)}</Captured>
}

/** Shows the time left until `until` (Unix ms), of `wholeMs`: `58 min`, and after what happens then `in 58 min`. */
export function Left({ until, wholeMs, isIn = false }: { until: number; wholeMs: number; isIn?: boolean }) {
  const ms = getMsLeft(until, useNow(), wholeMs)
  return <Time at={until}>{ms === 0 ? 'any moment' : `${isIn ? 'in ' : ''}${formatLargestUnit(ms)}`}</Time>
}

function Captured({ of: { capturedAt, createdAt }, children }: { of: Timed; children: string }) {
  if (capturedAt !== null) return <Time at={capturedAt}>{children}</Time>
  return (
    <Time at={createdAt} more="added to the library; it does not say when it was captured">{`added ${children}`}</Time>
  )
}

/** Shows how long something has been up, since `since` (Unix ms): `5 h 12 min`. */
export function Uptime({ since }: { since: number }) {
  return <Time at={since}>{formatUptime(Math.max(useNow() - since, 0))}</Time>
}

/** Shows `children` for the time `at` (Unix ms). The title is that time to the second, and `more` after it. */
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
