/** Runs an engine on a JVM without a collector, and keeps all that it said. */
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { CaptureEngine, Progress, RawPart, RawRecording } from '../../capture/engine.ts'
import { type CaptureRequest, captureRequestSchema } from '../../contract/capture.ts'
import type { Target } from '../../contract/target.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { readBootId } from '../../host/process/process-list.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { targetIdOf } from '../../targets/target-id.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { readParts } from '../../capture/read-parts.ts'
import { sampleTarget } from '../samples.ts'

export interface DirectRecording extends Disposable {
  readonly directory: string
  readonly progress: readonly Progress[]
  readonly raw: RawRecording
  /** By the sandboxed parser, by event. */
  profiles(): Promise<ReadonlyMap<string, Profile>>
  profilesOf(parts: readonly RawPart[]): Promise<ReadonlyMap<string, Profile>>
}

const limits = { memoryBytes: 2 ** 30, seconds: 60, parserUid: 61_718 }

/** A target as the inventory would list it, as far as engines look at it. */
export function targetOf(hostPid: number, jvm: Partial<Target['jvm']> = {}): Target {
  using process = pinProcess(hostPid)
  const { namespacePid, uid, gid, threads, hasCapabilities } = readStatus(process)
  const base = sampleTarget()
  return {
    ...base,
    id: targetIdOf(readBootId(), process),
    hostPid,
    namespacePid,
    threads,
    user: { uid, gid, name: null, hasCapabilities },
    jvm: { ...base.jvm, version: '17.0.19', ...jvm },
  }
}

/** `on` is called with each Progress, before the engine goes on. */
export async function recordDirectly(
  engine: CaptureEngine,
  target: Target,
  request: Partial<CaptureRequest> = {},
  {
    signal = new AbortController().signal,
    save = new AbortController().signal,
    on = (_: Progress): unknown => undefined,
  } = {},
): Promise<DirectRecording> {
  const directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-record-'))
  const dispose = () => fs.rmSync(directory, { recursive: true, force: true })
  const progress: Progress[] = []
  try {
    const job = {
      id: randomBytes(16).toString('hex'),
      target,
      request: captureRequestSchema.parse({ targetId: target.id, engine: engine.id, seconds: 3, ...request }),
      directory,
      save,
    }
    const running = engine.record(job, signal)
    for (;;) {
      const step = await running.next()
      if (step.done) {
        const raw = step.value
        const profilesOf = async (parts: readonly RawPart[]) => {
          const parsed = await readParts(parts, { directory, limits, provenance: {} }, new AbortController().signal)
          return new Map(parsed.map(({ event, bytes }) => [event, decodeProfile(bytes)]))
        }
        return {
          directory,
          progress,
          raw,
          profiles: () => profilesOf(raw.parts),
          profilesOf,
          [Symbol.dispose]: dispose,
        }
      }
      progress.push(step.value)
      await on(step.value)
    }
  } catch (error) {
    dispose()
    throw error
  }
}
