/**
 * HotSpot's dynamic attach, spoken by ourselves: works on images without a JDK and without a shell, since only the
 * collector's own code runs.
 */
import fs from 'node:fs'
import { isProblem, Problem } from '../../errors.ts'
import { isAttachDisabled } from '../../jvm/command-line.ts'
import { exchangeAsUser } from './attach-as-user.ts'
import { exchange, type ExchangeLimits, openAttachSocket } from './attach-socket.ts'
import { allowSignals, triggerListener } from './attach-trigger.ts'
import { identityOf, removeContainerFile } from '../container-files/container-file.ts'
import { assertRunning } from '../process/cgroup.ts'
import { readJvmOptions } from '../jvm/jvm-options.ts'
import { assertSameProcess, type PinnedProcess } from '../process/pinned-process.ts'
import { readStatus } from '../process/process-status.ts'
import { closing } from '../kernel/open-file.ts'
import { attachWaitMs } from './attach-waits.ts'
import { lock } from './mutex.ts'
import { socketNameOf, socketLocationOf, takeSocketName } from './socket-name.ts'
import { cutText } from '../../profile/names/cut-text.ts'

/** Characters of a JVM's refusal of an attach that the failure repeats. */
const mostRefusalChars = 500

/** The operations Hearth uses; each only asks, but for `load`. */
export type AttachCommand = 'jcmd' | 'printflag' | 'load' | 'properties'

export interface AttachOptions {
  /** For the whole request, the wait for its turn too. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * Asks a JVM and gives the text of its answer. Status 0 does not mean success: check the text, or the file or agent
 * that the command makes.
 *
 * Throws: Problem `target-gone`, `target-changed`, `target-paused`, `target-stopped`, `not-a-jvm`, `signal-not-caught`,
 * `attach-disabled`, `attach-unanswered`, `tmp-not-writable`, `attach-timeout`, `attach-failed`,
 * `attach-socket-forged`, `tmp-shared`, `unsafe-file`, `no-permission`; the reason of `signal` when it aborts.
 */
export async function attach(
  p: PinnedProcess,
  target: string,
  command: AttachCommand,
  args: readonly string[],
  options: AttachOptions,
): Promise<string> {
  const { status, text } = parseAttachReply(await request(p, target, command, args, options))
  if (status === 0) return text
  const output = cutText(text.trim(), mostRefusalChars)
  throw new Problem('attach-failed', { target, reason: output || `it answered with status ${status ?? 'missing'}` })
}

/** Loads a native agent. `libraryPath` is a path in the container. Throws: as `attach`. */
export async function loadAgent(
  p: PinnedProcess,
  target: string,
  libraryPath: string,
  agentOptions: string,
  options: AttachOptions,
): Promise<void> {
  const reply = parseAttachReply(await request(p, target, 'load', [libraryPath, 'true', agentOptions], options))
  const reason = whyAgentNotLoaded(reply)
  if (reason !== null) throw new Problem('attach-failed', { target, reason: cutText(reason, mostRefusalChars) })
}

/**
 * Encodes for protocol version 1: `1`, the command and three arguments, each ended by NUL. Throws: an Error for a long
 * argument, which the JVM would cut without a message.
 *
 * Source: attachListener_posix.cpp; name_length_max 16, arg_length_max 1024.
 */
export function encodeAttachRequest(command: AttachCommand, args: readonly string[]): Buffer {
  // jcmd takes its whole command line as one argument.
  const three = command === 'jcmd' ? [args.join(' '), '', ''] : [args[0] ?? '', args[1] ?? '', args[2] ?? '']
  const odd = args.length > 3 && command !== 'jcmd' ? 'more than three arguments' : null
  const long = three.some((arg) => Buffer.byteLength(arg) > 1024 || arg.includes('\0'))
    ? 'an argument is too long'
    : null
  if (odd ?? long) throw new Error(`not an attach request: ${odd ?? long}`)
  return Buffer.from(['1', command, ...three, ''].join('\0'))
}

async function request(
  p: PinnedProcess,
  target: string,
  command: AttachCommand,
  args: readonly string[],
  options: AttachOptions,
): Promise<string> {
  const { timeoutMs } = options
  const deadline = AbortSignal.timeout(timeoutMs)
  const limits: ExchangeLimits = {
    connectTimeoutMs: attachWaitMs.connect,
    signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
  }
  try {
    const bytes = encodeAttachRequest(command, args)
    // It answers one at a time anyway.
    using _one = await lock(`${p.hostPid} ${p.startTicks}`, limits.signal)
    return (await ask(p, target, bytes, limits)).toString('utf8')
  } catch (error) {
    options.signal?.throwIfAborted()
    assertSameProcess(p, target)
    if (deadline.aborted || (isProblem(error) && error.code === 'attach-timeout')) {
      assertRunning(p, target)
      throw isProblem(error) ? error : new Problem('attach-timeout', { target, seconds: Math.round(timeoutMs / 1000) })
    }
    throw error
  }
}

async function ask(p: PinnedProcess, target: string, request: Buffer, limits: ExchangeLimits): Promise<Buffer> {
  assertSameProcess(p, target)
  assertRunning(p, target)
  const status = readStatus(p)
  const location = socketLocationOf(p, status)
  using name = await lock(location, limits.signal)
  takeSocketName(p, status, location)
  let stale: string | undefined

  const askListener = async (onAwake?: () => void) => {
    const descriptor = openAttachSocket(p, target, status)
    if (descriptor === null) return null
    using socket = closing(descriptor)
    const reply = await exchange(p, target, socket.fd, request, limits, () => {
      allowSignals(p)
      onAwake?.()
      name[Symbol.dispose]()
    })
    if (reply === null) stale = identityOf(fs.fstatSync(socket.fd))
    if (reply === null || reply.length > 0) return reply
    assertSameProcess(p, target)
    // Closed without a word: it does not answer to our user. That the target listens there is verified by now.
    return await exchangeAsUser(p, target, status, socket.fd, request, limits)
  }

  const reply = (await askListener()) ?? (await wakeAndAsk())
  if (reply.length === 0)
    throw new Problem('attach-failed', { target, reason: 'it closed the connection without an answer' })
  return reply

  async function wakeAndAsk(): Promise<Buffer> {
    // It would only print a thread dump into the application's log.
    if (isAttachDisabled(readJvmOptions(p))) throw new Problem('attach-disabled', { target })
    // One that had a socket before does not look for the trigger while any file has its name.
    if (stale !== undefined) removeContainerFile(p, `/tmp/${socketNameOf(status)}`, { identity: stale })
    return triggerListener(p, target, status, askListener)
  }
}

export { forbidSignals, hasUnansweredSignal, lateAnswer, removeAttachTrigger } from './attach-trigger.ts'

/** What HotSpot answers over its attach socket: the status on the first line, then text. */
interface AttachReply {
  /** null when the first line is no number. */
  readonly status: number | null
  readonly text: string
}

export function parseAttachReply(reply: string): AttachReply {
  const end = reply.indexOf('\n')
  const first = (end < 0 ? reply : reply.slice(0, end)).trim()
  return { status: /^-?\d+$/.test(first) ? Number(first) : null, text: end < 0 ? '' : reply.slice(end + 1) }
}

/**
 * Why an agent was not loaded, null when it was. JDK 8 answers with a bare number, 9 to 20 with `return code: N`; from
 * 21 on the status is always 0 and any other text is the error.
 *
 * Source: async-profiler#885; jdk.internal HotSpotVirtualMachine.loadAgentLibrary.
 */
export function whyAgentNotLoaded({ status, text }: AttachReply): string | null {
  const output = text.trim()
  const code = /^(?:return code: )?(-?\d+)$/.exec(output)?.[1]
  if (status === 0 && code !== undefined) return Number(code) === 0 ? null : `the agent returned ${code}`
  return output || `status ${status ?? 'missing'}`
}
