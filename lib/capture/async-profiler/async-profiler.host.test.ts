/**
 * async-profiler in real containers: right profiles where it can work, the predicted Problem where not, nothing left
 * behind.
 */
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isProblem } from '../../errors.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { frameKinds, type Profile } from '../../profile/model/profile.ts'
import { asyncProfilerForTests } from '../../testing/hosts/async-profiler.ts'
import type { TestContainer } from '../../testing/hosts/containers.ts'
import { isHealthy } from '../../testing/matrix/health.ts'
import { hotShareOf } from '../../testing/matrix/hot-share.ts'
import { type MatrixTargetName, runMatrixTarget } from '../../testing/matrix/targets.ts'
import { recordDirectly, type DirectRecording, targetOf } from '../../testing/hosts/record-directly.ts'
import { filesOf } from '../../testing/hosts/left-behind.ts'
import { byTier } from '../../testing/tier.ts'
import type { CaptureEngine } from '../engine.ts'
import { readParts } from '../read-parts.ts'
import { createAsyncProfilerEngine } from './async-profiler-engine.ts'

const signal = new AbortController().signal
let engine: CaptureEngine
beforeAll(async () => {
  engine = createAsyncProfilerEngine({ asyncProfiler: await asyncProfilerForTests(), dataDirectory: '/nonexistent' })
})

let container: TestContainer | undefined
afterEach(async () => {
  await container?.stop()
  container = undefined
})

async function start(name: MatrixTargetName, more?: readonly string[]) {
  container = await runMatrixTarget(name, more)
  const [hostPid] = await container.jvmPids()
  const before = { files: filesOf(hostPid!), logs: await container.logs() }
  /** As it was: alive, serving, no file more, no line more in its log. */
  const expectUntouched = async () => {
    expect(filesOf(hostPid!)).toEqual(before.files)
    expect(await container!.newLogs(before.logs)).toBe('')
    expect(await container!.jvmPids()).toContain(hostPid)
    expect(await isHealthy(hostPid!)).toBe(true)
  }
  return { hostPid: hostPid!, target: targetOf(hostPid!), container, expectUntouched }
}

async function profilesOf({ raw, directory }: DirectRecording): Promise<Map<EventId, Profile>> {
  const limits = { memoryBytes: 2 ** 30, seconds: 60, parserUid: 61718 }
  const parsed = await readParts(raw.parts, { directory, limits, provenance: {} }, signal)
  return new Map(parsed.map(({ event, bytes }) => [event as EventId, decodeProfile(bytes)]))
}

/**
 * Within 5 points, and what chance does to so few samples as a busy host gives: three standard deviations. Of locks 20:
 * how long each is waited for is up to the host's scheduler, too.
 */
function expectShare(profile: Profile, event: EventId, expected: number): void {
  const { share, samples } = hotShareOf(profile, event)
  expect(samples, event).toBeGreaterThan(0)
  const chance = 3 * Math.sqrt((expected * (1 - expected)) / samples)
  const systematic = event === 'lock' ? 0.2 : 0.05
  expect(Math.abs(share - expected), `${event} ${share} of ${samples}`).toBeLessThan(systematic + chance)
}

const usual: MatrixTargetName[] = [
  'FROM scratch, linked runtime, no shell',
  'cap-drop=ALL, no-new-privileges',
  'read-only root, noexec tmpfs on /tmp',
]
const working = byTier(usual, [...usual, 'Debian, a user of its own', 'JDK 17', 'JDK 25'] satisfies MatrixTargetName[])

describe('where async-profiler can work', () => {
  test.each(working)('%s: four graphs of one recording, and nothing is left', async (name) => {
    const { target, expectUntouched } = await start(name)
    const findings = await engine.examine(target, 'host')
    const events: EventId[] = ['cpu', 'wall', 'alloc', 'lock']
    for (const event of events) expect(findings.get(event)!.filter(({ level }) => level === 'blocked')).toEqual([])
    await expectUntouched()

    using recording = await recordDirectly(engine, target, { events, seconds: 5 })
    await expectUntouched()
    expect(recording.raw.partial).toBeNull()
    expect(recording.raw.attaches.map(({ what }) => what)).toContain('load')
    const profiles = await profilesOf(recording)
    expect([...profiles.keys()]).toEqual(events)
    expect(profiles.get('cpu')!.provenance).toMatchObject({
      engine: 'async-profiler',
      event: 'cpu',
      mechanism: 'ctimer',
    })
    expect(Math.round(profiles.get('cpu')!.provenance.frequencyHz!)).toBe(99)
    const planted: [EventId, number][] = [
      ['cpu', 0.6],
      ['wall', 0.6],
      ['alloc', 0.7],
      ['lock', 0.7],
    ]
    for (const [event, expected] of planted) expectShare(profiles.get(event)!, event, expected)
  })
})

test('native memory, allocations and what stays of them, in bytes, from one recording', async () => {
  // 8 MB stay alive, and about 16 of their objects are sampled. Of a single buffer, often no sample is alive at the
  // end.
  const { target, expectUntouched } = await start('JDK 25', ['-Dmatrix.kept=8192'])
  const events: EventId[] = ['alloc', 'native-memory', 'live-heap']
  using recording = await recordDirectly(engine, target, { events, seconds: 5 })
  await expectUntouched()
  const profiles = await profilesOf(recording)
  expect([...profiles.keys()].sort()).toEqual([...events].sort())
  for (const [event, profile] of profiles) expect(profile.unit, event).toBe('bytes')
  expect(hotShareOf(profiles.get('live-heap')!, 'live-heap').samples).toBeGreaterThan(0)
})

describe('kernel frames', () => {
  test.each(['cap-drop=ALL, no-new-privileges', 'JDK 25'] as const)(
    'come by perf events that are handed over: %s',
    async (name) => {
      const { target, expectUntouched } = await start(name)
      using recording = await recordDirectly(engine, target, { seconds: 4, kernelFrames: true, frequencyHz: 200 })
      await expectUntouched()
      const profile = (await profilesOf(recording)).get('cpu')!
      expect(profile.provenance.mechanism).toBe('perf_events')
      expect(profile.provenance.warnings.map(({ code }) => code)).not.toContain('no-kernel-frames')
      expect([...profile.frames.kind].some((kind) => frameKinds[kind] === 'kernel')).toBe(true)
      expectShare(profile, 'cpu', 0.6)
    },
  )
})

const blocked: [MatrixTargetName, string, string[]][] = [
  ['read-only root, no /tmp', 'tmp-not-writable', []],
  ['-XX:+DisableAttachMechanism', 'attach-disabled', []],
  ['-XX:-EnableDynamicAgentLoading', 'dynamic-loading-disabled', []],
  ['JDK 17', 'dynamic-loading-disabled', ['-XX:-EnableDynamicAgentLoading']],
]

describe('where it cannot', () => {
  test('it is missed from a helper container, too, when there is no library', async () => {
    const { target } = await start('JDK 17')
    const without = createAsyncProfilerEngine({ asyncProfiler: '/no/such', dataDirectory: '/no/such' })
    const found = (await without.examine(target, 'helper')).get('cpu')
    expect(found).toMatchObject([{ code: 'async-profiler-missing', level: 'blocked' }])
  })

  test.each(blocked)('%s: the doctor says %s, and so does the capture', async (name, code, more) => {
    const { target, expectUntouched } = await start(name, more)
    const findings = await engine.examine(target, 'host')
    expect(
      findings
        .get('cpu')!
        .filter(({ level }) => level === 'blocked')
        .map((finding) => finding.code),
    ).toContain(code)
    const failed = await recordDirectly(engine, target).catch((error: unknown) => error)
    expect(isProblem(failed) && failed.code).toBe(code)
    await expectUntouched()
  })
})
