/** Which process listens on a TCP port of this host. */
import { kernelFiles } from '../kernel/named-files.ts'
import { errnoOf } from '../kernel/errno.ts'
import { listHostPids } from './process-list.ts'
import { parseStat } from './process-status.ts'
import { cutText } from '../../profile/names/cut-text.ts'

/** Characters of the command line of a process that holds a port; the rest is cut. */
const longestCommand = 160
/** TCP_LISTEN in the column `st`. Source: include/net/tcp_states.h of Linux. */
const listeningState = '0A'

/** Gives the PID of the process that listens on a TCP port; null when none does, or when we may not look. */
export function findListener(port: number): number | null {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listenersIn(readOrEmpty(`/proc/net/${table}`), port)))
  if (sockets.size === 0) return null
  return listHostPids().find((hostPid) => holdsSocket(hostPid, sockets)) ?? null
}

/** `process 4711, node lib/web/main.ts`. */
export function describeProcess(hostPid: number): string {
  const command = readOrEmpty(`/proc/${hostPid}/cmdline`).split('\0').join(' ').trim()
  return command === '' ? `process ${hostPid}` : `process ${hostPid}, ${cutText(command, longestCommand)}`
}

/** Gives the PID of the program that started it; null when that has ended, or cannot be seen. */
export function findParent(hostPid: number): number | null {
  return parseStat(readOrEmpty(`/proc/${hostPid}/stat`)).parentPid || null
}

/** Source: proc_net_tcp(5): `0: 0100007F:1BCD 00000000:0000 0A … <inode>`, addresses and ports in hexadecimal. */
function listenersIn(table: string, port: number): string[] {
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/))
  const isWanted = ([, local = '', , state]: string[]) =>
    state === listeningState && parseInt(local.split(':').at(-1)!, 16) === port
  // The tenth column is the inode, by which /proc/<pid>/fd names a socket.
  return rows.filter(isWanted).map((fields) => `socket:[${fields[9]}]`)
}

function holdsSocket(hostPid: number, sockets: ReadonlySet<string>): boolean {
  try {
    const descriptors = kernelFiles.readdirSync(`/proc/${hostPid}/fd`)
    return descriptors.some((descriptor) => sockets.has(readLink(`/proc/${hostPid}/fd/${descriptor}`)))
  } catch (error) {
    return unlessGone(error, false)
  }
}

function readLink(path: string): string {
  try {
    return kernelFiles.readlinkSync(path)
  } catch (error) {
    return unlessGone(error, '')
  }
}

function readOrEmpty(path: string): string {
  try {
    return kernelFiles.readFileSync(path, 'utf8')
  } catch (error) {
    return unlessGone(error, '')
  }
}

function unlessGone<Instead>(error: unknown, instead: Instead): Instead {
  if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errnoOf(error))) return instead
  throw error
}
