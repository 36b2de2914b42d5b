/**
 * JVMs of two containers that share one /tmp, both PID 1: HotSpot gives their attach sockets and symbol maps the same
 * names.
 */
import fs from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { attach } from '../../host/attach/attach.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import type { EngineId } from '../../contract/engines.ts'
import { filesOf } from '../../testing/hosts/left-behind.ts'
import { runContainer } from '../../testing/hosts/containers.ts'
import { startFileCollector } from '../../testing/hosts/file-collector.ts'

const collector = await startFileCollector()

async function startTwo() {
  const shared = fs.mkdtempSync('/var/tmp/hearth-shared-tmp-')
  onTestFinished(() => fs.rmSync(shared, { recursive: true }))
  fs.chmodSync(shared, 0o1777)
  const start = async () => {
    const container = await runContainer({
      image: 'debian-jdk17',
      command: ['java', '-XX:+PreserveFramePointer', '-Xmx64m', '-cp', '/opt/shop/shop.jar', 'shop.Shop'],
      serves: 'shop listens',
      writableMounts: { [shared]: '/tmp' },
    })
    onTestFinished(() => container.stop())
    const hostPid = await container.hostPid()
    return { container, hostPid, target: await collector.findTarget(hostPid), log: await container.logs() }
  }
  const [one, other] = [await start(), await start()]
  expect([one, other].map(({ target }) => target.namespacePid)).toEqual([1, 1])
  return { shared, one, other, files: filesOf(one.hostPid) }
}

async function record({ target }: Awaited<ReturnType<typeof startTwo>>['one'], engine: EngineId) {
  const { id } = await collector.start(target, { engine, vantage: 'host', seconds: 4 })
  const capture = await collector.end(id)
  expect(capture.problem).toBeNull()
  return collector.profileOf(id)
}

/** Expected here: JFR samples Java only, and the profiler's own share depends on the load of the machine. */
const besideNames = ['java-samples-only', 'profiler-work']

test.each([['perf'], ['jfr']] as const)(
  'perf and %s record both JVMs at once, each with the names of its own methods, and leave nothing behind',
  async (second) => {
    const { one, other, files } = await startTwo()
    const profiles = await Promise.all([record(one, 'perf'), record(other, second)])
    for (const { provenance, strings } of profiles) {
      const ofNames = provenance.warnings.filter(({ code }) => !besideNames.includes(code))
      expect(ofNames).toEqual([])
      const { frames, named } = provenance.resolution['java']!
      expect(named / frames).toBeGreaterThan(0.9)
      expect(strings.some((name) => name.startsWith('shop.'))).toBe(true)
    }
    expect(profiles[0].provenance.symbolMaps.length).toBeGreaterThanOrEqual(2)
    expect(filesOf(one.hostPid)).toEqual(files)
    for (const { container, log } of [one, other]) expect(await container.newLogs(log)).toBe('')
  },
)

test('if another program has attached to the other JVM, the profile says whose socket it is, and the socket stays', async () => {
  const { shared, one, other } = await startTwo()
  using neighbour = pinProcess(other.hostPid)
  await attach(neighbour, 'the test', 'jcmd', ['VM.version'], { timeoutMs: attachWaitMs.question })
  const socket = fs.lstatSync(`${shared}/.java_pid1`)
  const { cells } = await collector.client.call('examineTarget', { targetId: one.target.id })
  const jfr = cells.filter(({ engine, vantage }) => engine === 'jfr' && vantage === 'host')
  expect(jfr.length).toBeGreaterThan(1)
  for (const { findings } of jfr) expect(findings.map(({ code }) => code)).toContain('tmp-shared')
  const { id } = await collector.start(one.target, { engine: 'jfr', vantage: 'host' })
  expect((await collector.end(id)).problem).toMatchObject({ code: 'tmp-shared' })
  const { provenance } = await record(one, 'perf')
  const warning = provenance.warnings.find(({ code }) => code === 'java-names-missing')
  expect(warning?.text).toContain(`container ${other.container.id.slice(0, 12)}`)
  expect(warning?.text).toContain('share one /tmp')
  expect(fs.lstatSync(`${shared}/.java_pid1`).ino).toBe(socket.ino)
  expect(await attach(neighbour, 'the test', 'jcmd', ['VM.version'], { timeoutMs: attachWaitMs.question })).toMatch(
    /^JDK 17/m,
  )
  for (const { container, log } of [one, other]) expect(await container.newLogs(log)).toBe('')
})

test('a socket that a killed JVM left does not make the other JVM print a thread dump', async () => {
  const { one, other } = await startTwo()
  using process = pinProcess(one.hostPid)
  {
    await using session = openJvmSession(process, null)
    await session.version() // the end of the session removes its socket
  }
  using neighbour = pinProcess(other.hostPid)
  await attach(neighbour, 'the test', 'jcmd', ['VM.version'], { timeoutMs: attachWaitMs.question })
  await other.container.kill()
  expect(await attach(process, 'the test', 'jcmd', ['VM.version'], { timeoutMs: attachWaitMs.question })).toMatch(
    /^JDK 17/m,
  )
  expect(await one.container.newLogs(one.log)).toBe('')
})
