/**
 * What a recording says beside its samples: the JVM, the settings, pauses, losses. Environment variables, system properties
 * and command lines stand in it too and hold secrets; they are never read.
 */
import type { Mark, Provenance } from '../../profile/model/profile.ts'
import type { FactEvent } from './event-handler.ts'
import { createPauses } from './pauses.ts'

export interface RecordingMetadata {
  readonly events: ReadonlyMap<string, FactEvent>
  /** By type and name, `jdk.ExecutionSample#period`. */
  readonly settings: ReadonlyMap<string, string>
  readonly lostSamples: number
  /** Events that say the JVM has lost others. */
  readonly dataLosses: number
  versions(): Provenance['versions']
  marks(): { marks: Mark[]; leftOut: number }
}

/** The JDK's own tells its whole build: `OpenJDK 64-Bit Server VM (17.0.15+6) for linux-amd64 JRE (17.0.15+6), built on ...`. */
function shortVersion(version: string): string {
  return /\(([^()\s]+)\)/.exec(version)?.[1] ?? version
}

const longestText = 300
const maxSettings = 10_000

export function createRecordingMetadata(): RecordingMetadata {
  const settings = new Map<string, string>()
  const pauses = createPauses()
  let jvm = ''
  let lostSamples = 0
  let dataLosses = 0

  const events = new Map<string, FactEvent>([
    [
      'jdk.JVMInformation',
      {
        fields: ['jvmName', 'jvmVersion'],
        take([name, version], { names }) {
          jvm = `${names.stringAt(name!)} ${shortVersion(names.stringAt(version!))}`.trim().slice(0, longestText)
        },
      },
    ],
    [
      'jdk.ActiveSetting',
      {
        fields: ['id', 'name', 'value'],
        take([id, name, value], { names, types }) {
          if (settings.size >= maxSettings) return
          const key = `${types.byId.get(id!)?.name ?? id}#${names.stringAt(name!)}`
          settings.set(key.slice(0, longestText), names.stringAt(value!).slice(0, longestText))
        },
      },
    ],
    [
      'jdk.CPUTimeSamplesLost',
      {
        fields: ['lostSamples'],
        take([lost]) {
          if (lost! > 0 && lost! < 2 ** 40) lostSamples += lost!
        },
      },
    ],
    [
      'jdk.DataLoss',
      {
        fields: [],
        take() {
          dataLosses++
        },
      },
    ],
    ...pauses.events,
  ])

  return {
    events,
    settings,
    get lostSamples() {
      return lostSamples
    },
    get dataLosses() {
      return dataLosses
    },
    versions() {
      const profiler = settings.get('jdk.ActiveRecording#version')
      return {
        ...(jvm === '' ? {} : { jvm }),
        ...(profiler === undefined ? {} : { 'async-profiler': profiler }),
      }
    },
    marks: () => pauses.marks(),
  }
}
