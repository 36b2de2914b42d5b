/**
 * However a capture by async-profiler ends, it leaves no file, no open file, no line in the log and no running profiler
 * in the JVM.
 */
import fs from 'node:fs'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Target } from '../../contract/target.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'
import { createContainerFile, removeContainerFile } from '../../host/container-files/container-file.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { asyncProfilerForTests } from '../../testing/hosts/async-profiler.ts'
import type { TestContainer } from '../../testing/hosts/containers.ts'
import { isHealthy } from '../../testing/matrix/health.ts'
import { hotShareOf } from '../../testing/matrix/hot-share.ts'
import { type MatrixTargetName, runMatrixTarget } from '../../testing/matrix/targets.ts'
import { recordDirectly, targetOf } from '../../testing/hosts/record-directly.ts'
import { filesOf } from '../../testing/hosts/left-behind.ts'
import { byTier } from '../../testing/tier.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import type { CaptureEngine } from '../engine.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'
import { readParts } from '../read-parts.ts'
import { runCleanup } from '../cleanup-records.ts'
import { createAsyncProfilerEngine } from './async-profiler-engine.ts'

const signal = new AbortController().signal
let library: string
let engine: CaptureEngine
beforeAll(async () => {
  library = await asyncProfilerForTests()
  engine = createAsyncProfilerEngine({ asyncProfiler: library, dataDirectory: '/nonexistent' })
})

let container: TestContainer
let target: Target
let before: { files: string[]; logs: string }

async function start(name: MatrixTargetName = 'JDK 17'): Promise<void> {
  container = await runMatrixTarget(name)
  const [hostPid] = await container.jvmPids()
  target = targetOf(hostPid!)
  before = { files: filesOf(hostPid!), logs: await container.logs() }
}
afterEach(() => container.stop())

async function expectUntouched(): Promise<void> {
  expect(filesOf(target.hostPid)).toEqual(before.files)
  expect(openFilesOf(target.hostPid).filter((path) => path.includes('.hearth'))).toEqual([])
  expect(await container.newLogs(before.logs)).toBe('')
  expect(await isHealthy(target.hostPid)).toBe(true)
}

function openFilesOf(hostPid: number): string[] {
  return fs.readdirSync(`/proc/${hostPid}/fd`).flatMap((fd) => {
    try {
      return [fs.readlinkSync(`/proc/${hostPid}/fd/${fd}`)]
    } catch {
      return [] // it was closed in the meantime
    }
  })
}

/** Whether no profiler runs in the JVM: else async-profiler would refuse to start. */
async function isFree(): Promise<boolean> {
  using recording = await recordDirectly(engine, target, { seconds: 1 })
  return recording.raw.partial === null
}

describe('a capture', () => {
  beforeEach(() => start())

  test('that is cancelled stops the profiler, and the next one works', async () => {
    const cancel = new AbortController()
    const recording = recordDirectly(
      engine,
      target,
      { seconds: 60 },
      {
        signal: cancel.signal,
        on: ({ state }) => state === 'recording' && setTimeout(() => cancel.abort(new Error('cancelled')), 300),
      },
    )
    await expect(recording).rejects.toThrow('cancelled')
    await expectUntouched()
    expect(await isFree()).toBe(true)
    await expectUntouched()
  })

  test('that is saved early keeps its samples, and gives live snapshots', async () => {
    const save = new AbortController()
    let snapshotCount = 0
    using recording = await recordDirectly(
      engine,
      target,
      { seconds: 60 },
      {
        save: save.signal,
        on: ({ live }) => live !== undefined && ++snapshotCount === 2 && save.abort(),
      },
    )
    await expectUntouched()
    // A person's own wish is no defect: its length says how much there is.
    expect(recording.raw.partial).toBeNull()
    const live = recording.progress.flatMap((progress) => progress.live ?? [])
    expect(live.map(({ source }) => source)).toEqual([
      { kind: 'file', name: 'live-0/recording.jfr' },
      { kind: 'file', name: 'live-1/recording.jfr' },
    ])
    const samples: number[] = []
    for (const part of [...live, ...recording.raw.parts]) samples.push(await samplesIn(recording.directory, part))
    expect(samples[0]).toBeGreaterThan(0)
    expect(samples[1]).toBeGreaterThanOrEqual(samples[0]!)
    expect(samples[2]).toBeGreaterThanOrEqual(samples[1]!)
  })

  test('of a JVM that is killed keeps the samples of the last live snapshot', async () => {
    let isKilled = false
    using recording = await recordDirectly(
      engine,
      target,
      { seconds: 60 },
      {
        on: async ({ live }) => {
          if (live === undefined || isKilled) return
          isKilled = true
          await container.kill()
        },
      },
    )
    expect(recording.raw.partial).toMatch(/^the JVM ended after/)
    expect(await samplesIn(recording.directory, recording.raw.parts[0]!)).toBeGreaterThan(0)
  })

  test('of a JVM that ends by SIGTERM keeps its samples', async () => {
    let isAsked = false
    using recording = await recordDirectly(
      engine,
      target,
      { seconds: 60 },
      {
        on: ({ state, secondsLeft }) => {
          if (isAsked || state !== 'recording' || (secondsLeft ?? 60) > 57) return
          isAsked = true
          process.kill(target.hostPid, 'SIGTERM')
        },
      },
    )
    expect(recording.raw.partial).toMatch(/^the JVM ended after/)
    expect(await samplesIn(recording.directory, recording.raw.parts[0]!)).toBeGreaterThan(0)
  })

  test('is refused while another one runs, which continues', async () => {
    let second: unknown
    using recording = await recordDirectly(
      engine,
      target,
      { seconds: 3 },
      {
        on: async ({ state }) => {
          if (state !== 'recording' || second !== undefined) return
          second = await recordDirectly(engine, target, { seconds: 1 }).catch((error: unknown) => error)
        },
      },
    )
    expect(second).toMatchObject({ code: 'profiler-busy' })
    expect(await samplesIn(recording.directory, recording.raw.parts[0]!)).toBeGreaterThan(0)
    await expectUntouched()
  })

  test('goes on while what another one left is removed', async () => {
    let isRemoved: boolean | undefined
    using recording = await recordDirectly(
      engine,
      target,
      { seconds: 3 },
      {
        on: async ({ state, cleanup }) => {
          const record = cleanup.find(({ kind }) => kind === 'profiler')
          if (state !== 'recording' || isRemoved !== undefined || record?.kind !== 'profiler') return
          const other = `/tmp/.hearth-${'0'.repeat(32)}.jfr`
          using process = pinProcess(target.hostPid)
          createContainerFile(process, other, { mode: 0o600, uid: 0, gid: 0, contents: Buffer.of() })
          isRemoved = await runCleanup({ ...record, recording: other })
          removeContainerFile(process, other)
        },
      },
    )
    expect(isRemoved).toBe(true)
    expect(recording.raw.partial).toBeNull()
    expect(await samplesIn(recording.directory, recording.raw.parts[0]!)).toBeGreaterThan(0)
  })

  test('does not start while another profiler is loaded; the error and the doctor name that profiler', async () => {
    const other = '/tmp/libasyncProfiler.so'
    {
      using process = pinProcess(target.hostPid)
      await using jvm = openJvmSession(process, null)
      const { uid, gid } = jvm.status
      createContainerFile(process, other, { mode: 0o555, uid, gid, contents: fs.readFileSync(library) })
      await jvm.version()
      await jvm.loadAgent(other, 'version,log=/dev/null')
      removeContainerFile(process, other)
    }
    const [finding] = (await engine.examine(target, 'host')).get('cpu')!
    expect(finding).toMatchObject({ code: 'other-profiler', level: 'blocked', evidence: other })
    await expect(recordDirectly(engine, target)).rejects.toMatchObject({ code: 'other-profiler' })
    await expectUntouched()
  })
})

const readOnly: MatrixTargetName = 'read-only root, noexec tmpfs on /tmp'
/** What ends the profiler; `itself`: where the JVM could not be asked. */
const ends: [MatrixTargetName, 'cleanup' | 'itself'][] = [
  [readOnly, 'cleanup'],
  ['JDK 17', 'itself'],
]
test.each<(typeof ends)[number]>(byTier(ends, [...ends, ['JDK 17', 'cleanup'], [readOnly, 'itself']]))(
  'what a killed collector leaves on %s has cleanup records, and is removed; %s ends the profiler',
  async (name, endedBy) => {
    await start(name)
    const named: CleanupRecord[] = []
    let isRecording = false
    const death = Promise.withResolvers<never>()
    const abandoned: Promise<unknown> = recordDirectly(
      engine,
      target,
      { seconds: endedBy === 'cleanup' ? 60 : 2 },
      {
        on: ({ state, cleanup }) => {
          named.push(...cleanup)
          if (state !== 'recording') return undefined
          const paths = cleanup.flatMap((left) => (left.kind === 'container-file' ? [left.path] : []))
          const ours = filesOf(target.hostPid).filter((line) => /\/\.(hearth|java_pid|attach)/.test(line))
          for (const line of ours)
            expect(
              paths.some((path) => line.includes(`${path} `)),
              line,
            ).toBe(true)
          isRecording = true
          return death.promise // the engine never continues, as if it was killed
        },
      },
    )
    await waitUntil('it records', () => isRecording)
    expect(filesOf(target.hostPid).join()).toContain('.hearth')
    const records = named.filter(({ kind }) => endedBy === 'cleanup' || kind !== 'profiler')
    for (const record of records) expect(await runCleanup(record)).toBe(true)
    expect(filesOf(target.hostPid)).toEqual(before.files)
    expect(await isHealthy(target.hostPid)).toBe(true)
    expect(await container.newLogs(before.logs)).toBe('')
    // By itself it stops 30 s after the end of the recording. Since this process is alive, the abandoned session still
    // has the attach socket.
    if (endedBy === 'cleanup') expect(await isFree()).toBe(true)
    else await waitUntil('the profiler has ended by itself', async () => isFree().catch(() => false), 60_000)
    const names = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0]!)
    expect(names(filesOf(target.hostPid)).filter((name) => !name.includes('.java_pid'))).toEqual(names(before.files))
    death.reject(new Error('it was killed'))
    await expect(abandoned).rejects.toThrow('it was killed')
  },
)

async function samplesIn(directory: string, part: Parameters<typeof readParts>[0][number]): Promise<number> {
  const limits = { memoryBytes: 2 ** 30, seconds: 60, parserUid: 61718 }
  const [parsed] = await readParts([part], { directory, limits, provenance: {} }, signal)
  return hotShareOf(decodeProfile(parsed!.bytes), 'cpu').samples
}
