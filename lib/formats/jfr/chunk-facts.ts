/**
 * Facts of one chunk beside its samples: the JVM, the settings, pauses, losses. Environment variables, system
 * properties and command lines are in it too and hold secrets; no field with them is read.
 */
import type { Mark } from '../../profile/model/profile.ts'
import type { FactEvent } from './event-handler.ts'
import { isUsedSetting } from './settings.ts'
import { takeStart } from '../../profile/names/cut-text.ts'

/** Shorter pauses are left out: a column of the heat map is a second, in which they could not be seen. */
const shortestPauseMs = 0.1
/**
 * Names of VM operations that belong to a collector: their pauses come as `jdk.GCPhasePause`. Those that begin with Z
 * or X are ZGC's. Source: share/runtime/vmOperation.hpp of HotSpot.
 */
const collectorOperations = /^(G1|Gen(Collect|erational)|Parallel|Serial|Shenandoah|Z[A-Z]|X[A-Z]|CGC|CMS|.*Collect)/
/** Characters that are kept of the version of the JVM, and of a setting. */
const longestFactText = 300
/** Characters that are kept of the name of a pause. */
const longestPauseName = 100
/** Characters that are kept of the name and cause of a collection. */
const longestCollection = 200
/** Characters that are kept of the name of a VM operation. */
const longestOperation = 200
/** Collections of a chunk whose name and cause are kept. */
const mostCollections = 10_000
/** Threads of a chunk whose start is kept. */
const mostStartedThreads = 100_000

/**
 * A pause before it is a mark. Unlike those of a `Mark`, `fromMs` and `toMs` are ms since the base of the clock;
 * pauses.ts moves them to the start of the profile.
 */
export interface JfrPause extends Mark {
  /** The JVM's number of the collection that the pause belongs to; null for other pauses. */
  readonly gcId: number | null
}

/** The process of a JVM and its start, which distinguish it from other JVMs in chunks of any program. */
export interface JfrJvmFacts {
  readonly pid: number
  /** ms since 1970. */
  readonly startedAt: number
  /** Name and version, for people. */
  readonly text: string
}

export type ChunkFacts = ReturnType<typeof createChunkFacts>

/**
 * Collects the facts of one chunk from its events. A pause is a time in which all Java threads stood still, for a
 * collection or another operation at a safepoint. Three events say something of pauses:
 *
 *     jdk.GCPhasePause       the pause itself, of every collector
 *     jdk.GarbageCollection  its name and cause, by gcId; no pause, as Java threads run during a concurrent one
 *     jdk.ExecuteVMOperation another operation at a safepoint; those of collectors are left out, as they came as pauses
 */
export function createChunkFacts() {
  const settings = new Map<string, string>()
  const pauses: JfrPause[] = []
  const collections = new Map<number, string>()
  const startedThreads = new Set<number>()
  const facts = {
    /**
     * Settings that Hearth reads, by type and name, `jdk.ExecutionSample#period`. async-profiler writes
     * them into its first chunk alone.
     */
    settings: settings as ReadonlyMap<string, string>,
    jvm: null as JfrJvmFacts | null,
    pauses: pauses as readonly JfrPause[],
    /** Name and cause, by gcId. */
    collections: collections as ReadonlyMap<number, string>,
    /** Samples that the JVM says it lost (`jdk.CPUTimeSamplesLost`, from JDK 25). */
    lostSamples: 0,
    /** Number of `jdk.DataLoss` events; each says that the JVM lost other events. */
    dataLosses: 0,
    /**
     * Thread ids of the operating system of threads that began in this chunk. The first allocation sample of any
     * other thread may count bytes that it had allocated before the recording (first-weights.ts).
     */
    startedThreads: startedThreads as ReadonlySet<number>,
  }
  // One whose time cannot be used (NaN) is left out, too.
  const addPause = (pause: JfrPause): void => {
    if (pause.toMs - pause.fromMs >= shortestPauseMs) pauses.push(pause)
  }

  // `take` gets ids of constants, offsets of strings and ticks; NaN for a field that this version of an event lacks.
  const events: Record<string, FactEvent> = {
    'jdk.JVMInformation': {
      fields: ['jvmName', 'jvmVersion', 'pid', 'jvmStartTime'],
      take([name, version, pid, startedAt], { names }) {
        const text = `${names.stringAt(name!)} ${shortVersion(names.stringAt(version!))}`
          .trim()
          .slice(0, longestFactText)
        facts.jvm = { pid: pid!, startedAt: startedAt!, text }
      },
    },
    'jdk.ActiveSetting': {
      fields: ['id', 'name', 'value'],
      take([id, name, value], { names, types }) {
        const key = `${types.byId.get(id!)?.name ?? id}#${names.stringAt(name!)}`
        if (isUsedSetting(key)) settings.set(key, takeStart(names.stringAt(value!), longestFactText))
      },
    },
    'jdk.CPUTimeSamplesLost': {
      fields: ['lostSamples'],
      take([lost]) {
        // A larger number is of a damaged file.
        if (lost! > 0 && lost! < 2 ** 40) facts.lostSamples += lost!
      },
    },
    'jdk.DataLoss': {
      fields: [],
      take() {
        facts.dataLosses++
      },
    },
    'jdk.ThreadStart': {
      fields: ['thread'],
      take([thread], { names }) {
        const { tid } = names.thread(thread!) ?? { tid: 0 }
        if (tid > 0 && startedThreads.size < mostStartedThreads) startedThreads.add(tid)
      },
    },
    'jdk.GCPhasePause': {
      fields: ['startTime', 'duration', 'gcId', 'name'],
      take([start, duration, gcId, name], { names, clock }) {
        const fromMs = clock.timeMs(start!)
        const toMs = fromMs + clock.nanoseconds(duration!) / 1e6
        addPause({ kind: 'gc', gcId: gcId!, fromMs, toMs, text: takeStart(names.stringAt(name!), longestPauseName) })
      },
    },
    'jdk.GarbageCollection': {
      fields: ['gcId', 'name', 'cause'],
      take([gcId, name, cause], { names }) {
        // Name or cause may be missing.
        const text = `${names.word('jdk.types.GCName', name!)}, ${names.word('jdk.types.GCCause', cause!)}`
        if (collections.size < mostCollections)
          collections.set(gcId!, takeStart(text.replace(/^, |, $/, ''), longestCollection))
      },
    },
    'jdk.ExecuteVMOperation': {
      fields: ['startTime', 'duration', 'operation', 'safepoint'],
      take([start, duration, operation, safepoint], { names, clock }) {
        const name = names.word('jdk.types.VMOperationType', operation!)
        if (safepoint !== 1 || collectorOperations.test(name)) return
        const fromMs = clock.timeMs(start!)
        const toMs = fromMs + clock.nanoseconds(duration!) / 1e6
        addPause({ kind: 'safepoint', gcId: null, fromMs, toMs, text: takeStart(name, longestOperation) })
      },
    },
  }
  return { facts, events: new Map(Object.entries(events)) }
}

/**
 * Gives what stands first in brackets, since the JDK's own text names its whole build: `OpenJDK 64-Bit Server VM
 * (17.0.15+6) for linux-amd64 JRE (17.0.15+6), built on ...`.
 */
function shortVersion(version: string): string {
  return /\(([^()\s]+)\)/.exec(version)?.[1] ?? version
}
