/**
 * Speaks to the attach socket as the target's own user, from a child: JDK 8 to 10 answer no other user, not even root,
 * and with user namespaces remapped the host's root is a stranger to every JVM.
 */
import fs from 'node:fs'
import { Problem } from '../../errors.ts'
import type { ExchangeLimits } from './attach-socket.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import { hostFiles } from '../kernel/named-files.ts'
import type { ProcessStatus } from '../process/process-status.ts'
import { startCommand } from '../command/run-command.ts'

/** Joins its stdin and stdout to the socket it got as descriptor 3. A text, since that user may not see our files. */
const relay = `
const socket = require('node:net').connect('/proc/self/fd/3')
process.stdin.on('data', (chunk) => socket.write(chunk))
socket.pipe(process.stdout)
socket.on('error', (error) => { console.error(error.code); process.exitCode = 1 })
socket.on('close', () => process.stdin.destroy())
`

/**
 * The answer, empty when the JVM closed without one. The caller has verified who listens on this very inode.
 *
 * Throws: Problem `attach-timeout`, `attach-failed`; the signal's reason.
 */
export async function exchangeAsUser(
  p: PinnedProcess,
  target: string,
  { uid, gid }: ProcessStatus,
  socketDescriptor: number,
  request: Buffer,
  limits: ExchangeLimits,
): Promise<Buffer> {
  const node = hostFiles.openSync(process.execPath, fs.constants.O_RDONLY) // its directory may be closed to that user too
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // Where that user is root, too: it is only to speak.
  const rights = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']
  const child = startCommand('setpriv', [...ids, ...rights, '--pdeathsig=KILL', '/proc/self/fd/4', '-e', relay], {
    descriptors: [socketDescriptor, node],
    signal: limits.signal,
    timeoutMs: limits.connectTimeoutMs + limits.idleTimeoutMs,
  })
  try {
    child.stdin.write(request)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > limits.maxReplyBytes) {
        throw new Problem('attach-failed', { target, reason: `it answered more than ${limits.maxReplyBytes} bytes` })
      }
      chunks.push(chunk)
    }
    const end = await child.ended
    limits.signal.throwIfAborted()
    if (end.timedOut) {
      throw new Problem('attach-timeout', { target, seconds: Math.round(limits.idleTimeoutMs / 1000) })
    }
    if (end.exitCode !== 0) {
      const reason = `as user ${uid}: ${end.stderr.trim().slice(0, 200) || 'no answer'} (process ${p.hostPid})`
      throw new Problem('attach-failed', { target, reason })
    }
    return Buffer.concat(chunks)
  } finally {
    await child.stop('SIGTERM', 500)
    fs.closeSync(node)
  }
}
