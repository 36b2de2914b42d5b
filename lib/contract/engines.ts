/**
 * The engines of Hearth, and the abilities of each on any JVM: one row each, best first. The doctor finds the abilities
 * that one JVM lacks. The schemas are elsewhere, since pages have no use for them.
 */
import { engineTitles } from '../profile/model/engine-titles.ts'
import type { EventId } from '../profile/model/event-ids.ts'

export { getEngineLabel } from '../profile/model/engine-titles.ts'

/** Where an engine's programs run: beside the collector, or in a helper container made for one capture. */
export const vantages = ['host', 'helper'] as const
export type Vantage = (typeof vantages)[number]

/** `async-profiler on the host`. */
export const vantageLabels: Readonly<Record<Vantage, string>> = { host: 'on the host', helper: 'in a helper container' }

/**
 * Abilities of an engine, in any JVM.
 *
 *     { title: engineTitles.perf, events: ['cpu'], vantages: ['host', 'helper'], recordsSeveralEvents: false,
 *       seesOtherProcesses: true, keepsRing: true, hasKernelFrames: true }
 */
export interface EngineAbilities {
  /** Name for people. */
  readonly title: string
  /** Events that it can make a graph of, the first one its main event. */
  readonly events: readonly EventId[]
  /** Where it can run. */
  readonly vantages: readonly Vantage[]
  /** One run records several events. */
  readonly recordsSeveralEvents: boolean
  /** It can record all processes of a container or of the host. */
  readonly seesOtherProcesses: boolean
  /** It can run as a flight recorder, which keeps the last seconds. */
  readonly keepsRing: boolean
  /** It can show the kernel's frames of a thread. */
  readonly hasKernelFrames: boolean
}

/**
 * The chooser takes the first row of engines that are equally ready. A new engine is a row here, its folder in
 * lib/capture, its line in capture/engines.ts and its checks in targets/readiness.
 */
export const engineTable = {
  'async-profiler': {
    title: engineTitles['async-profiler'],
    events: ['cpu', 'wall', 'alloc', 'lock', 'native-memory', 'live-heap'],
    vantages,
    recordsSeveralEvents: true,
    seesOtherProcesses: false,
    keepsRing: false,
    hasKernelFrames: true,
  },
  perf: {
    title: engineTitles.perf,
    events: ['cpu'],
    vantages,
    recordsSeveralEvents: false,
    seesOtherProcesses: true,
    keepsRing: true,
    hasKernelFrames: true,
  },
  bpftrace: {
    title: engineTitles.bpftrace,
    events: ['cpu', 'off-cpu'],
    vantages,
    recordsSeveralEvents: false,
    seesOtherProcesses: false,
    keepsRing: false,
    hasKernelFrames: true,
  },
  jfr: {
    title: engineTitles.jfr,
    events: ['cpu', 'alloc', 'lock', 'exceptions', 'io'],
    vantages,
    recordsSeveralEvents: true,
    seesOtherProcesses: false,
    keepsRing: false,
    hasKernelFrames: false,
  },
} as const satisfies Readonly<Record<string, EngineAbilities>>

export type EngineId = keyof typeof engineTable
/** In the order in which Hearth prefers them. */
export const engineIds = Object.keys(engineTable) as [EngineId, ...EngineId[]]
/** Names of engines, in provenance too, where some are named by their title. */
export const engineNames: readonly string[] = engineIds.flatMap((id) => [id, engineTable[id].title])

/** The parts of a capture's request that an engine may be unable to do. */
export interface WantedAbilities {
  readonly events: readonly EventId[]
  readonly scope: 'jvm' | 'container' | 'host'
  readonly mode: 'timed' | 'flight-recorder'
  readonly kernelFrames?: boolean
}

/** Why an engine can do this in no JVM, after its name: `records no allocations`. Null when it can. */
export function explainIncapable(engine: EngineAbilities, wanted: WantedAbilities): string | null {
  const missing = wanted.events.find((event) => !engine.events.includes(event))
  if (missing !== undefined) return `records no ${eventLabels[missing].noun}`
  if (wanted.events.length > 1 && !engine.recordsSeveralEvents) return 'records one event at a time'
  if (wanted.scope !== 'jvm' && !engine.seesOtherProcesses) return 'sees one JVM only, no other process'
  if (wanted.mode === 'flight-recorder' && !engine.keepsRing) return 'is no flight recorder'
  if (wanted.kernelFrames === true && !engine.hasKernelFrames) return 'has no kernel frames'
  return null
}

/** Names of each event: as a title, within a sentence after "records no", and for its graph. */
export const eventLabels: Readonly<
  Record<EventId, { readonly title: string; readonly noun: string; readonly about: string }>
> = {
  cpu: { title: 'CPU', noun: 'CPU time', about: 'time on a processor' },
  wall: { title: 'Wall clock', noun: 'wall-clock time', about: 'all time, waiting too' },
  alloc: { title: 'Allocations', noun: 'allocations', about: 'bytes allocated' },
  lock: { title: 'Locks', noun: 'waiting for locks', about: 'time lost waiting for a lock' },
  'off-cpu': { title: 'Off-CPU', noun: 'off-CPU time', about: 'time off the processor, as the scheduler saw it' },
  'native-memory': { title: 'Native memory', noun: 'native memory', about: 'bytes from malloc' },
  'live-heap': { title: 'Live heap', noun: 'live heap', about: 'bytes still held' },
  exceptions: { title: 'Exceptions', noun: 'exceptions', about: 'exceptions thrown' },
  io: { title: 'Socket and file IO', noun: 'socket and file IO', about: 'time in sockets and files' },
}

/** The title of an event that a profile names; imports bring names of their own. */
export function getEventLabel(event: string): string {
  return Object.hasOwn(eventLabels, event) ? eventLabels[event as EventId].title : event
}
