import type { CaptureRequest, Plan, Readiness } from '../../lib/contract.ts'
import type { EventId } from '../../lib/profile/model/event-ids.ts'

type Engine = Readiness['engine']

export const engineTitles: Readonly<Record<Engine, string>> = {
  'async-profiler': 'async-profiler',
  perf: 'perf',
  bpftrace: 'bpftrace',
  jfr: 'JFR',
}

/** What each event is called on the screen, and what its graph shows. */
export const eventTexts: Readonly<Record<EventId, { readonly title: string; readonly about: string }>> = {
  cpu: { title: 'CPU', about: 'time on a processor' },
  wall: { title: 'Wall clock', about: 'all time, waiting too' },
  alloc: { title: 'Allocations', about: 'bytes allocated' },
  lock: { title: 'Locks', about: 'time lost waiting for a lock' },
  'off-cpu': { title: 'Off-CPU', about: 'time off the processor, as the scheduler saw it' },
  'native-memory': { title: 'Native memory', about: 'bytes from malloc' },
  'live-heap': { title: 'Live heap', about: 'bytes still held' },
  exceptions: { title: 'Exceptions', about: 'exceptions thrown' },
  io: { title: 'Socket and file IO', about: 'time in sockets and files' },
}

/** `on the host`, `in a helper container`. */
export const vantageTexts: Readonly<Record<Plan['vantage'], string>> = {
  host: 'on the host',
  helper: 'in a helper container',
}

/** `async-profiler on the host`. */
export function describePlan({ engine, vantage }: Plan): string {
  return `${engineTitles[engine]} ${vantageTexts[vantage]}`
}

/** The title of an event or engine that a profile names; imports bring names of their own. */
export function eventTitle(event: string): string {
  return isKnown(eventTexts, event) ? eventTexts[event].title : event
}

export function engineTitle(engine: string): string {
  return isKnown(engineTitles, engine) ? engineTitles[engine] : engine
}

/** `CPU, Wall clock and Allocations`. */
export function listEvents(events: readonly EventId[]): string {
  return joinWords(events.map((event) => eventTexts[event].title))
}

export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** `CPU for 30 s at 99 Hz`, `CPU, keeping the last 60 s`. */
export function describeRequest(request: Pick<CaptureRequest, 'events' | 'mode' | 'seconds' | 'frequencyHz'>): string {
  const { events, mode, seconds, frequencyHz } = request
  const isTimed = mode === 'timed'
  return `${listEvents(events)}${isTimed ? ` for ${seconds} s` : `, keeping the last ${seconds} s,`} at ${frequencyHz} Hz`
}

function isKnown<Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(table, key)
}
