/** Captures by the engine that the collector chooses, with real engines: fallback, saving, live snapshots. */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { runContainer } from '../testing/hosts/containers.ts'
import { canBeSilenced, runSilentJvm } from '../testing/hosts/silent-jvm.ts'
import { perfOnHost, slowShop, startFileCollector } from '../testing/hosts/file-collector.ts'
import { startTestCollector } from '../testing/hosts/test-collector.ts'
import { filesOf } from '../testing/hosts/left-behind.ts'
import { waitUntil } from '../testing/wait-until.ts'

const collector = await startFileCollector()

async function liveSnapshotOf(captureId: string) {
  const chunks: Uint8Array[] = []
  for await (const chunk of await collector.client.fetchLive(captureId)) chunks.push(chunk)
  return decodeProfile(Buffer.concat(chunks))
}

test('the doctor’s first choice is used, and the profile says why the others were not', async () => {
  await using container = await runContainer({ image: 'debian-jdk25', env: slowShop })
  const hostPid = (await container.jvmPids())[0]!
  const target = await collector.findTarget(hostPid)
  const files = filesOf(hostPid)
  const { cells, plans } = await collector.client.call('examineTarget', { targetId: target.id })
  expect(new Set(cells.map(({ engine }) => engine))).toEqual(new Set(['async-profiler', 'perf', 'bpftrace', 'jfr']))
  expect(filesOf(hostPid)).toEqual(files)

  const { id } = await collector.start(target, { seconds: 3 })
  const capture = await collector.end(id)
  expect(capture).toMatchObject({ problem: null, fallbacks: [] })
  expect(capture.plan).toEqual(plans.find(({ event }) => event === 'cpu')!.plans[0])
  const { provenance } = await collector.profileOf(id)
  expect(provenance).toMatchObject({ engine: capture.plan!.engine, vantage: 'host' })
  expect(provenance.enginesNotUsed).toHaveLength(3)
  for (const { reason } of provenance.enginesNotUsed) expect(reason).toMatch(/^[A-Z].*\.$/)
  expect(provenance.overhead!.during!.cpuPercent).toBeGreaterThan(0)
  expect(provenance.overhead!.attaches.length).toBeGreaterThan(0)
  expect(filesOf(hostPid)).toEqual(files)
})

test.skipIf(!canBeSilenced)(
  'a JVM that does not answer attach requests is recorded by perf, without the names of Java methods',
  async () => {
    await using silent = await runSilentJvm({ image: 'debian-jdk17', env: slowShop })
    const target = await collector.findTarget(silent.hostPid)
    const files = filesOf(silent.hostPid)
    await silent.silence()
    const { id } = await collector.start(target, { seconds: 3 })
    const capture = await collector.end(id)
    expect(capture).toMatchObject({ problem: null, plan: { engine: 'perf', vantage: 'host' } })
    const { provenance, strings } = await collector.profileOf(id)
    const warning = provenance.warnings.find(({ code }) => code === 'java-names-missing')
    expect(warning?.text).toMatch(/^Java methods have no names: .* did not answer within \d+ s\.$/)
    expect(strings.some((name) => name.includes('PriceRules'))).toBe(false)
    expect(provenance.enginesNotUsed[0]).toMatchObject({ engine: 'async-profiler' })
    await silent.wake()
    const others = (file: string) => !/\/(go|\.java_pid\d+) /.test(file) // these files belong to the test, which silences and wakes the JVM
    expect(filesOf(silent.hostPid).filter(others)).toEqual(files)
  },
  120_000,
)

test.skipIf(!canBeSilenced)(
  'a JVM that answers only after the recording still names its Java methods',
  async () => {
    await using silent = await runSilentJvm({ image: 'debian-jdk17', env: slowShop })
    const target = await collector.findTarget(silent.hostPid)
    await silent.silence()
    const { id } = await collector.start(target, { ...perfOnHost, seconds: 2 })
    await collector.waitFor(id, 'its seconds are over', ({ secondsLeft }) => secondsLeft === 0)
    await silent.wake()
    expect(await collector.end(id)).toMatchObject({ problem: null, plan: { engine: 'perf' } })
    const { provenance, strings } = await collector.profileOf(id)
    expect(provenance.warnings.map(({ code }) => code)).not.toContain('java-names-missing')
    expect(strings.some((name) => name.includes('PriceRules'))).toBe(true)
  },
  120_000,
)

test('an engine that fails while recording is replaced by the next one', async () => {
  // This perf passes all checks of the doctor, and fails to record.
  const whole = `${collector.runDirectory}/whole-perf`
  const broken = `${collector.runDirectory}/broken-perf`
  fs.copyFileSync(fs.realpathSync('/usr/bin/perf'), whole)
  fs.writeFileSync(broken, `#!/bin/sh\n[ "$1" = record ] && { echo broken >&2; exit 1; }\nexec ${whole} "$@"\n`, {
    mode: 0o755,
  })
  const breakPerf = `mount --bind ${broken} "$(readlink -f /usr/bin/perf)" && exec "$@"`
  await using ours = await startTestCollector({
    prefix: ['unshare', '--mount', 'sh', '-c', breakPerf, 'sh'],
    env: { HEARTH_ASYNC_PROFILER: '/nonexistent' },
  })
  await using container = await runContainer({
    image: 'debian-jdk25',
    env: slowShop,
    javaOptions: ['-XX:+PreserveFramePointer'], // so that perf is ready
  })
  const hostPid = (await container.jvmPids())[0]!
  const target = await ours.findTarget(hostPid)
  const files = filesOf(hostPid)
  const { id } = await ours.start(target, { seconds: 3, vantage: 'host' })
  const capture = await ours.end(id)
  expect(capture).toMatchObject({
    problem: null,
    fallbacks: [{ engine: 'perf', vantage: 'host', problem: { code: 'tool-failed' } }],
  })
  expect(['bpftrace', 'jfr']).toContain(capture.plan!.engine)
  const { provenance, samples } = await ours.profileOf(id)
  expect(samples.length).toBeGreaterThan(0)
  expect(provenance.engine).toBe(capture.plan!.engine)
  expect(provenance.enginesNotUsed.find(({ engine }) => engine === 'perf')!.reason).toMatch(/^It was tried and failed:/)
  expect(provenance.enginesNotUsed.find(({ engine }) => engine === 'async-profiler')!.reason).toMatch(/^Hearth has no/)
  expect(filesOf(hostPid)).toEqual(files)
  expect(ours.log()).toBe('')
})

test('a recording has live snapshots while it runs, and can be saved early', async () => {
  await using container = await runContainer({ image: 'scratch-jdk17', env: slowShop })
  const hostPid = await container.hostPid()
  const target = await collector.findTarget(hostPid)
  const files = filesOf(hostPid)
  const { id } = await collector.start(target, { ...perfOnHost, seconds: 300 })
  await collector.waitFor(id, 'two snapshots', ({ live }) => live >= 2)
  expect((await liveSnapshotOf(id)).samples.length).toBeGreaterThan(0)
  await collector.client.call('saveCapture', { captureId: id })
  const capture = await collector.end(id)
  expect(capture).toMatchObject({ problem: null, partial: null })
  const { provenance, samples } = await collector.profileOf(id)
  expect(samples.length).toBeGreaterThan(0)
  expect(provenance.durationMs!).toBeLessThan(200_000)
  await expect(liveSnapshotOf(id)).rejects.toMatchObject({ code: 'not-found' })
  expect(filesOf(hostPid)).toEqual(files)
})

test('a flight recorder keeps the last seconds, continues after it was saved, and ends when it is cancelled', async () => {
  await using container = await runContainer({ image: 'scratch-jdk17', env: slowShop })
  const hostPid = await container.hostPid()
  const target = await collector.findTarget(hostPid)
  const files = filesOf(hostPid)
  const { id } = await collector.start(target, { mode: 'flight-recorder', seconds: 5 })
  await collector.waitFor(id, 'recording samples', ({ samples }) => samples > 0)
  await collector.client.call('saveCapture', { captureId: id })
  expect(await collector.end(id)).toMatchObject({ problem: null, plan: { engine: 'perf' } })
  expect((await collector.profileOf(id)).samples.length).toBeGreaterThan(0)
  const next = await waitUntil('another one records', async () => {
    const [newest] = await collector.client.call('listCaptures', {})
    return newest!.id !== id && newest!.state === 'recording' ? newest : undefined
  })
  expect(next.request).toMatchObject({ mode: 'flight-recorder', seconds: 5 })
  expect((await collector.client.call('cancelCapture', { captureId: next.id })).state).toBe('cancelled')
  await expect.poll(() => filesOf(hostPid), { timeout: 15_000 }).toEqual(files)
})
