import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { isProblem } from '../../errors.ts'
import { runContainer, type ContainerOptions, type TestContainer } from '../../testing/hosts/containers.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import {
  attach,
  encodeAttachRequest,
  hasUnansweredSignal,
  lateAnswer,
  loadAgent,
  removeAttachTrigger,
} from './attach.ts'
import { runCleanup } from '../../capture/cleanup-records.ts'
import { openJvmSession } from '../../capture/jvm/jvm-session.ts'
import { findJdk } from '../jvm/jdk.ts'
import { type PinnedProcess, pinProcess } from '../process/pinned-process.ts'
import { triggerListener } from './attach-trigger.ts'
import { attachWaitMs } from './attach-waits.ts'
import { readStatus } from '../process/process-status.ts'
import { sendSigquit } from './sigquit.ts'

const nobody = 65534
const limits = { timeoutMs: attachWaitMs.question }
const pins: PinnedProcess[] = []
afterEach(() => pins.splice(0).forEach((p) => p.close()))

function pin(hostPid: number): PinnedProcess {
  const p = pinProcess(hostPid)
  pins.push(p)
  return p
}

async function startJvm(options: ContainerOptions) {
  const container = await runContainer(options)
  onTestFinished(() => container.stop())
  const [hostPid] = await container.jvmPids()
  return { container, p: pin(hostPid!) }
}

async function startFake(behaviour: string): Promise<{ p: PinnedProcess; child: ChildProcess; socket: string }> {
  const fake = new URL('../../testing/fake-jvm.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [fake, behaviour], { stdio: ['ignore', 'pipe', 'inherit'] })
  const socket = `/tmp/.java_pid${child.pid}`
  onTestFinished(() => {
    child.kill('SIGKILL')
    fs.rmSync(socket, { force: true })
  })
  await once(child.stdout, 'data')
  return { p: pin(child.pid!), child, socket }
}

const filesInTmp = (p: PinnedProcess, prefix: string) =>
  fs.readdirSync(`/proc/${p.hostPid}/root/tmp`).filter((name) => name.startsWith(prefix))
const attachFiles = (p: PinnedProcess) => filesInTmp(p, '.attach_pid')
const socketFiles = (p: PinnedProcess) => filesInTmp(p, '.java_pid')
const stateOf = (p: PinnedProcess) => fs.readFileSync(`/proc/${p.hostPid}/stat`, 'utf8').split(') ')[1]![0]!
const isAlive = (p: PinnedProcess) => !['Z', 'X'].includes(stateOf(p))

describe('a real JVM', () => {
  test.each(['scratch-jdk17', 'debian-jdk25'] as const)('in %s answers, and no trigger is left', async (image) => {
    const { p, container } = await startJvm({ image })
    expect(await attach(p, 'shop', 'printflag', ['PreserveFramePointer'], limits)).toBe('-XX:+PreserveFramePointer\n')
    expect(await attach(p, 'shop', 'jcmd', ['VM.version'], limits)).toMatch(/^JDK \d+/m)
    expect(attachFiles(p)).toEqual([])
    expect(await container.logs()).not.toContain('Full thread dump')
    await expect(loadAgent(p, 'shop', '/no/such.so', '', limits)).rejects.toMatchObject({ code: 'attach-failed' })
    await expect(attach(p, 'shop', 'jcmd', ['No.such'], limits)).rejects.toMatchObject({ code: 'attach-failed' })
  })

  test('answers concurrent first requests', async () => {
    const { p, container } = await startJvm({ image: 'scratch-jdk25' })
    const replies = Array.from({ length: 5 }, () => attach(p, 'shop', 'printflag', ['PreserveFramePointer'], limits))
    expect(new Set(await Promise.all(replies))).toEqual(new Set(['-XX:+PreserveFramePointer\n']))
    expect(await container.logs()).not.toContain('Full thread dump')
    expect(attachFiles(p)).toEqual([])
  })

  test('does not count as not answering the signal while an attach waits for it', async () => {
    const { p } = await startJvm({ image: 'scratch-jdk17' })
    let isAnswered = false
    const answer = attach(p, 'shop', 'jcmd', ['VM.version'], limits).finally(() => (isAnswered = true))
    const seen = new Set<boolean>()
    for (; !isAnswered; await delay(1)) seen.add(hasUnansweredSignal(p))
    expect(await answer).toMatch(/^JDK 17/m)
    expect([...seen]).toEqual([false])
  })

  test('opens its socket again after it was removed from /tmp', async () => {
    const { p } = await startJvm({ image: 'scratch-jdk25' })
    await attach(p, 'shop', 'jcmd', ['VM.version'], limits)
    fs.rmSync(`/proc/${p.hostPid}/root/tmp/.java_pid${readStatus(p).namespacePid}`)
    expect(await attach(p, 'shop', 'jcmd', ['VM.version'], limits)).toMatch(/^JDK 25/m)
  })

  test('with -Xrs gets no signal, and answers at the socket that it opened at its start', async () => {
    const { p } = await startJvm({ image: 'scratch-jdk17', javaOptions: ['-Xrs'] })
    expect(() => sendSigquit(p, 'shop')).toThrow(expect.objectContaining({ code: 'signal-not-caught' }))
    expect(await attach(p, 'shop', 'jcmd', ['VM.version'], limits)).toMatch(/^JDK 17/m)
    fs.rmSync(`/proc/${p.hostPid}/root/tmp/.java_pid1`)
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'signal-not-caught' })
    expect(isAlive(p)).toBe(true)
    expect(attachFiles(p)).toEqual([])
  })

  test.each([
    ['on its command line', { javaOptions: ['-XX:+DisableAttachMechanism'] }],
    ['by JAVA_TOOL_OPTIONS', { env: { JAVA_TOOL_OPTIONS: '-XX:+DisableAttachMechanism' } }],
  ])('with attach disabled %s gets no signal', async (_, options) => {
    const { p, container } = await startJvm({ image: 'scratch-jdk17', ...options })
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'attach-disabled' })
    expect(await container.logs()).not.toContain('Full thread dump')
  })

  const disabling = '-XX:+DisableAttachMechanism'
  /** Files of a directory that the container has as /cfg. */
  function writeFiles(files: Record<string, string>): string {
    const directory = fs.mkdtempSync('/tmp/hearth-options-')
    onTestFinished(() => fs.rmSync(directory, { recursive: true }))
    fs.chmodSync(directory, 0o755)
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(`${directory}/${name}`, text, { mode: 0o644 })
    return directory
  }
  const dumpsOf = async (container: TestContainer) => (await container.logs()).split('Full thread dump').length - 1

  test.each([
    ['an @file of JDK_JAVA_OPTIONS', { JDK_JAVA_OPTIONS: '@/cfg/args' }, { args: disabling }],
    ['-XX:VMOptionsFile', { JAVA_TOOL_OPTIONS: '-XX:VMOptionsFile=/cfg/options' }, { options: `-Xss1m\n${disabling}` }],
    ['-XX:Flags', { _JAVA_OPTIONS: '-XX:Flags=/cfg/flags' }, { flags: '# ours\n+DisableAttachMechanism' }],
  ] as [string, Record<string, string>, Record<string, string>][])(
    'with attach disabled in %s gets no signal, also when the file was removed',
    async (_, env, files) => {
      const directory = writeFiles(files)
      const { p, container } = await startJvm({ image: 'scratch-jdk17', env, mounts: { [directory]: '/cfg' } })
      await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'attach-disabled' })
      for (const name of Object.keys(files)) fs.rmSync(`${directory}/${name}`)
      await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'attach-disabled' })
      expect(await dumpsOf(container)).toBe(0)
    },
  )

  test('with attach disabled and enabled by a later option answers', async () => {
    const env = { JAVA_TOOL_OPTIONS: disabling, _JAVA_OPTIONS: '-XX:-DisableAttachMechanism' }
    const { p } = await startJvm({ image: 'scratch-jdk17', env })
    expect(await attach(p, 'shop', 'jcmd', ['VM.version'], limits)).toMatch(/^JDK 17/m)
  })

  test('with attach disabled in a way that cannot be detected gets one signal, and never another one', async () => {
    const directory = writeFiles({ flags: '+DisableAttachMechanism' })
    const env = { JAVA_TOOL_OPTIONS: '-XX:Flags=/cfg/flags -XX:-UsePerfData' }
    const { p, container } = await startJvm({ image: 'scratch-jdk17', env, mounts: { [directory]: '/cfg' } })
    fs.rmSync(`${directory}/flags`)
    for (let turn = 0; turn < 3; turn++)
      await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({
        code: 'attach-unanswered',
      })
    expect(await dumpsOf(container)).toBe(1)
    expect(attachFiles(p)).toEqual([])
  })

  test('that is paused or stopped is distinguished from one that is slow', async () => {
    const { p, container } = await startJvm({ image: 'scratch-jdk17' })
    await container.pause()
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'target-paused' })
    await container.unpause()
    process.kill(p.hostPid, 'SIGSTOP')
    await waitUntil('the JVM has stopped', () => stateOf(p) === 'T') // later on a busy machine
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'target-stopped' })
    process.kill(p.hostPid, 'SIGCONT')
    expect(await attach(p, 'shop', 'jcmd', ['VM.version'], limits)).toMatch(/^JDK 17/m)
  })

  test('without a writable /tmp gets no signal; a noexec /tmp is no obstacle', async () => {
    const { p, container } = await startJvm({ image: 'scratch-jdk17', readOnly: true })
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'tmp-not-writable' })
    expect(await container.logs()).not.toContain('Full thread dump')
    const noexec = await startJvm({ image: 'scratch-jdk17', readOnly: true, tmpfs: { '/tmp': 'noexec' } })
    expect(await attach(noexec.p, 'shop', 'jcmd', ['VM.version'], limits)).toMatch(/^JDK 17/m)
  })

  test('that restarts is another process', async () => {
    const { p, container } = await startJvm({ image: 'scratch-jdk17' })
    await container.restart()
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'target-gone' })
    expect(() => sendSigquit(p, 'shop')).toThrow(expect.objectContaining({ code: 'target-gone' }))
  })

  test('gets no signal when a link is in place of its attach trigger', async () => {
    const { p, container } = await startJvm({ image: 'scratch-jdk17' })
    const canary = `/tmp/hearth-canary-${process.pid}`
    fs.writeFileSync(canary, 'untouched')
    onTestFinished(() => fs.rmSync(canary))
    fs.symlinkSync(canary, `/proc/${p.hostPid}/root/tmp/.attach_pid1`)
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'unsafe-file' })
    expect(fs.readFileSync(canary, 'utf8')).toBe('untouched')
    expect(fs.statSync(canary).uid).toBe(0)
    expect(await container.logs()).not.toContain('Full thread dump')
  })

  /** The JVM handles its signals in order; a signal without a trigger would print a thread dump. */
  async function expectUnharmed(p: PinnedProcess, container: TestContainer): Promise<void> {
    await waitUntil('its socket was opened and removed', () => lateAnswer(p) === null && socketFiles(p).length === 0)
    expect(attachFiles(p)).toEqual([])
    const session = openJvmSession(p, '17')
    expect(await session.version()).toMatchObject({ feature: 17 })
    await session[Symbol.asyncDispose]()
    expect([...attachFiles(p), ...socketFiles(p)]).toEqual([])
    expect(await container.logs()).not.toContain('Full thread dump')
  }

  test('that is stopped before it sees the trigger is reported at once; the trigger stays until it continues: no thread dump, no file left', async () => {
    const { p, container } = await startJvm({ image: 'scratch-jdk17' })
    const session = openJvmSession(p, '17')
    process.kill(p.hostPid, 'SIGSTOP')
    await waitUntil('the JVM has stopped', () => stateOf(p) === 'T')
    const asked = performance.now()
    // As an attach that read the JVM's state just before the stop.
    const waiting = triggerListener(p, 'shop', readStatus(p), () => Promise.resolve(null))
    await expect(waiting).rejects.toMatchObject({ code: 'target-stopped' })
    expect(performance.now() - asked).toBeLessThan(attachWaitMs.listener / 2)
    await expect(session.booleanFlag('PreserveFramePointer')).rejects.toMatchObject({ code: 'target-stopped' })
    await session[Symbol.asyncDispose]()
    removeAttachTrigger(p, readStatus(p)) // as a failed capture does
    expect(attachFiles(p)).not.toEqual([])
    process.kill(p.hostPid, 'SIGCONT')
    await expectUnharmed(p, container)
  })

  test('that is stopped during an attach that is cancelled prints no thread dump either', async () => {
    const { p, container } = await startJvm({ image: 'scratch-jdk17' })
    const asking = new AbortController()
    const session = openJvmSession(p, '17')
    const version = session.version(asking.signal)
    const queued = session.booleanFlag('PreserveFramePointer', asking.signal)
    const refusals = Promise.allSettled([version, queued])
    while (attachFiles(p).length === 0) await delay(0) // the signal is sent in the same turn of the event loop
    process.kill(p.hostPid, 'SIGSTOP')
    asking.abort(new Error('enough'))
    expect(await refusals).toMatchObject([{ reason: { message: 'enough' } }, { reason: { message: 'enough' } }])
    await session[Symbol.asyncDispose]()
    process.kill(p.hostPid, 'SIGCONT')
    await expectUnharmed(p, container)
  })

  test('that ends while its trigger is pending ends the wait', async () => {
    const { p, container } = await startJvm({ image: 'scratch-jdk17' })
    process.kill(p.hostPid, 'SIGSTOP')
    await waitUntil('the JVM has stopped', () => stateOf(p) === 'T')
    const waiting = triggerListener(p, 'shop', readStatus(p), () => Promise.resolve(null))
    await expect(waiting).rejects.toMatchObject({ code: 'target-stopped' })
    const late = lateAnswer(p)
    expect(late).not.toBe(null)
    await container.stop()
    expect(await late).toBe(false)
    expect(lateAnswer(p)).toBe(null)
  })

  test('that was stopped when Hearth was killed keeps the trigger until it continues: no thread dump, no file left', async () => {
    const { p, container } = await startJvm({ image: 'scratch-jdk17' })
    process.kill(p.hostPid, 'SIGSTOP')
    await waitUntil('the JVM has stopped', () => stateOf(p) === 'T')
    fs.writeFileSync(`/proc/${p.hostPid}/root/tmp/.attach_pid1`, '')
    process.kill(p.hostPid, 'SIGQUIT')
    const { hostPid, startTicks } = p
    await runCleanup({ kind: 'attach-trigger', hostPid, startTicks })
    expect(attachFiles(p)).not.toEqual([])
    process.kill(p.hostPid, 'SIGCONT')
    await expectUnharmed(p, container)
  })

  test('keeps no file of an attach that was killed', async () => {
    const { p } = await startJvm({ image: 'scratch-jdk17' })
    fs.writeFileSync(`/proc/${p.hostPid}/root/tmp/.attach_pid1`, '')
    removeAttachTrigger(p, readStatus(p))
    expect(attachFiles(p)).toEqual([])
  })
})

describe('a process that is not a JVM', () => {
  test('gets no signal, even if it is named java and has a socket without a listener', async () => {
    const { p, child, socket } = await startFake('answers')
    fs.rmSync(socket)
    const record = net.createServer()
    record.listen(`${socket}.x`)
    await once(record, 'listening')
    fs.renameSync(`${socket}.x`, socket)
    fs.chownSync(socket, nobody, nobody)
    record.close()
    await once(record, 'close')
    await expect(attach(p, 'java', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({ code: 'not-a-jvm' })
    expect(child.exitCode ?? child.signalCode).toBe(null)
    expect(fs.existsSync(`/tmp/.attach_pid${p.hostPid}`)).toBe(false)
  })
})

describe('a hostile attach socket', () => {
  test('that is a link to a service of the host gets no request', async () => {
    const { p, socket } = await startFake('answers')
    const received: Buffer[] = []
    const path = `/tmp/hearth-service-${process.pid}`
    const service = net
      .createServer((connection) => connection.on('data', (chunk) => received.push(chunk)))
      .listen(path)
    onTestFinished(() => void service.close())
    fs.rmSync(socket)
    fs.symlinkSync(path, socket)
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({
      code: 'attach-socket-forged',
    })
    expect(received).toEqual([])
  })

  test('that another process listens on gets no request', async () => {
    const { p, socket } = await startFake('answers')
    const received: Buffer[] = []
    fs.rmSync(socket)
    const service = net
      .createServer((connection) => connection.on('data', (chunk) => received.push(chunk)))
      .listen(socket)
    onTestFinished(() => void service.close())
    await once(service, 'listening')
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({
      code: 'attach-socket-forged',
    })
    fs.chownSync(socket, nobody, nobody)
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({
      code: 'attach-socket-forged',
      facts: { reason: `process ${process.pid} listens there, not ${p.hostPid}` },
    })
    expect(received).toEqual([])
  })

  test('that is a file is refused', async () => {
    const { p, socket } = await startFake('answers')
    fs.rmSync(socket)
    fs.writeFileSync(socket, '')
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], limits)).rejects.toMatchObject({
      code: 'attach-socket-forged',
    })
  })

  test.each([
    ['never answers', 'silent', { timeoutMs: 200 }, 'attach-timeout'],
    ['sends single bytes for ever', 'drips', { timeoutMs: 300 }, 'attach-timeout'],
    ['answers without end', 'endless', {}, 'attach-failed'],
    ['dies', 'dies', {}, 'target-gone'],
    ['closes every connection', 'cuts-off', {}, 'attach-failed'],
  ])('that %s is given up in time', async (_, behaviour, options, code) => {
    const { p } = await startFake(behaviour)
    await expect(attach(p, 'shop', 'jcmd', ['VM.version'], { ...limits, ...options })).rejects.toMatchObject({ code })
  })

  test('that accepts no connections is given up after the timeout', async () => {
    const { p } = await startFake('stuck')
    const ask = () => attach(p, 'shop', 'jcmd', ['VM.version'], { timeoutMs: 400 })
    for (let asked = 0; asked < 4; asked++) await expect(ask()).rejects.toMatchObject({ code: 'attach-timeout' })
  })

  test('is given up at once when the user cancels', async () => {
    const { p } = await startFake('silent')
    const controller = new AbortController()
    const replies = attach(p, 'shop', 'jcmd', ['VM.version'], { ...limits, signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(replies).rejects.toThrow('enough')
  })

  test('that answers only its own user, as JDK 8 does, is connected as that user', async () => {
    const { p } = await startFake('strict')
    expect(await attach(p, 'shop', 'jcmd', ['VM.version'], limits)).toBe(`hello user ${nobody}\n`)
  })
})

test('arguments that the protocol would silently truncate are refused', () => {
  expect(encodeAttachRequest('jcmd', ['GC.class_histogram', '-all']).toString()).toBe(
    '1\0jcmd\0GC.class_histogram -all\0\0\0',
  )
  expect(() => encodeAttachRequest('load', ['x'.repeat(1025)])).toThrow('too long')
  expect(() => encodeAttachRequest('load', ['a\0b'])).toThrow('too long')
})

test('a JVM that has just started is not killed: it gets no signal before it has a handler', async () => {
  const java = `${findJdk()!.home}/bin/java`
  for (let round = 0; round < 5; round++) {
    const child = spawn(java, ['-version'], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    const refusals = new Set<string>()
    await waitUntil('it was signalled, or has ended', () => {
      try {
        using p = pinProcess(child.pid!)
        sendSigquit(p, 'java')
        return true
      } catch (error) {
        if (!isProblem(error)) throw error
        refusals.add(error.code)
        return error.code === 'target-gone'
      }
    })
    expect(await ended).toEqual([0, null])
    expect([...refusals].filter((code) => !['not-a-jvm', 'signal-not-caught', 'target-gone'].includes(code))).toEqual(
      [],
    )
  }
})
