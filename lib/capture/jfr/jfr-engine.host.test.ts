/** JFR on real JVMs: what it finds, what it says when it cannot, and that nothing of it is left. */
import fs from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { attach } from '../../host/attach/attach.ts'
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

vi.setConfig({ testTimeout: 300_000 }) // a busy machine takes its time
const engine = createJfrEngine()

/** Of the JVM in it: where it is and how it looks before anybody came. */
async function lookAt(container: TestContainer) {
  const hostPid = (await container.jvmPids())[0]!
  return { hostPid, files: filesOf(hostPid), log: await container.logs() }
}

async function expectUntouched(container: TestContainer, before: Awaited<ReturnType<typeof lookAt>>): Promise<void> {
  expect(filesOf(before.hostPid)).toEqual(before.files)
  expect(await container.newLogs(before.log)).toBe('')
  expect(await isHealthy(before.hostPid)).toBe(true)
}

/** Leaves the attach socket there: after the last look at the files. */
async function ask(hostPid: number, ...command: string[]): Promise<string> {
  using process = pinProcess(hostPid)
  return await attach(process, 'the test', 'jcmd', command)
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
      // Who waited for a lock then waits for a CPU, which a busy machine makes longer.
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
])('%s: what stands in the way is predicted, and is what a capture ends with', async (name, code) => {
  await using container = await runMatrixTarget(name)
  const before = await lookAt(container)
  const target = targetOf(before.hostPid)
  const findings = (await engine.examine(target, 'host')).get('cpu')!
  expect(findings.filter(({ level }) => level === 'blocked').map((finding) => finding.code)).toContain(code)
  await expect(recordDirectly(engine, target)).rejects.toMatchObject({ code })
  await expectUntouched(container, before)
})

test('cancelled while it records, it leaves nothing; saved, it has what there was', async () => {
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

test('a picture of the recording so far can be read', async () => {
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
  ['a JVM that is told to end, and removes its repository,', (_, hostPid) => process.kill(hostPid, 'SIGTERM')],
  ['a container that is removed', (container) => container.stop()],
])('%s meanwhile gives what it had written', async (_, end) => {
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

test('what a killed collector left is undone: the recording ends, its files go, the place of JFR is what it was', async () => {
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

test('the recording of somebody else goes on, where it was', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const { hostPid } = await lookAt(container)
  await ask(hostPid, 'JFR.start', 'name=theirs', 'settings=none', '+jdk.CPULoad#enabled=true', '+jdk.CPULoad#period=1s')
  const repository = await repositoryOf(hostPid)
  using recording = await recordDirectly(engine, targetOf(hostPid), { seconds: 6 })
  const profile = (await recording.profiles()).get('cpu')!
  expect(profile.samples.length).toBeGreaterThan(20)
  expect(profile.provenance.maxDepth).toBe(64) // not ours to change any more
  expect(await ask(hostPid, 'JFR.check')).toMatch(/name=theirs .*running/)
  expect(await repositoryOf(hostPid)).toBe(repository)
  expect(fs.readdirSync(`/proc/${hostPid}/root/tmp`).filter((name) => name.startsWith('.hearth'))).toEqual([])
})

test('more events than an attach request can hold go by a file of settings', async () => {
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

test('an event that never happens gives no profile', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const before = await lookAt(container)
  using recording = await recordDirectly(engine, targetOf(before.hostPid), { seconds: 2, events: ['exceptions'] })
  expect([...(await recording.profiles()).values()].filter(({ samples }) => samples.length === 0)).toEqual([])
  await expectUntouched(container, before)
})
