/**
 * What a recording says beside its samples: the JVM, the settings, pauses, losses. Environment variables, system properties
 * and command lines stand in it too and hold secrets; they are never read.
 */
import type { Mark, Provenance } from '../../profile/model/profile.ts'
import type { FactEvent } from './event-handler.ts'

const maxMarks = 10_000
/** Drawn on a heat map of seconds, less is nothing. */
const shortestMs = 0.1
const ofCollectors = /^(G1|Gen(Collect|erational)|Parallel|Serial|Shenandoah|Z[A-Z]|X[A-Z]|CGC|CMS|.*Collect)/

interface Pause {
  readonly gcId: number
  readonly fromMs: number
  readonly toMs: number
  readonly text: string
}

/**
 * When all Java threads stood still, as the recording knows it: pauses of the collector and other operations at safepoints.
 *
 *     jdk.GCPhasePause       the pause itself, of every collector
 *     jdk.GarbageCollection  its name and cause, by gcId; as long as the collection, of which a concurrent one is no pause
 *     jdk.ExecuteVMOperation what else was done at a safepoint; those of collectors are pauses already
 */
function createPauses() {
  const pauses: Pause[] = []
  const collections = new Map<number, string>()
  const others: Mark[] = []
  let leftOut = 0

  const keep = <Kept>(list: Kept[], item: Kept & { readonly fromMs: number; readonly toMs: number }): void => {
    if (!(item.toMs - item.fromMs >= shortestMs)) return
    if (pauses.length + others.length < maxMarks) list.push(item)
    else leftOut++
  }

  const events: Record<string, FactEvent> = {
    'jdk.GCPhasePause': {
      fields: ['startTime', 'duration', 'gcId', 'name'],
      take([start, duration, gcId, name], { names, clock }) {
        const fromMs = clock.timeMs(start!)
        const toMs = fromMs + clock.nanoseconds(duration!) / 1e6
        keep(pauses, { gcId: gcId!, fromMs, toMs, text: names.stringAt(name!).slice(0, 100) })
      },
    },
    'jdk.GarbageCollection': {
      fields: ['gcId', 'name', 'cause'],
      take([gcId, name, cause], { names }) {
        const text = `${names.word('jdk.types.GCName', name!)}, ${names.word('jdk.types.GCCause', cause!)}`
        if (collections.size < maxMarks) collections.set(gcId!, text.replace(/^, |, $/, '').slice(0, 200))
      },
    },
    'jdk.ExecuteVMOperation': {
      fields: ['startTime', 'duration', 'operation', 'safepoint'],
      take([start, duration, operation, safepoint], { names, clock }) {
        const name = names.word('jdk.types.VMOperationType', operation!)
        if (safepoint !== 1 || ofCollectors.test(name)) return
        const fromMs = clock.timeMs(start!)
        const toMs = fromMs + clock.nanoseconds(duration!) / 1e6
        keep(others, { kind: 'safepoint', fromMs, toMs, text: name.slice(0, 200) })
      },
    },
  }

  return {
    events,
    marks() {
      const marks = pauses.map(({ gcId, fromMs, toMs, text }): Mark => {
        return { kind: 'gc', fromMs, toMs, text: collections.get(gcId) ?? text }
      })
      return { marks: [...marks, ...others].sort((a, b) => a.fromMs - b.fromMs), leftOut }
    },
  }
}

/** The JDK's own tells its whole build: `OpenJDK 64-Bit Server VM (17.0.15+6) for linux-amd64 JRE (17.0.15+6), built on ...`. */
function shortVersion(version: string): string {
  return /\(([^()\s]+)\)/.exec(version)?.[1] ?? version
}

const longestText = 300
const maxSettings = 10_000

export function createRecordingMetadata() {
  const settings = new Map<string, string>()
  const pauses = createPauses()
  let jvm = ''
  let lostSamples = 0
  let dataLosses = 0

  const events: Record<string, FactEvent> = {
    'jdk.JVMInformation': {
      fields: ['jvmName', 'jvmVersion'],
      take([name, version], { names }) {
        jvm = `${names.stringAt(name!)} ${shortVersion(names.stringAt(version!))}`.trim().slice(0, longestText)
      },
    },
    'jdk.ActiveSetting': {
      fields: ['id', 'name', 'value'],
      take([id, name, value], { names, types }) {
        if (settings.size >= maxSettings) return
        const key = `${types.byId.get(id!)?.name ?? id}#${names.stringAt(name!)}`
        settings.set(key.slice(0, longestText), names.stringAt(value!).slice(0, longestText))
      },
    },
    'jdk.CPUTimeSamplesLost': {
      fields: ['lostSamples'],
      take([lost]) {
        if (lost! > 0 && lost! < 2 ** 40) lostSamples += lost!
      },
    },
    'jdk.DataLoss': {
      fields: [],
      take() {
        dataLosses++
      },
    },
    ...pauses.events,
  }

  return {
    events: new Map(Object.entries(events)),
    /** By type and name, `jdk.ExecutionSample#period`. */
    settings: settings as ReadonlyMap<string, string>,
    get lostSamples() {
      return lostSamples
    },
    /** Events that say the JVM has lost others. */
    get dataLosses() {
      return dataLosses
    },
    versions(): Provenance['versions'] {
      const profiler = settings.get('jdk.ActiveRecording#version')
      return {
        ...(jvm === '' ? {} : { jvm }),
        ...(profiler === undefined ? {} : { 'async-profiler': profiler }),
      }
    },
    marks: () => pauses.marks(),
  }
}
