/** Captures through the collector's socket, with real perf and real JVMs: how they end, and what they leave. */
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Readiness } from '../../contract/doctor.ts'
import type { WatchEvent } from '../../contract/live-events.ts'
import type { Target } from '../../contract/target.ts'
import { findJdk } from '../../host/jvm/jdk.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { runContainer } from '../../testing/hosts/containers.ts'
import { startTestEngine } from '../../testing/hosts/docker-engine.ts'
import { perfOnHost, slowShop, startFileCollector } from '../../testing/hosts/file-collector.ts'
import { startTestCollector } from '../../testing/hosts/test-collector.ts'
import { filesOf, processesWith } from '../../testing/hosts/left-behind.ts'
import { isFullTier } from '../../testing/tier.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const collector = await startFileCollector()

async function perfCell(target: Target, client = collector): Promise<Readiness | undefined> {
  const { cells } = await client.client.call('examineTarget', { targetId: target.id })
  return cells.find(({ engine, event, vantage }) => engine === 'perf' && event === 'cpu' && vantage === 'host')
}

function javaShare({ provenance }: Profile): number {
  const { frames, named } = provenance.resolution['java']!
  return named / frames
}

test('a container that starts is listed, and its readiness can be examined', async () => {
  const abort = new AbortController()
  const events = collector.client.watch(abort.signal)[Symbol.asyncIterator]()
  await events.next()
  await using container = await runContainer({ image: 'scratch-jdk25', env: slowShop })
  let seen: Target | undefined
  while (seen?.container?.id !== container.id) {
    const { value } = (await events.next()) as { value: WatchEvent }
    if (value.type === 'target') seen = value.target
  }
  abort.abort()
  expect(await perfCell(seen)).toEqual({ ...perfOnHost, event: 'cpu', level: 'ready', findings: [] })
})

test('the doctor asks the JVM whether it keeps frame pointers, and leaves nothing behind', async () => {
  // The command line sets the flag; the JVM takes the last value, which is from an environment variable.
  const env = { ...slowShop, _JAVA_OPTIONS: '-XX:-PreserveFramePointer' }
  await using container = await runContainer({ image: 'scratch-jdk17', env })
  const hostPid = await container.hostPid()
  const files = filesOf(hostPid)
  const target = await collector.findTarget(hostPid)
  expect(await perfCell(target)).toMatchObject({ level: 'degraded', findings: [{ code: 'no-frame-pointer' }] })
  expect(filesOf(hostPid)).toEqual(files)
})

describe('a capture', () => {
  test('of a JVM that is captured already is the capture that runs', async () => {
    await using container = await runContainer({ image: 'scratch-jdk17', env: slowShop })
    const target = await collector.findTarget(await container.hostPid())
    const [first, second] = await Promise.all([
      collector.start(target, { ...perfOnHost, seconds: 20 }),
      collector.start(target),
    ])
    expect(second.id).toBe(first.id)
    expect([first.timesAsked, second.timesAsked].sort()).toEqual([1, 2])
    expect((await collector.client.call('cancelCapture', { captureId: first.id })).state).toBe('cancelled')
  })

  test.each(['queued', 'checking', 'recording', 'symbolising'] as const)(
    'that is cancelled while %s ends at once and leaves nothing',
    async (state) => {
      await using container = await runContainer({ image: 'scratch-jdk17', env: slowShop })
      const hostPid = await container.hostPid()
      const target = await collector.findTarget(hostPid)
      const files = filesOf(hostPid)
      const { id } = await collector.start(target, perfOnHost)
      // The states change quickly: cancel as soon as the event arrives.
      const abort = new AbortController()
      for await (const event of collector.client.watch(abort.signal)) {
        const captures = event.type === 'snapshot' ? event.captures : event.type === 'capture' ? [event.capture] : []
        if (captures.some((capture) => capture.id === id && (state === 'queued' || capture.state === state))) break
      }
      abort.abort()
      const cancelled = await collector.client.call('cancelCapture', { captureId: id })
      expect(cancelled).toMatchObject({ state: 'cancelled', problem: null, artefacts: [] })
      // A symbol map may still be written: the collector asks the JVM once, over its socket, whether it has finished.
      await expect.poll(() => filesOf(hostPid), { timeout: 15_000 }).toEqual(files)
      expect(processesWith(collector.runDirectory)).toEqual([])
      expect(fs.readdirSync(`${collector.runDirectory}/work`)).toEqual([])
    },
  )

  test.each(['perf', 'jfr'] as const)(
    'by %s whose container is removed keeps its samples, and says so',
    async (engine) => {
      await using container = await runContainer({ image: 'debian-jdk17', env: slowShop })
      const target = await collector.findTarget((await container.jvmPids())[0]!)
      const { id } = await collector.start(target, { engine, vantage: 'host', seconds: 60 })
      await collector.waitFor(
        id,
        'recording for 2 s',
        ({ state, secondsLeft }) => state === 'recording' && secondsLeft! <= 58,
      )
      await container.stop()
      const { problem, partial } = await collector.end(id)
      expect(problem).toBeNull()
      expect(partial).toMatch(/^the JVM ended after \d.*; its container was removed$/)
      expect((await collector.profileOf(id)).samples.length).toBeGreaterThan(0)
    },
  )

  test('of an idle JVM whose container is killed says when it ended, and how', async () => {
    await using container = await runContainer({ image: 'debian-jdk17', env: { SHOP_SELF_LOAD: '0' } })
    const target = await collector.findTarget((await container.jvmPids())[0]!)
    const { id } = await collector.start(target, { engine: 'jfr', vantage: 'host', seconds: 60, events: ['lock'] })
    await collector.waitFor(
      id,
      'recording for 2 s',
      ({ state, secondsLeft }) => state === 'recording' && secondsLeft! <= 58,
    )
    await container.kill()
    const { state, problem } = await collector.end(id)
    expect([state, problem?.code]).toEqual(['failed', 'target-gone'])
    expect(problem?.title).toMatch(
      /^The JVM ended \d.* into the recording: its container ended with exit code 137[.] No sample of \S+ was kept[.]$/,
    )
  })

  test('is queued while the maximum of captures runs', async () => {
    await using one = await runContainer({ image: 'scratch-jdk17', env: slowShop })
    await using two = await runContainer({ image: 'scratch-jdk17', env: slowShop })
    await using three = await runContainer({ image: 'scratch-jdk17', env: slowShop })
    const targets = await Promise.all([one, two, three].map(async (c) => collector.findTarget(await c.hostPid())))
    // The first two run until they are ended by request, so that the third cannot start by itself.
    const started: { readonly id: string }[] = []
    // One after the other: of concurrent requests, any may be the last.
    for (const target of targets) started.push(await collector.start(target, { ...perfOnHost, seconds: 60 }))
    for (const { id } of started.slice(0, 2))
      await collector.waitFor(id, 'recording', ({ state, samples }) => state === 'recording' && samples > 0)
    const captures = await collector.client.call('listCaptures', {})
    expect(captures.filter(({ state }) => state === 'queued').map(({ id }) => id)).toEqual([started[2]!.id])
    for (const { id } of started.slice(0, 2)) await collector.client.call('saveCapture', { captureId: id })
    await collector.waitFor(started[2]!.id, 'recording', ({ state, samples }) => state === 'recording' && samples > 0)
    await collector.client.call('saveCapture', { captureId: started[2]!.id })
    for (const { id } of started) expect((await collector.end(id)).artefacts).toHaveLength(1)
  })

  test('names the frames of each of two JVMs in one container by its own symbol map', async () => {
    const java = 'java -XX:+PreserveFramePointer -Xmx64m -cp /opt/shop/shop.jar shop.Shop'
    const command = ['/bin/sh', '-c', `${java} & SHOP_PORT=8081 ${java} & wait`]
    await using container = await runContainer({ image: 'debian-jdk17', command })
    await waitUntil('both serve', async () => (await container.logs()).split('shop listens').length === 3, 30_000)
    const hostPids = await container.jvmPids()
    const targets = await Promise.all(hostPids.map((hostPid) => collector.findTarget(hostPid)))
    const captures = await Promise.all(targets.map((target) => collector.start(target, { ...perfOnHost, seconds: 2 })))
    for (const [index, { id }] of captures.entries()) {
      expect(await collector.end(id)).toMatchObject({ problem: null })
      const profile = await collector.profileOf(id)
      expect(profile.provenance.target['hostPid']).toBe(`${hostPids[index]}`)
      expect(javaShare(profile)).toBeGreaterThan(0.99)
    }
  })

  test('of a class called <script> shows that name as it is', async () => {
    const jdk = findJdk()!
    const directory = fs.mkdtempSync('/var/tmp/hearth-script-')
    const source = `public class AscriptB {
      static volatile int sink;
      static void burn() { for (int i = 0; i < 1000000; i++) sink += Integer.toString(i).hashCode(); }
      public static void main(String[] args) { while (true) burn(); }
    }`
    fs.writeFileSync(`${directory}/AscriptB.java`, source)
    execFileSync(`${jdk.home}/bin/javac`, ['-d', directory, `${directory}/AscriptB.java`])
    // Both names have eight bytes, so the constant pool stays valid.
    const code = fs.readFileSync(`${directory}/AscriptB.class`, 'latin1').replaceAll('AscriptB', '<script>')
    fs.writeFileSync(`${directory}/<script>.class`, code, 'latin1')
    const jvm = spawn(`${jdk.home}/bin/java`, ['-XX:+PreserveFramePointer', '-cp', directory, '<script>'])
    try {
      const target = await collector.findTarget(jvm.pid!)
      expect(target.jvm.mainClass).toBe('<script>')
      const { id } = await collector.start(target, perfOnHost)
      expect(await collector.end(id)).toMatchObject({ problem: null, target: { containerId: null } })
      expect((await collector.profileOf(id)).strings).toContain('<script>.burn')
    } finally {
      jvm.kill('SIGKILL')
      fs.rmSync(directory, { recursive: true })
    }
  })

  test('of a stopped JVM fails and says so', async () => {
    await using container = await runContainer({ image: 'scratch-jdk17', env: slowShop })
    const hostPid = await container.hostPid()
    const target = await collector.findTarget(hostPid)
    const attachFiles = () => filesOf(hostPid).filter((name) => name.includes('.attach_pid'))
    process.kill(hostPid, 'SIGSTOP')
    const { id } = await collector.start(target, perfOnHost)
    // Its threads stop one by one, so the first look may still find it running.
    expect((await collector.end(id)).problem).toMatchObject({ code: 'target-stopped' })
    process.kill(hostPid, 'SIGCONT')
    await waitUntil('it has had what was sent to it', () => attachFiles().length === 0)
    expect(await container.logs()).not.toContain('Full thread dump')
  })

  test.skipIf(!isFullTier)(
    'of a JVM that is stopped while it records names the file that may still be written',
    async () => {
      await using container = await runContainer({ image: 'scratch-jdk17', env: slowShop })
      const hostPid = await container.hostPid()
      const target = await collector.findTarget(hostPid)
      const { id } = await collector.start(target, { ...perfOnHost, seconds: 30 })
      await collector.waitFor(id, 'recording samples', ({ samples }) => samples > 0)
      process.kill(hostPid, 'SIGSTOP')
      const { problem, partial } = await collector.end(id)
      expect(problem).toBeNull()
      expect(partial).toMatch(/^the JVM was stopped/)
      const lateFiles = async () =>
        (await collector.client.call('health', {})).find(({ code }) => code === 'late-files')!
      const named = await waitUntil('it is named', async () => ((await lateFiles()).ok ? undefined : lateFiles()))
      expect(named.title).toBe(`Not removed yet: /tmp/perf-1.map of ${container.name}`)
      process.kill(hostPid, 'SIGCONT')
      await waitUntil('nothing is outstanding', async () => (await lateFiles()).ok)
      expect(filesOf(hostPid).join()).not.toContain('perf-1.map')
    },
  )

  test('of a program that is only named java is refused', async () => {
    const command = ['/bin/sh', '-c', 'cp /bin/sleep /tmp/java && exec /tmp/java 1000']
    await using container = await runContainer({ image: 'debian-jdk17', command })
    const hostPid = await container.hostPid()
    await waitUntil('it is called java', () => fs.readFileSync(`/proc/${hostPid}/comm`, 'utf8') === 'java\n')
    await using jvm = await runContainer({ image: 'scratch-jdk17', env: slowShop })
    await collector.findTarget(await jvm.hostPid()) // after a full scan
    const targets = await collector.client.call('listTargets', {})
    expect(targets.filter((target) => target.hostPid === hostPid)).toEqual([])
    await expect(
      collector.client.call('startCapture', { targetId: '0123456789abcdef', requestedBy: 'test' }),
    ).rejects.toMatchObject({ code: 'target-gone' })
    expect(await container.hostPid()).toBe(hostPid)
  })

  test('goes on when the Docker engine dies, and its container is listed again when the engine is back', async () => {
    await using engine = await startTestEngine()
    await using ours = await startTestCollector({ env: { DOCKER_HOST: `unix://${engine.socket}` } })
    await using container = await runContainer({ image: 'scratch-jdk17', env: slowShop, docker: engine.docker })
    const target = await ours.findTarget(await container.hostPid())
    expect(target.container?.id).toBe(container.id)
    const { id } = await ours.start(target, { ...perfOnHost, seconds: 4 })
    await ours.waitFor(id, 'recording', ({ state }) => state === 'recording')
    await engine.kill()
    const capture = await ours.end(id)
    expect(capture).toMatchObject({ problem: null, target: { containerId: container.id } })
    expect(javaShare(await ours.profileOf(id))).toBeGreaterThan(0.9)
    const docker = (await ours.client.call('health', {})).find(({ code }) => code === 'docker')
    expect(docker).toMatchObject({ ok: false })
    await engine.start()
    await waitUntil('Docker answers again', async () =>
      (await ours.client.call('health', {})).some(({ code, ok }) => code === 'docker' && ok),
    )
    expect(ours.log()).toBe('')
  })

  test('without perf on the host names the package to install', async () => {
    const hidePerf = 'mount --bind /dev/null "$(readlink -f /usr/bin/perf)" && exec "$@"'
    await using ours = await startTestCollector({ prefix: ['unshare', '--mount', 'sh', '-c', hidePerf, 'sh'] })
    await using container = await runContainer({ image: 'scratch-jdk17', env: slowShop })
    const target = await ours.findTarget(await container.hostPid())
    expect(await perfCell(target, ours)).toMatchObject({ level: 'blocked', findings: [{ code: 'tool-missing' }] })
    const { id } = await ours.start(target, perfOnHost)
    expect((await ours.end(id)).problem).toMatchObject({ code: 'tool-missing', facts: { package: 'linux-perf' } })
    expect((await ours.client.call('health', {})).find(({ code }) => code === 'perf')).toMatchObject({ ok: false })
  })
})
