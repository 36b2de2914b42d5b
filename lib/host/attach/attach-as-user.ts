/**
 * Sends a request to the attach socket as the target's own user, from a child process: JDK 8 to 10 answer no other
 * user, not even root. Where Docker remaps user namespaces (`userns-remap`), no JDK answers the host's root: in the
 * container it is neither root nor the JVM's user.
 */
import fs from 'node:fs'
import { Problem } from '../../errors.ts'
import { type ExchangeLimits, maxReplyBytes } from './attach-socket.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import { hostFiles } from '../kernel/named-files.ts'
import type { ProcessStatus } from '../process/process-status.ts'
import { startCommand } from '../command/run-command.ts'
import { cutText } from '../../profile/names/cut-text.ts'

/** Characters of its stderr that the failure of an attach as another user repeats. */
const mostAttachStderrChars = 200
/** How long the program that attaches as another user may take to end when it is asked to. */
const attachEndMs = 500

/**
 * The child's program: joins its stdin and stdout to the socket. It connects through descriptor 3, which is open
 * already, since a path may lead to another socket by now. A text, since that user may not be able to read our files.
 */
const relay = `
const socket = require('node:net').connect('/proc/self/fd/3')
process.stdin.on('data', (chunk) => socket.write(chunk))
socket.pipe(process.stdout)
socket.on('error', (error) => { console.error(error.code); process.exitCode = 1 })
socket.on('close', () => process.stdin.destroy())
`

/**
 * The answer; empty when the JVM closed the connection without one. `socketDescriptor` is the socket's file, opened
 * with O_PATH: the caller has verified that the target listens on it.
 *
 * Throws: Problem `attach-failed`; the signal's reason.
 */
export async function exchangeAsUser(
  p: PinnedProcess,
  target: string,
  { uid, gid }: ProcessStatus,
  socketDescriptor: number,
  request: Buffer,
  limits: ExchangeLimits,
): Promise<Buffer> {
  // Node is run by a descriptor, 4 in the child: that user may have no right to its directory.
  const node = hostFiles.openSync(process.execPath, fs.constants.O_RDONLY)
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // That user may be root. The child uses one open socket, and needs no capability for it.
  const rights = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']
  const child = startCommand('setpriv', [...ids, ...rights, '--pdeathsig=KILL', '/proc/self/fd/4', '-e', relay], {
    descriptors: [socketDescriptor, node],
    signal: limits.signal,
  })
  try {
    child.stdin.write(request)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxReplyBytes) {
        throw new Problem('attach-failed', { target, reason: `it answered more than ${maxReplyBytes} bytes` })
      }
      chunks.push(chunk)
    }
    const end = await child.ended
    limits.signal.throwIfAborted()
    if (end.exitCode !== 0) {
      const reason = `as user ${uid}: ${cutText(end.stderr.trim(), mostAttachStderrChars) || 'no answer'} (process ${p.hostPid})`
      throw new Problem('attach-failed', { target, reason })
    }
    return Buffer.concat(chunks)
  } finally {
    await child.stop('SIGTERM', attachEndMs)
    fs.closeSync(node)
  }
}
