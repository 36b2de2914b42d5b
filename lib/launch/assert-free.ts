/** Finds another program that has what Hearth needs for itself, before anything is installed or built. */
import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import { type Config, lockFileName } from '../config.ts'
import { Problem } from '../errors.ts'
import { errnoOf } from '../host/kernel/errno.ts'
import { readPeerCredentials } from '../host/kernel/peer-credentials.ts'
import { describeProcess, findListener, findParent } from '../host/process/listening-process.ts'
import { findLockHolder } from '../host/process/lock-holder.ts'

type Needs = Pick<Config, 'bind' | 'port' | 'runDirectory' | 'dataDirectory' | 'collectorSocket'>

/**
 * Refuses to start beside another Hearth. Throws: Problem `port-in-use`, `run-directory-locked`,
 * `data-directory-locked`, which name the process in the way, and variables with which Hearth starts beside it.
 */
export async function assertFree({ bind, port, runDirectory, dataDirectory, collectorSocket }: Needs): Promise<void> {
  const isPortTaken = await isTaken(bind, port)
  const holder = await findSocketHolder(collectorSocket)
  const dataHolder = findLockHolder(join(dataDirectory, lockFileName))
  if (!isPortTaken && holder === null && dataHolder === null) return
  const free = isPortTaken ? await findFreePort(bind, port + 1) : port
  // Two dashboards on one machine share neither directory.
  const others = { HEARTH_RUN: runDirectory, HEARTH_DATA: dataDirectory }
  const directories = Object.entries(others).map(([name, path]) => `${name}=${path}-${free}`)
  // Only directories that are taken must differ; a collector that runs takes both.
  const shared = holder === null ? directories.slice(dataHolder === null ? 2 : 1) : directories
  const beside = [`HEARTH_PORT=${free}`, ...shared].join(' ')
  if (!isPortTaken && holder !== null) throw new Problem('run-directory-locked', { path: runDirectory, holder, beside })
  if (!isPortTaken) {
    const hostPid = findStarter(dataHolder!)
    const facts = { path: dataDirectory, beside, holder: describeProcess(hostPid), hostPid }
    throw new Problem('data-directory-locked', facts)
  }
  const listener = findListener(port)
  const listens = listener === null ? undefined : describeHolder(listener)
  throw new Problem('port-in-use', {
    ...{ bind, port, beside },
    // A dashboard and its collector have one launcher, which both texts name.
    ...(listens === undefined ? {} : { holder: listens, isHearth: listens === holder }),
  })
}

/** Describes the process to stop: for a program of Hearth its launcher, which would start the program again. */
function describeHolder(hostPid: number): string {
  const starter = findStarter(hostPid)
  return starter === hostPid ? describeProcess(hostPid) : `Hearth, ${describeProcess(starter)}`
}

function findStarter(hostPid: number): number {
  const parent = findParent(hostPid)
  return parent !== null && describeProcess(parent).includes('lib/launch/start.ts') ? parent : hostPid
}

async function findFreePort(bind: string, first: number): Promise<number> {
  for (let port = first; port < 65_536; port++) if (!(await isTaken(bind, port))) return port
  return first
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

/** Gives who listens at a socket; null where nothing answers there. */
function findSocketHolder(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = net.connect({ path })
    socket.on('connect', () => {
      const peer = readPeerCredentials(socket)
      socket.destroy()
      resolve(peer === null ? 'a process that cannot be seen' : describeHolder(peer.hostPid))
    })
    socket.on('error', () => resolve(null))
  })
}
