/**
 * A process with the attach socket of a JVM, as a hostile container may have: node fake-jvm.ts <behaviour>. Runs as the
 * user `nobody`, and prints `ready` when it listens at /tmp/.java_pid<pid>.
 */
import fs from 'node:fs'
import net, { type Socket } from 'node:net'
import { readPeerCredentials } from '../host/kernel/peer-credentials.ts'

const nobody = 65534
const behaviours: Record<string, (socket: Socket) => void> = {
  answers: (socket) => socket.end('0\nhello\n'),
  silent: () => {},
  endless: (socket) => {
    const chunk = Buffer.alloc(65536, '0\n')
    const more = () => void socket.write(chunk, more)
    more()
  },
  drips: (socket) => {
    const timer = setInterval(() => socket.write('0\n'), 20)
    socket.on('close', () => clearInterval(timer))
  },
  dies: () => process.exit(0),
  'cuts-off': (socket) => socket.destroy(),
  // As JDK 8 does: exactly its own user and group, not even root.
  strict: (socket) => {
    const peer = readPeerCredentials(socket)
    if (peer?.uid === nobody && peer.gid === nobody) socket.end(`0\nhello user ${peer.uid}\n`)
    else socket.destroy()
  },
}

const behave = behaviours[process.argv[2] ?? ''] ?? (() => {})
const path = `/tmp/.java_pid${process.pid}`
process.setgroups!([])
process.setgid!(nobody)
process.setuid!(nobody)
const server = net.createServer((socket) => {
  socket.on('error', () => socket.destroy())
  socket.once('data', () => behave(socket))
})
// `stuck`: it accepts no connection, and its backlog is short.
const isStuck = process.argv[2] === 'stuck'
server.listen({ path, ...(isStuck ? { backlog: 1 } : {}) }, () => {
  fs.chmodSync(path, 0o600)
  fs.writeSync(1, 'ready\n')
  if (isStuck) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
process.on('SIGTERM', () => {
  fs.rmSync(path, { force: true })
  process.exit(0)
})
