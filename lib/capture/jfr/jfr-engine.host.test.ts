/** JFR on real JVMs: its failures, a JVM that ends, and that it leaves nothing behind. */
import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { pinProcess } from '../../host/process/pinned-process.ts'
import type { TestContainer } from '../../testing/hosts/containers.ts'
import { hotShareOf } from '../../testing/matrix/hot-share.ts'
import { type MatrixTargetName, runMatrixTarget } from '../../testing/matrix/targets.ts'
import { recordDirectly, targetOf } from '../../testing/hosts/record-directly.ts'
import { askJvm, expectUntouched, lookAtJvm, readJfrRepository } from '../../testing/hosts/jfr-target.ts'
import { filesOf } from '../../testing/hosts/left-behind.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import type { Progress } from '../engine.ts'
import { createJfrEngine } from './jfr-engine.ts'
import { removeJfrRecording } from '../cleanup-records.ts'

vi.setConfig({ testTimeout: 300_000 }) // for a busy machine
const engine = createJfrEngine()
/** Whether so few seconds are left of a recording. On a busy machine a second may pass without a message. */
const isAt = (seconds: number, { secondsLeft }: Progress) => secondsLeft !== null && secondsLeft <= seconds

test.each<[MatrixTargetName, string]>([
  ['FROM scratch, linked runtime, no shell', 'jfr-missing'],
  ['read-only root, no /tmp', 'tmp-not-writable'],
  ['-XX:+DisableAttachMechanism', 'attach-disabled'],
])('%s: the doctor predicts the obstacle, and the capture fails with the same code', async (name, code) => {
  await using container = await runMatrixTarget(name)
  const before = await lookAtJvm(container)
  const target = targetOf(before.hostPid)
  const findings = (await engine.examine(target, 'host')).get('cpu')!
  expect(findings.filter(({ level }) => level === 'blocked').map((finding) => finding.code)).toContain(code)
  await expect(recordDirectly(engine, target)).rejects.toMatchObject({ code })
  await expectUntouched(container, before)
})

test('a capture that is cancelled leaves nothing; one that is saved early has its samples', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const before = await lookAtJvm(container)
  const target = targetOf(before.hostPid)
  const cancel = new AbortController()
  const options = {
    signal: cancel.signal,
    on: (progress: Progress) => isAt(58, progress) && cancel.abort(),
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
      on: (progress) => isAt(56, progress) && save.abort(),
    },
  )
  expect(saved.raw.partial).toBeNull()
  expect((await saved.profiles()).get('cpu')!.samples.length).toBeGreaterThan(20)
  await expectUntouched(container, before)
  expect(await askJvm(before.hostPid, 'JFR.check')).toContain('No available recordings')
})

test('a live snapshot of the recording can be read', async () => {
  await using container = await runMatrixTarget('JDK 25')
  const { hostPid } = await lookAtJvm(container)
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
  const { hostPid } = await lookAtJvm(container)
  let ended: unknown
  using recording = await recordDirectly(
    engine,
    targetOf(hostPid),
    { seconds: 60 },
    {
      on: (progress) => isAt(54, progress) && (ended ??= end(container, hostPid)),
    },
  )
  await ended
  expect(recording.raw.partial).toMatch(/^the JVM ended after/)
  expect((await recording.profiles()).get('cpu')!.samples.length).toBeGreaterThan(20)
})

test('the cleanup after a killed collector ends the recording, removes its files and restores the repository path of JFR', async () => {
  await using container = await runMatrixTarget('JDK 17')
  const before = await lookAtJvm(container)
  let left: readonly CleanupRecord[] = []
  const dead = new AbortController()
  const job = recordDirectly(
    engine,
    targetOf(before.hostPid),
    { seconds: 60 },
    {
      signal: dead.signal,
      on: async (progress) => {
        if (dead.signal.aborted || !isAt(58, progress)) return
        left = progress.cleanup
        using process = pinProcess(before.hostPid)
        for (const record of left) if (record.kind === 'jfr-recording') await removeJfrRecording(process, record)
        expect(filesOf(before.hostPid).filter((file) => !file.includes('.java_pid'))).toEqual(before.files)
        expect(await askJvm(before.hostPid, 'JFR.check')).toContain('No available recordings')
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
  const { hostPid } = await lookAtJvm(container)
  await askJvm(
    hostPid,
    'JFR.start',
    'name=theirs',
    'settings=none',
    '+jdk.CPULoad#enabled=true',
    '+jdk.CPULoad#period=1s',
  )
  const repository = await readJfrRepository(hostPid)
  using recording = await recordDirectly(engine, targetOf(hostPid), { seconds: 6 })
  const profile = (await recording.profiles()).get('cpu')!
  expect(profile.samples.length).toBeGreaterThan(20)
  expect(profile.provenance.maxDepth).toBe(64) // a running recording fixes the depth
  expect(await askJvm(hostPid, 'JFR.check')).toMatch(/name=theirs .*running/)
  expect(await readJfrRepository(hostPid)).toBe(repository)
  expect(fs.readdirSync(`/proc/${hostPid}/root/tmp`).filter((name) => name.startsWith('.hearth'))).toEqual([])
})

test('more events than fit into an attach request are passed in a settings file', async () => {
  await using container = await runMatrixTarget('JDK 25')
  const before = await lookAtJvm(container)
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
  const before = await lookAtJvm(container)
  using recording = await recordDirectly(engine, targetOf(before.hostPid), { seconds: 2, events: ['exceptions'] })
  expect([...(await recording.profiles()).values()].filter(({ samples }) => samples.length === 0)).toEqual([])
  await expectUntouched(container, before)
})
