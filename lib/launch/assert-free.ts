/** Whether another program has what Hearth needs for itself, looked at before anything is installed or built. */
import { once } from 'node:events'
import net from 'node:net'
import type { Config } from '../config.ts'
import { Problem } from '../errors.ts'
import { errnoOf } from '../host/kernel/errno.ts'
import { readPeerCredentials } from '../host/kernel/peer-credentials.ts'
import { describeProcess, findListener } from '../host/process/listening-process.ts'

type Needs = Pick<Config, 'bind' | 'port' | 'runDirectory' | 'collectorSocket'>

/** Throws: Problem `port-in-use`, `run-directory-locked`, which name the process in the way. */
export async function assertFree({ bind, port, runDirectory, collectorSocket }: Needs): Promise<void> {
  if (await isTaken(bind, port)) {
    const hostPid = findListener(port)
    throw new Problem('port-in-use', { bind, port, ...(hostPid === null ? {} : { holder: describeProcess(hostPid) }) })
  }
  const holder = await findSocketHolder(collectorSocket)
  if (holder !== null) throw new Problem('run-directory-locked', { path: runDirectory, holder })
}

async function isTaken(bind: string, port: number): Promise<boolean> {
  const server = net.createServer()
  try {
    server.listen(port, bind)
    await once(server, 'listening')
    return false
  } catch (error) {
    return errnoOf(error) === 'EADDRINUSE' // the web program reports anything else
  } finally {
    server.close()
  }
}

/** null when nothing answers there. */
function findSocketHolder(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = net.connect({ path })
    socket.on('connect', () => {
      const peer = readPeerCredentials(socket)
      socket.destroy()
      resolve(peer === null ? 'a process that cannot be seen' : describeProcess(peer.hostPid))
    })
    socket.on('error', () => resolve(null))
  })
}
