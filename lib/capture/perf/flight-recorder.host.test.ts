import { expect, test } from 'vitest'
import { bareTarget } from '../../testing/hosts/bare-target.ts'
import { runContainer } from '../../testing/hosts/containers.ts'
import { runEngine } from '../../testing/hosts/run-engine.ts'
import { filesOf, processesWith } from '../../testing/hosts/left-behind.ts'
import { createPerfEngine } from './perf-engine.ts'

const engine = createPerfEngine({ perfMapAgent: undefined })

test('a flight recorder that is saved keeps its window and nothing before it', async () => {
  await using container = await runContainer({ image: 'debian-jdk17' })
  const [hostPid] = await container.jvmPids()
  const files = filesOf(hostPid!)
  let begun: number | null = null
  const { profile, recording, progress, snapshots, mostBytes } = await runEngine(
    engine,
    bareTarget(hostPid!, container),
    { seconds: 8, mode: 'flight-recorder' },
    {
      readsLive: true,
      onProgress({ state }, save) {
        if (state === 'recording') begun ??= performance.now()
        if (begun !== null && performance.now() - begun > 21_000) save.abort()
      },
    },
  )
  expect(progress.every(({ secondsLeft, state }) => state !== 'recording' || secondsLeft === null)).toBe(true)
  expect(profile.provenance.durationMs).toBeCloseTo(8000, -2)
  const times = [...profile.samples.time]
  expect(Math.min(...times)).toBeGreaterThanOrEqual(-1)
  expect(Math.max(...times)).toBeLessThanOrEqual(8100)
  // From all of it: the beginning lies in a file before the last.
  expect(Math.min(...times)).toBeLessThan(4000)
  expect(Math.max(...times)).toBeGreaterThan(4000)
  // perf writes a sample of a busy CPU late, by less than 250 ms: see mostLateMs of perf-script.ts. A file out of its
  // order would lie further back.
  times.reduce((newest, time) => (expect(time).toBeGreaterThan(newest - 250), Math.max(newest, time)), -Infinity)
  expect(profile.strings.some((name) => name.startsWith('shop.'))).toBe(true)
  const { java } = profile.provenance.resolution
  expect(java!.named / java!.frames).toBeGreaterThan(0.95)
  expect(recording.partial).toBeNull()
  expect(snapshots.length).toBeGreaterThan(0)
  for (const { samples } of snapshots) expect(Math.max(...samples.time)).toBeLessThanOrEqual(8600)
  expect(mostBytes).toBeLessThan(8 * 2 ** 20)
  expect(filesOf(hostPid!)).toEqual(files)
}, 120_000)

test('a flight recorder that is cancelled leaves nothing', async () => {
  await using container = await runContainer({ image: 'scratch-jdk25' })
  const [hostPid] = await container.jvmPids()
  const files = filesOf(hostPid!)
  const abort = new AbortController()
  const run = runEngine(
    engine,
    bareTarget(hostPid!, container, '25'),
    { seconds: 10, mode: 'flight-recorder', frequencyHz: 97 },
    {
      signal: abort.signal,
      onProgress({ state, samples }) {
        if (state === 'recording' && samples > 0) abort.abort(new Error('enough'))
      },
    },
  )
  await expect(run).rejects.toThrow('enough')
  expect(processesWith('--freq 97')).toEqual([])
  expect(filesOf(hostPid!)).toEqual(files)
}, 120_000)
