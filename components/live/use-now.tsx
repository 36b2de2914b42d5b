'use client'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { formatMomentNear } from '../../lib/contract/profile-title.ts'
import { formatAgo, formatUptime } from '../../lib/profile/format/units.ts'

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

/** `18:30 UTC` of today, else with its day. */
export function Moment({ at }: { at: number }) {
  return <Time at={at}>{formatMomentNear(at, useNow())}</Time>
}

/** How long something has been up: `5 h 12 min`. */
export function Uptime({ since }: { since: number }) {
  return <Time at={since}>{formatUptime(Math.max(useNow() - since, 0))}</Time>
}

function Time({ at, children }: { at: number; children: string }) {
  const exact = new Date(at).toISOString()
  return (
    <time dateTime={exact} title={`${exact.slice(0, 10)} ${exact.slice(11, 19)} UTC`} className="whitespace-nowrap">
      {children}
    </time>
  )
}
