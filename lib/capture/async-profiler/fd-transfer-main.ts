/**
 * A program of its own, as root: opens perf events for the threads of one JVM and hands them to it, since a container
 * may not open any itself. Arguments: host PID, start ticks, and the name of the socket in the directory that is
 * descriptor 3.
 */
import fs from 'node:fs'
import { at, unlinkName } from '../../host/container-files/by-descriptor.ts'
import {
  acceptWithin,
  listenSeqpacket,
  mapPerfRing,
  memoryFile,
  openPerfEvent,
  receiveMessage,
  sendMessage,
} from '../../host/kernel/fd-passing.ts'
import { readKernelSymbols } from '../../host/kernel/kernel-settings.ts'
import { getPeerCredentials } from '../../host/kernel/libc.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { findThread } from '../../host/process/threads.ts'
import { grantedAttributes, parsePerfRequest, perfAnswer, symbolsAnswer } from './perf-request.ts'

const [hostPid, startTicks, name] = [Number(process.argv[2]), process.argv[3], process.argv[4]!]
/** How long a JVM may take to connect for its descriptors: a timeout. */
const acceptSeconds = 30
// Source: errno(3).
const eacces = 13
const eperm = 1
const esrch = 3

using target = pinProcess(hostPid)
if (target.startTicks !== startTicks) throw new Error('it is another process by now')
const directory = 3
process.umask(0) // the JVM's user must be able to connect; no other process is served
const listener = listenSeqpacket(at(directory, name))
process.stdout.write('listening\n')
const peer = acceptWithin(listener, acceptSeconds)
unlinkName(directory, name)
if (getPeerCredentials(peer)?.hostPid !== hostPid) throw new Error('another process connected')
serve()

/**
 * Until the JVM closes the connection. The ring of an event stays mapped until the next request: by then the JVM has
 * mapped it too.
 */
function serve(): void {
  let ring: Disposable | null = null
  for (;;) {
    const message = receiveMessage(peer)
    ring?.[Symbol.dispose]()
    ring = null
    if (message.length === 0) return
    const request = parsePerfRequest(message)
    if (request === null) throw new Error(`an unknown request of ${message.length} bytes`)
    if (request.kind === 'kernel-symbols') answerSymbols()
    else ring = answerPerf(request.tid, request.attributes)
  }
}

function answerSymbols(): void {
  const symbols = readKernelSymbols()
  if (symbols === null) return sendMessage(peer, symbolsAnswer(eacces), null)
  const file = memoryFile('kallsyms', symbols)
  sendMessage(peer, symbolsAnswer(0), file)
  fs.closeSync(file)
}

function answerPerf(tid: number, requested: Buffer): Disposable | null {
  const attributes = grantedAttributes(requested)
  const thread = attributes === null ? null : findThread(target, tid)
  const fd = attributes === null ? -eperm : thread === null ? -esrch : openPerfEvent(attributes, thread)
  if (fd < 0) {
    sendMessage(peer, perfAnswer(tid, -fd), null)
    return null
  }
  const ring = mapPerfRing(fd)
  sendMessage(peer, perfAnswer(tid, 0), fd)
  fs.closeSync(fd)
  return ring
}
