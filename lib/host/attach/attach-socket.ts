/** HotSpot's attach socket: found by the safe walk, connected through its pinned inode, its listener verified. */
import fs from 'node:fs'
import net from 'node:net'
import { Problem } from '../../errors.ts'
import { at } from '../container-files/by-descriptor.ts'
import { openContainerPath } from '../container-files/container-path.ts'
import { closing } from '../kernel/open-file.ts'
import { errnoOf } from '../kernel/errno.ts'
import { readPeerCredentials } from '../kernel/peer-credentials.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import type { ProcessStatus } from '../process/process-status.ts'
import { problemOfListener, socketNameOf } from './socket-name.ts'

/** Before a retry to connect to an attach socket whose queue is full. */
const socketRetryMs = 100
/** An answer has so many bytes at most. */
export const maxReplyBytes = 4 * 2 ** 20

export interface ExchangeLimits {
  readonly connectTimeoutMs: number
  /** Aborts at the end of the request's time, too. */
  readonly signal: AbortSignal
}

/**
 * An O_PATH descriptor of the socket, null when there is none; the caller closes it.
 *
 * Throws: Problem `attach-socket-forged` when something else is there or its owner is not the target's user.
 */
export function openAttachSocket(p: PinnedProcess, target: string, status: ProcessStatus): number | null {
  const descriptor = openContainerPath(p, `/tmp/${socketNameOf(status)}`)
  if (descriptor === null) return null
  const stat = fs.fstatSync(descriptor)
  const reason = !stat.isSocket()
    ? 'the file is not a socket'
    : stat.uid !== status.uid
      ? `it belongs to user ${stat.uid}, the JVM runs as ${status.uid}`
      : null
  if (reason === null) return descriptor
  fs.closeSync(descriptor)
  throw new Problem('attach-socket-forged', { target, reason })
}

/**
 * Connects, makes sure that the target itself listens there, sends the request and reads to the end. null when no
 * process listens on the socket any more. `onConnect` is called when the target has the connection, and needs the name
 * no more.
 *
 * Throws: Problem `attach-socket-forged`, `tmp-shared` before anything is sent, `attach-timeout`, `attach-failed`; the
 * signal's reason.
 */
export function exchange(
  p: PinnedProcess,
  target: string,
  socketDescriptor: number,
  request: Buffer,
  limits: ExchangeLimits,
  onConnect: () => void,
): Promise<Buffer | null> {
  const { signal } = limits
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let settled = false
    let connecting: net.Socket | undefined
    let retry: NodeJS.Timeout | undefined
    const settle = (finish: () => void) => {
      if (settled) return
      settled = true
      clearTimeout(connectTimer)
      clearTimeout(retry)
      signal.removeEventListener('abort', onAbort)
      connecting?.destroy()
      finish()
    }
    const fail = (error: unknown) =>
      settle(() => reject(error instanceof Error ? error : new Error('cancelled', { cause: error })))
    const timeOut = (ms: number) => fail(new Problem('attach-timeout', { target, seconds: Math.round(ms / 1000) }))
    const onAbort = () => fail(signal.reason)
    const connectTimer = setTimeout(() => timeOut(limits.connectTimeoutMs), limits.connectTimeoutMs)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()

    connect()

    function connect(): void {
      // Connects by descriptor: even if the name changes meanwhile, this is the inode that was looked at.
      const socket = (connecting = net.connect({ path: at(socketDescriptor) }))
      socket.on('connect', () => {
        clearTimeout(connectTimer)
        const listener = readPeerCredentials(socket)?.hostPid
        if (listener !== p.hostPid) return fail(problemOfListener(p, target, listener))
        onConnect()
        socket.write(request)
      })
      socket.on('data', (chunk) => {
        bytes += chunk.length
        if (bytes <= maxReplyBytes) return void chunks.push(chunk)
        fail(new Problem('attach-failed', { target, reason: `it answered more than ${maxReplyBytes} bytes` }))
      })
      socket.on('end', () => settle(() => resolve(Buffer.concat(chunks))))
      socket.on('error', (error) => {
        const errno = errnoOf(error)
        // ENOENT: bound, but renamed away; both mean that a JVM before this one made it.
        if (errno === 'ECONNREFUSED' || errno === 'ENOENT') return settle(() => resolve(null))
        // Its queue of connections is full: it may still take them.
        if (errno === 'EAGAIN') return void (retry = setTimeout(connect, socketRetryMs))
        // It closed before it read all we sent: a refusal of a strict JDK, as good as an empty answer.
        if (bytes === 0 && (errno === 'ECONNRESET' || errno === 'EPIPE')) return settle(() => resolve(Buffer.alloc(0)))
        const reason = errno === 'EACCES' ? 'its socket is closed to our user' : error.message
        fail(new Problem('attach-failed', { target, reason }, { cause: error }))
      })
    }
  })
}

/** Who listens on a socket answers at once, or not at all. */
const listenerWaitMs = 1000

/**
 * Why the target cannot be asked through the socket that stands at its name: another process listens there. Null when
 * none does, or the target itself. Connects, and sends nothing.
 *
 * Throws: as `openAttachSocket`.
 */
export async function findListenerProblem(p: PinnedProcess, status: ProcessStatus): Promise<Problem | null> {
  const descriptor = openAttachSocket(p, p.label, status)
  if (descriptor === null) return null
  using file = closing(descriptor)
  return new Promise((resolve) => {
    const socket = net.connect({ path: at(file.fd) })
    const settle = (problem: Problem | null) => {
      socket.destroy()
      resolve(problem)
    }
    socket.setTimeout(listenerWaitMs, () => settle(null))
    socket.on('error', () => settle(null)) // a socket that is left over; the attach itself deals with it
    socket.on('connect', () => {
      const listener = readPeerCredentials(socket)?.hostPid
      settle(listener === p.hostPid ? null : problemOfListener(p, p.label, listener))
    })
  })
}
