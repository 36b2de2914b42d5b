/** More than one JVM: its container, and the whole host with the container picked out. */
import { expect, test } from 'vitest'
import type { Profile } from '../../profile/model/profile.ts'
import { threadLabel } from '../../profile/time/thread-names.ts'
import { buildThreadTable } from '../../profile/time/thread-table.ts'
import { bareTarget } from '../../testing/hosts/bare-target.ts'
import { runContainer, type TestContainer } from '../../testing/hosts/containers.ts'
import { runEngine } from '../../testing/hosts/run-engine.ts'
import { filesOf } from '../../testing/hosts/left-behind.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { createPerfEngine } from './perf-engine.ts'

const engine = createPerfEngine({ perfMapAgent: undefined })

/** Beside its first JVM a second one, and a shell that burns what CPU it gets. */
async function fillContainer(container: TestContainer): Promise<[number, number]> {
  const second = 'SHOP_PORT=9090 java -XX:+PreserveFramePointer -Xmx64m -cp /opt/shop/shop.jar shop.Shop'
  await container.exec(['/bin/sh', '-c', `${second} >/dev/null 2>&1 & (while :; do :; done) >/dev/null 2>&1 &`])
  await waitUntil('both JVMs run', async () => (await container.jvmPids()).length === 2)
  const [first, other] = await container.jvmPids()
  const perfData = () => filesOf(first!).filter((line) => /hsperfdata_\w+\/\d+ /.test(line))
  await waitUntil('both have written their counters', () => perfData().length === 2)
  return [first!, other!]
}

/** Names of Java frames in the samples of threads whose label begins so. */
function javaFramesOf(profile: Profile, lane: string): Set<string> {
  const found = new Set<string>()
  const { samples, stacks, frames, strings } = profile
  for (let sample = 0; sample < samples.length; sample++) {
    if (!threadLabel(profile, samples.thread[sample]!).startsWith(lane)) continue
    for (let stack = samples.stack[sample]!; stack !== -1; stack = stacks.parent[stack]!) {
      const frame = stacks.frame[stack]!
      if (frames.kind[frame] === 0) found.add(strings[frames.name[frame]!]!)
    }
  }
  return found
}

const lanesOf = (profile: Profile) =>
  new Set(buildThreadTable(profile).map(({ name }) => name.slice(0, name.lastIndexOf(' · '))))

test('all processes of a container are recorded, a lane each, and both JVMs have names', async () => {
  await using container = await runContainer({ image: 'debian-jdk17', cpus: 2 })
  await using neighbour = await runContainer({ image: 'scratch-jdk17' })
  const [first, second] = await fillContainer(container)
  const files = filesOf(first)
  const target = bareTarget(first, container)
  const { profile, recording, snapshots } = await runEngine(
    engine,
    target,
    { seconds: 12, scope: 'container' },
    { readsLive: true },
  )
  const lanes = lanesOf(profile)
  const laneOf = (hostPid: number) => `java ${bareTarget(hostPid, container).namespacePid}`
  expect(lanes).toContain(laneOf(first))
  expect(lanes).toContain(laneOf(second))
  expect([...lanes].some((lane) => /^sh \d+$/.test(lane))).toBe(true)
  expect([...lanes].every((lane) => /^(java|sh|perf|process) \d+$/.test(lane))).toBe(true)
  for (const hostPid of [first, second]) {
    const names = [...javaFramesOf(profile, laneOf(hostPid))]
    const lane = `${laneOf(hostPid)}: ${names.slice(0, 9).join(' ')} ${JSON.stringify(profile.provenance.warnings)}`
    expect(names.filter((name) => /^(java|shop)\./.test(name)).length, lane).toBeGreaterThan(0)
  }
  expect(profile.samples.length).toBe(recording.samples)
  expect(snapshots.length).toBeGreaterThan(0)
  expect(filesOf(first)).toEqual(files)
  expect(await neighbour.jvmPids()).toHaveLength(1)
}, 90_000)

test('the whole host is recorded, the container picked out by its name', async () => {
  await using container = await runContainer({ image: 'debian-jdk17' })
  await using neighbour = await runContainer({ image: 'scratch-jdk17' })
  const [hostPid] = await container.jvmPids()
  const { profile } = await runEngine(engine, bareTarget(hostPid!, container), { seconds: 6, scope: 'host' })
  const lanes = lanesOf(profile)
  expect([...lanes].some((lane) => lane.startsWith(`${container.name} · java `))).toBe(true)
  expect(lanes).toContain('other processes')
  expect([...lanes].every((lane) => lane === 'other processes' || lane.startsWith(`${container.name} · `))).toBe(true)
  const own = javaFramesOf(profile, container.name)
  expect([...own].some((name) => name.startsWith('shop.'))).toBe(true)
  // The neighbour is the same program: without a symbol map of its own it must not get the names of this one.
  expect([...javaFramesOf(profile, 'other processes')].filter((name) => name.startsWith('shop.'))).toEqual([])
  expect(await neighbour.jvmPids()).toHaveLength(1)
  expect(buildThreadTable(profile).some(({ name }) => name.includes('swapper'))).toBe(false)
}, 90_000)
