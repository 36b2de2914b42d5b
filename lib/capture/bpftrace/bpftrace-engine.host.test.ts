/** bpftrace on real JVMs: what it finds, and that nothing of it is left. */
import { expect, test, vi } from 'vitest'
import type { Profile } from '../../profile/model/profile.ts'
import { asyncProfilerForTests } from '../../testing/hosts/async-profiler.ts'
import { filesOf, processesWith } from '../../testing/hosts/left-behind.ts'
import { hotShareOf } from '../../testing/matrix/hot-share.ts'
import { isHealthy } from '../../testing/matrix/health.ts'
import { type MatrixTargetName, runMatrixTarget } from '../../testing/matrix/targets.ts'
import { recordDirectly, targetOf } from '../../testing/hosts/record-directly.ts'
import { assessStacks } from '../../profile/quality/stack-quality.ts'
import { createAsyncProfilerEngine } from '../async-profiler/async-profiler-engine.ts'
import { createBpftraceEngine } from './bpftrace-engine.ts'

vi.setConfig({ testTimeout: 300_000 }) // a busy machine takes its time
const engine = createBpftraceEngine({ perfMapAgent: undefined })

function namesOf({ strings, frames }: Profile, kind: number): string[] {
  return Array.from(frames.name, (name, frame) => (frames.kind[frame] === kind ? strings[name]! : '')).filter(Boolean)
}

test.each<MatrixTargetName>(['JDK 17', 'JDK 25', 'FROM scratch, linked runtime, no shell'])(
  '%s: the hot method has its share, and native, vm and kernel frames have names',
  async (name) => {
    await using container = await runMatrixTarget(name)
    const hostPid = (await container.jvmPids())[0]!
    const before = { files: filesOf(hostPid), log: await container.logs() }
    using recording = await recordDirectly(engine, targetOf(hostPid), { seconds: 6 })
    const profile = (await recording.profiles()).get('cpu')!
    const { share, samples } = hotShareOf(profile, 'cpu')
    expect(samples).toBeGreaterThan(20)
    expect(Math.abs(share - 0.6)).toBeLessThan(0.15)
    const { java, kernel } = profile.provenance.resolution
    expect(java!.named / java!.frames).toBeGreaterThan(0.98)
    expect(kernel!.named / kernel!.frames).toBeGreaterThan(0.95)
    expect(namesOf(profile, 1)).toContain('JavaCalls::call_helper')
    expect(profile.provenance).toMatchObject({ engine: 'bpftrace', mechanism: 'cpu-clock', lostSamples: 0 })
    expect([...profile.samples.time].every((time) => time >= 0 && time <= profile.provenance.durationMs! + 2000)).toBe(
      true,
    )
    const dropped = profile.provenance.profilerWork!.weight
    expect(recording.raw.samples).toBe([...profile.samples.weight].reduce((sum, weight) => sum + weight, dropped))
    expect(filesOf(hostPid)).toEqual(before.files)
    expect(await container.newLogs(before.log)).toBe('')
    expect(await isHealthy(hostPid)).toBe(true)
    expect(processesWith(`pid == ${hostPid}`)).toEqual([])
  },
)

test('time that threads wait, by the scheduler, in nanoseconds', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const hostPid = (await container.jvmPids())[0]!
  const found = await engine.examine(targetOf(hostPid), 'host')
  // Before the click: Debian's C library has no frame pointers.
  expect(found.get('off-cpu')).toMatchObject([{ code: 'waits-without-callers', level: 'degraded' }])
  expect(found.get('cpu')).toEqual([])
  // async-profiler brings libpthread along, which has no function to look at.
  const asyncProfiler = createAsyncProfilerEngine({
    asyncProfiler: await asyncProfilerForTests(),
    dataDirectory: '/nonexistent',
  })
  using _loads = await recordDirectly(asyncProfiler, targetOf(hostPid), { seconds: 1 })
  const again = await engine.examine(targetOf(hostPid), 'host')
  expect(again.get('off-cpu')).toMatchObject([{ code: 'waits-without-callers', level: 'degraded' }])
  using recording = await recordDirectly(engine, targetOf(hostPid), { seconds: 8, events: ['off-cpu'] })
  const profile = (await recording.profiles()).get('off-cpu')!
  const ours = { ...profile, provenance: { ...profile.provenance, vantage: 'host' } as const } // as the collector would say
  expect(assessStacks(ours).findings.map(({ code }) => code)).toContain('library-without-frame-pointers')
  expect(profile.unit).toBe('nanoseconds')
  const waiter = [...profile.threads.name].findIndex((name) => profile.strings[name] === 'matrix-waiter')
  let waitedMs = 0
  profile.samples.weight.forEach((weight, sample) => {
    if (profile.samples.thread[sample] === waiter) waitedMs += weight / 1e6
  })
  // It does nothing but wait for locks.
  expect(waitedMs).toBeGreaterThan(0.3 * profile.provenance.durationMs!)
  expect(waitedMs).toBeLessThan(1.2 * profile.provenance.durationMs!)
  expect(namesOf(profile, 3)).toContain('schedule')
  expect(recording.progress.some(({ live }) => live !== undefined)).toBe(true)
  expect(processesWith(`pid == ${hostPid}`)).toEqual([])
})

test('a recording that is cancelled leaves nothing, one that is saved has what there was', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const hostPid = (await container.jvmPids())[0]!
  const files = filesOf(hostPid)
  const cancel = new AbortController()
  const cancelled = recordDirectly(
    engine,
    targetOf(hostPid),
    { seconds: 60 },
    {
      signal: cancel.signal,
      on: ({ samples }) => samples > 0 && cancel.abort(),
    },
  )
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
  expect(filesOf(hostPid)).toEqual(files)
  expect(processesWith(`pid == ${hostPid}`)).toEqual([])

  const save = new AbortController()
  using saved = await recordDirectly(
    engine,
    targetOf(hostPid),
    { seconds: 60 },
    {
      save: save.signal,
      on: ({ samples }) => samples > 0 && save.abort(),
    },
  )
  expect(saved.raw).toMatchObject({ partial: null })
  expect((await saved.profiles()).get('cpu')!.samples.length).toBeGreaterThan(0)
  expect(filesOf(hostPid)).toEqual(files)
})

test('a JVM that is killed meanwhile gives what was recorded until then', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const hostPid = (await container.jvmPids())[0]!
  let killed: Promise<void> | undefined
  using recording = await recordDirectly(
    engine,
    targetOf(hostPid),
    { seconds: 60 },
    {
      on: ({ samples }) => samples > 100 && (killed ??= container.kill()),
    },
  )
  expect(recording.raw.partial).toMatch(/^the JVM ended after/)
  expect((await recording.profiles()).get('cpu')!.samples.length).toBeGreaterThan(0)
})
