import { once } from 'node:events'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import { ownFiles } from '../../host/kernel/named-files.ts'

/**
 * Gives a socket of the kernel that carries what a stream carries, both ways; when one ends, so does the other. Node's
 * HTTP/2 runs on sockets: on other streams it can write twice at once, which ends the process (JSStreamSocket of Node
 * 20 to 24).
 */
export async function toSocket(stream: Duplex): Promise<net.Socket> {
  // Only this user may enter the directory, so no other user can connect before the socket is removed from it.
  const directory = await ownFiles.promises.mkdtemp(join(tmpdir(), 'hearth-line-'))
  const path = join(directory, 'socket')
  const server = net.createServer()
  try {
    server.listen(path)
    await once(server, 'listening')
    const accepted = once(server, 'connection') as Promise<[net.Socket]>
    const outer = net.connect(path)
    const [inner] = await accepted
    const end = () => {
      stream.destroy()
      outer.destroy()
      inner.destroy()
    }
    pipeline(stream, outer, end)
    pipeline(outer, stream, end)
    inner.on('close', end)
    inner.on('error', end)
    return inner
  } finally {
    server.close()
    await ownFiles.promises.rm(directory, { recursive: true, force: true })
  }
}
