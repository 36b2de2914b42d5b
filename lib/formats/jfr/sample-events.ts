/** Which events of a recording are samples of which graph, and the weight of each. */
import type { EventId } from '../../profile/model/event-ids.ts'
import type { Unit } from '../../profile/model/profile.ts'

export interface SampleEvent {
  readonly graph: EventId
  /** Where several events count the same thing, the graph comes from the one with the lowest rank that has samples. */
  readonly rank: number
  readonly unit: Unit
  /** Fields whose value is the weight, the first that is not 0; none for events that weigh 1 each. */
  readonly weight: readonly string[]
  /** A field with the class that was allocated, waited for or thrown, which becomes the leaf. */
  readonly leaf?: string
  /** Its stacks were walked frame by frame, so that async-profiler knows which compiler made each. */
  readonly knowsCompiler?: boolean
  /** Its weight counts from its thread's last sample, of this recording or of one before. */
  readonly isSinceLast?: boolean
  /** One event may be several samples of a thread, one after the other, with the time of the first. */
  readonly isBatched?: boolean
  /** Mechanism that made the samples, for the provenance, when the recording does not say it itself. */
  readonly mechanism?: string
}

const wait = { unit: 'nanoseconds', weight: ['duration'] } as const
const lock = { graph: 'lock', rank: 0, ...wait } as const
const io = { graph: 'io', rank: 0, ...wait } as const
const bytes = { unit: 'bytes', leaf: 'objectClass' } as const
const thrown = { graph: 'exceptions', unit: 'samples', weight: [], leaf: 'thrownClass' } as const

export const executionSample = 'jdk.ExecutionSample'
const cpuTimeSample = 'jdk.CPUTimeSample'
export const threadPark = 'jdk.ThreadPark'

/**
 * async-profiler up to 3 wrote its wall-clock samples as execution samples, distinguished by their state, before 3 by
 * the settings.
 */
export const wallByState: SampleEvent = { graph: 'wall', rank: 1, unit: 'samples', weight: [], knowsCompiler: true }

export const sampleEvents: ReadonlyMap<string, SampleEvent> = new Map<string, SampleEvent>([
  [
    cpuTimeSample,
    { graph: 'cpu', rank: 0, unit: 'nanoseconds', weight: ['samplingPeriod'], mechanism: 'CPUTimeSample' },
  ],
  [
    executionSample,
    { graph: 'cpu', rank: 1, unit: 'samples', weight: [], mechanism: 'ExecutionSample', knowsCompiler: true },
  ],
  [
    'profiler.WallClockSample',
    { graph: 'wall', rank: 0, unit: 'samples', weight: ['samples'], knowsCompiler: true, isBatched: true },
  ],
  ['jdk.ObjectAllocationInNewTLAB', { graph: 'alloc', rank: 0, weight: ['tlabSize', 'allocationSize'], ...bytes }],
  ['jdk.ObjectAllocationOutsideTLAB', { graph: 'alloc', rank: 0, weight: ['allocationSize'], ...bytes }],
  ['jdk.ObjectAllocationSample', { graph: 'alloc', rank: 1, weight: ['weight'], isSinceLast: true, ...bytes }],
  ['jdk.JavaMonitorEnter', { ...lock, leaf: 'monitorClass' }],
  [threadPark, { ...lock, leaf: 'parkedClass' }],
  ['profiler.NativeLock', lock],
  ['profiler.Malloc', { graph: 'native-memory', rank: 0, unit: 'bytes', weight: ['size'], knowsCompiler: true }],
  ['profiler.LiveObject', { graph: 'live-heap', rank: 0, weight: ['allocationSize'], ...bytes }],
  // An Error is written twice by some JDKs, also as an exception.
  ['jdk.JavaExceptionThrow', { ...thrown, rank: 0 }],
  ['jdk.JavaErrorThrow', { ...thrown, rank: 1 }],
  ['jdk.SocketRead', io],
  ['jdk.SocketWrite', io],
  ['jdk.FileRead', io],
  ['jdk.FileWrite', io],
  ['jdk.FileForce', io],
])

/** Parked for one of these, a thread waits for a lock; for anything else (a queue, a condition, a timer), for work. */
export function isLockClass(name: string): boolean {
  return /^java[./]util[./]concurrent[./](locks[./](ReentrantLock|ReentrantReadWriteLock|StampedLock)|Semaphore)\b/.test(
    name,
  )
}
