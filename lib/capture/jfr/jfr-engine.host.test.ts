/** JFR on real JVMs: its profiles, its failures, and that it leaves nothing behind. */
import fs from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { attach } from '../../host/attach/attach.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import type { TestContainer } from '../../testing/hosts/containers.ts'
import { isHealthy } from '../../testing/matrix/health.ts'
import { hotShareOf } from '../../testing/matrix/hot-share.ts'
import { type MatrixTargetName, runMatrixTarget } from '../../testing/matrix/targets.ts'
import { recordDirectly, targetOf } from '../../testing/hosts/record-directly.ts'
import { filesOf } from '../../testing/hosts/left-behind.ts'
import { byTier } from '../../testing/tier.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import { createJfrEngine } from './jfr-engine.ts'
import { removeJfrRecording } from '../cleanup-records.ts'

vi.setConfig({ testTimeout: 300_000 }) // for a busy machine
const engine = createJfrEngine()

/** The PID of its JVM, with its files and its log before the capture. */
async function lookAt(container: TestContainer) {
  const hostPid = (await container.jvmPids())[0]!
  return { hostPid, files: filesOf(hostPid), log: await container.logs() }
}

async function expectUntouched(container: TestContainer, before: Awaited<ReturnType<typeof lookAt>>): Promise<void> {
  expect(filesOf(before.hostPid)).toEqual(before.files)
  expect(await container.newLogs(before.log)).toBe('')
  expect(await isHealthy(before.hostPid)).toBe(true)
}

/** Leaves the attach socket behind, so call it after the last comparison of the files. */
async function ask(hostPid: number, ...command: string[]): Promise<string> {
  using process = pinProcess(hostPid)
  return await attach(process, 'the test', 'jcmd', command, { timeoutMs: attachWaitMs.question })
}

async function repositoryOf(hostPid: number): Promise<string> {
  return /^Repository path: (.*)$/m.exec(await ask(hostPid, 'JFR.configure'))![1]!
}

describe('one recording has a graph for each event', () => {
  const usual: [MatrixTargetName, string][] = [
    ['JDK 25', 'CPUTimeSample'],
    ['read-only root, noexec tmpfs on /tmp', 'ExecutionSample'],
    ['cap-drop=ALL, no-new-privileges', 'ExecutionSample'],
  ]
  const others: [MatrixTargetName, string][] = [
    ['JDK 17', 'ExecutionSample'],
    ['-XX:-EnableDynamicAgentLoading', 'CPUTimeSample'],
  ]
  test.each(byTier(usual, [...usual, ...others]))('%s', async (name, mechanism) => {
    await using container = await runMatrixTarget(name)
    const before = await lookAt(container)
    const target = targetOf(before.hostPid, { version: mechanism === 'CPUTimeSample' ? '25.0.1' : '17.0.19' })
    const findings = await engine.examine(target, 'host')
    expect(
      Array.from(findings.values())
        .flat()
        .filter(({ level }) => level === 'blocked'),
    ).toEqual([])
    using recording = await recordDirectly(engine, target, { seconds: 8, events: ['cpu', 'alloc', 'lock'] })
    const profiles = await recording.profiles()
    const shares = (['cpu', 'alloc', 'lock'] as const).map((event) => {
      const { share, samples } = hotShareOf(profiles.get(event)!, event)
      return { event, share: Math.round(share * 100), samples }
    })
    await expectUntouched(container, before)
    expect(profiles.get('cpu')!.provenance).toMatchObject({ engine: 'jfr', event: 'cpu', mechanism, maxDepth: 256 })
    for (const { event, share, samples } of shares) {
      expect(samples, event).toBeGreaterThan(10)
      // A thread that has waited for a lock then waits for a CPU, longer on a busy machine.
      const within = event === 'lock' ? 20 : 12
      expect(Math.abs(share - (event === 'cpu' ? 60 : 70)), `${event} ${share}%`).toBeLessThan(within)
    }
    expect(await ask(before.hostPid, 'JFR.check')).toContain('No available recordings')
    expect(fs.existsSync(`/proc/${before.hostPid}/root${await repositoryOf(before.hostPid)}`)).toBe(false)
    expect(await repositoryOf(before.hostPid)).toMatch(/^\/tmp\/\d{4}_/)
  })
})

test.each<[MatrixTargetName, string]>([
  ['FROM scratch, linked runtime, no shell', 'jfr-missing'],
  ['read-only root, no /tmp', 'tmp-not-writable'],
  ['-XX:+DisableAttachMechanism', 'attach-disabled'],
])('%s: the doctor predicts the obstacle, and the capture fails with the same code', async (name, code) => {
  await using container = await runMatrixTarget(name)
  const before = await lookAt(container)
  const target = targetOf(before.hostPid)
  const findings = (await engine.examine(target, 'host')).get('cpu')!
  expect(findings.filter(({ level }) => level === 'blocked').map((finding) => finding.code)).toContain(code)
  await expect(recordDirectly(engine, target)).rejects.toMatchObject({ code })
  await expectUntouched(container, before)
})

test('a capture that is cancelled leaves nothing; one that is saved early has its samples', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const before = await lookAt(container)
  const target = targetOf(before.hostPid)
  const cancel = new AbortController()
  const options = {
    signal: cancel.signal,
    on: ({ secondsLeft }: { secondsLeft: number | null }) => secondsLeft === 58 && cancel.abort(),
  }
  await expect(recordDirectly(engine, target, { seconds: 60 }, options)).rejects.toMatchObject({ name: 'AbortError' })
  await expectUntouched(container, before)

  const save = new AbortController()
  using saved = await recordDirectly(
    engine,
    target,
    { seconds: 60 },
    {
      save: save.signal,
      on: ({ secondsLeft }) => secondsLeft !== null && secondsLeft <= 56 && save.abort(),
    },
  )
  expect(saved.raw.partial).toBeNull()
  expect((await saved.profiles()).get('cpu')!.samples.length).toBeGreaterThan(20)
  await expectUntouched(container, before)
  expect(await ask(before.hostPid, 'JFR.check')).toContain('No available recordings')
})

test('a live snapshot of the recording can be read', async () => {
  await using container = await runMatrixTarget('JDK 25')
  const { hostPid } = await lookAt(container)
  using recording = await recordDirectly(engine, targetOf(hostPid, { version: '25.0.1' }), { seconds: 12 })
  const live = recording.progress.flatMap((progress) => progress.live ?? [])
  expect(live.length).toBeGreaterThan(0)
  const profiles = await recording.profilesOf(live)
  expect(profiles.get('cpu')!.samples.length).toBeGreaterThan(20)
})

test.each<[string, (container: TestContainer, hostPid: number) => unknown]>([
  ['a JVM that is killed', (container) => container.kill()],
  ['a JVM that gets SIGTERM, and removes its JFR repository,', (_, hostPid) => process.kill(hostPid, 'SIGTERM')],
  ['a container that is removed', (container) => container.stop()],
])('%s during a capture gives the samples until then', async (_, end) => {
  await using container = await runMatrixTarget('JDK 17')
  const { hostPid } = await lookAt(container)
  let ended: unknown
  using recording = await recordDirectly(
    engine,
    targetOf(hostPid),
    { seconds: 60 },
    {
      on: ({ secondsLeft }) => secondsLeft === 54 && (ended ??= end(container, hostPid)),
    },
  )
  await ended
  expect(recording.raw.partial).toMatch(/^the JVM ended after/)
  expect((await recording.profiles()).get('cpu')!.samples.length).toBeGreaterThan(20)
})

test('the cleanup after a killed collector ends the recording, removes its files and restores the repository path of JFR', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const before = await lookAt(container)
  let left: readonly CleanupRecord[] = []
  const dead = new AbortController()
  const job = recordDirectly(
    engine,
    targetOf(before.hostPid),
    { seconds: 60 },
    {
      signal: dead.signal,
      on: async ({ cleanup, secondsLeft }) => {
        if (secondsLeft !== 58) return
        left = cleanup
        using process = pinProcess(before.hostPid)
        for (const record of cleanup) if (record.kind === 'jfr-recording') await removeJfrRecording(process, record)
        expect(filesOf(before.hostPid).filter((file) => !file.includes('.java_pid'))).toEqual(before.files)
        expect(await ask(before.hostPid, 'JFR.check')).toContain('No available recordings')
        dead.abort()
      },
    },
  )
  await expect(job).rejects.toMatchObject({ name: 'AbortError' })
  expect(left.map(({ kind }) => kind)).toContain('jfr-recording')
  await expectUntouched(container, before)
})

test('a JFR recording of another program continues in its repository', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const { hostPid } = await lookAt(container)
  await ask(hostPid, 'JFR.start', 'name=theirs', 'settings=none', '+jdk.CPULoad#enabled=true', '+jdk.CPULoad#period=1s')
  const repository = await repositoryOf(hostPid)
  using recording = await recordDirectly(engine, targetOf(hostPid), { seconds: 6 })
  const profile = (await recording.profiles()).get('cpu')!
  expect(profile.samples.length).toBeGreaterThan(20)
  expect(profile.provenance.maxDepth).toBe(64) // a running recording fixes the depth
  expect(await ask(hostPid, 'JFR.check')).toMatch(/name=theirs .*running/)
  expect(await repositoryOf(hostPid)).toBe(repository)
  expect(fs.readdirSync(`/proc/${hostPid}/root/tmp`).filter((name) => name.startsWith('.hearth'))).toEqual([])
})

test('more events than fit into an attach request are passed in a settings file', async () => {
  await using container = await runMatrixTarget('JDK 25')
  const before = await lookAt(container)
  using recording = await recordDirectly(engine, targetOf(before.hostPid, { version: '25.0.1' }), {
    seconds: 5,
    events: ['cpu', 'alloc', 'lock', 'io'],
  })
  const profiles = await recording.profiles()
  expect(profiles.get('cpu')!.provenance.commands.flat().join(' ')).toContain('settings=/tmp/.hearth-')
  for (const event of ['cpu', 'alloc', 'lock'] as const)
    expect(hotShareOf(profiles.get(event)!, event).samples, event).toBeGreaterThan(0)
  await expectUntouched(container, before)
})

test('an event that never occurs gives no profile', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const before = await lookAt(container)
  using recording = await recordDirectly(engine, targetOf(before.hostPid), { seconds: 2, events: ['exceptions'] })
  expect([...(await recording.profiles()).values()].filter(({ samples }) => samples.length === 0)).toEqual([])
  await expectUntouched(container, before)
})
