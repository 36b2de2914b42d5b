import { expect, test } from 'vitest'
import { bareTarget } from '../../testing/hosts/bare-target.ts'
import { filesOf } from '../../testing/hosts/left-behind.ts'
import { runContainer } from '../../testing/hosts/containers.ts'
import { runEngine } from '../../testing/hosts/run-engine.ts'
import { buildThreadTable } from '../../profile/time/thread-table.ts'
import { createPerfEngine } from './perf-engine.ts'

const engine = createPerfEngine({ perfMapAgent: undefined })

test('one JVM is recorded by its control group, and only its own samples are read', async () => {
  await using container = await runContainer({ image: 'debian-jdk17', javaOptions: ['-XX:+PreserveFramePointer'] })
  const [hostPid] = await container.jvmPids()
  const files = filesOf(hostPid!)
  const { profile, recording, progress, snapshots } = await runEngine(
    engine,
    bareTarget(hostPid!, container),
    { seconds: 12 },
    { readsLive: true },
  )
  expect(profile.samples.length + profile.provenance.profilerWork!.samples).toBe(recording.samples)
  expect(profile.provenance).toMatchObject({ engine: 'perf', event: 'cpu', frequencyHz: 99, warnings: [] })
  expect(['cpu-clock', 'cycles']).toContain(profile.provenance.mechanism)
  const { java } = profile.provenance.resolution
  expect(java!.named / java!.frames).toBeGreaterThan(0.95)
  expect(profile.strings.some((name) => name.startsWith('shop.'))).toBe(true)
  expect(buildThreadTable(profile).some(({ name }) => /^(http-worker|customer)-/.test(name))).toBe(true)
  expect(snapshots.length).toBeGreaterThanOrEqual(2)
  const sizes = snapshots.map(({ samples }) => samples.length)
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
  expect(sizes.at(-1)).toBeGreaterThan(sizes[0]!)
  expect(recording.attaches.map(({ what }) => what)).toContain('Compiler.perfmap')
  expect(progress.map(({ state }) => state)).toContain('recording')
  expect(filesOf(hostPid!)).toEqual(files)
}, 60_000)
