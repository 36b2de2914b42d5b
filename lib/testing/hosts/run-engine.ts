/** One recording of an engine, without a collector: its progress, and the profile that the parser reads. */
import fs from 'node:fs'
import { type CaptureRequest, captureRequestSchema } from '../../contract/capture.ts'
import type { Target } from '../../contract/target.ts'
import type { CaptureEngine, CaptureJob, Progress, RawPart, RawRecording } from '../../capture/engine.ts'
import { readParts } from '../../capture/read-parts.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'
import type { Profile } from '../../profile/model/profile.ts'

const limits = { parserUid: 61718, memoryBytes: 1200 * 2 ** 20, seconds: 120 }

export interface EngineRun {
  readonly recording: RawRecording
  readonly profile: Profile
  readonly progress: readonly Progress[]
  /** The profile of each live snapshot, read at once. */
  readonly snapshots: readonly Profile[]
  /** The largest size of all files of the directory together. */
  readonly mostBytes: number
}

export interface EngineRunOptions {
  readonly signal?: AbortSignal
  /** Called after each step; may abort the recording. */
  readonly onProgress?: (progress: Progress, save: AbortController) => void
  readonly readsLive?: boolean
}

export async function runEngine(
  engine: CaptureEngine,
  target: Target,
  request: Partial<CaptureRequest>,
  { signal = new AbortController().signal, onProgress, readsLive = false }: EngineRunOptions = {},
): Promise<EngineRun> {
  const directory = fs.mkdtempSync('/run/hearth-test-')
  fs.chmodSync(directory, 0o755) // the parser reads the parts there as another user
  const save = new AbortController()
  const job: CaptureJob = {
    id: 'c'.repeat(32),
    target,
    request: captureRequestSchema.parse({ targetId: target.id, ...request }),
    directory,
    save: save.signal,
  }
  const progress: Progress[] = []
  const snapshots: Profile[] = []
  let mostBytes = 0
  const profilesOf = async (parts: readonly RawPart[]) =>
    (await readParts(parts, { directory, limits, provenance: {} }, signal)).map(({ bytes }) => decodeProfile(bytes))
  try {
    const steps = engine.record(job, signal)
    for (;;) {
      const step = await steps.next()
      if (step.done === true) {
        const [profile] = await profilesOf(step.value.parts)
        return { recording: step.value, profile: profile!, progress, snapshots, mostBytes }
      }
      progress.push(step.value)
      mostBytes = Math.max(mostBytes, sizeOf(directory))
      if (step.value.live && readsLive) snapshots.push(...(await profilesOf(step.value.live)))
      onProgress?.(step.value, save)
    }
  } finally {
    fs.rmSync(directory, { recursive: true })
  }
}

function sizeOf(directory: string): number {
  const names = fs.readdirSync(directory).filter((name) => name.startsWith('perf.data'))
  return names.reduce(
    (bytes, name) => bytes + (fs.statSync(`${directory}/${name}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}
