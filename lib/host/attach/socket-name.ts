/**
 * The name of an attach socket, for which JVMs of containers that share a /tmp contend where they have the same PID. A
 * JVM that was woken by us, and opens its socket again whenever it is woken, gives the name to the next one.
 *
 * Source: HotSpot names it by the PID in the JVM's own PID namespace, and moves it over an older file; JDK-8225690.
 */
import { isProblem, Problem } from '../../errors.ts'
import { findLibjvm } from '../../jvm/libjvm.ts'
import { locateInTmp } from '../container-files/tmp-directory.ts'
import { removeContainerFile } from '../container-files/container-file.ts'
import { shortDockerId } from '../../profile/names/short-names.ts'
import { containerIdsOf } from '../process/cgroup.ts'
import {
  type PinnedProcess,
  type ProcessIdentity,
  pinProcess,
  problemOfProc,
  readProcFile,
  mapsBytes,
} from '../process/pinned-process.ts'
import { type ProcessStatus, readStatus } from '../process/process-status.ts'

/** The last JVM that was asked there, by the location of its socket. */
const holders = new Map<string, ProcessIdentity & { readonly label: string }>()
/** JVMs that are remembered by their socket; the one noted first is forgotten for a further one. */
const maxHolders = 1000
/** Whether a JVM gives its name away, by `hostPid startTicks`. */
const lenders = new Map<string, () => boolean>()
const keyOf = ({ hostPid, startTicks }: ProcessIdentity) => `${hostPid} ${startTicks}`

/**
 * The same for all JVMs whose sockets, and attach triggers, are one and the same file. Throws: Problem `target-gone`,
 * `no-permission`.
 */
export function socketLocationOf(p: PinnedProcess, status: ProcessStatus): string {
  return locateInTmp(p, socketNameOf(status))
}

export function socketNameOf({ namespacePid }: Pick<ProcessStatus, 'namespacePid'>): string {
  return `.java_pid${namespacePid}`
}

/** From now on its socket may be removed for another JVM's, when `mayLend` says so. */
export function lendSocketName(p: ProcessIdentity, mayLend: () => boolean): void {
  lenders.set(keyOf(p), mayLend)
}

export function stopLending(p: ProcessIdentity): void {
  lenders.delete(keyOf(p))
}

/** Whether the socket at the location belongs to another JVM that is asked at the moment. */
export function isHeldByAnother(p: ProcessIdentity, location: string): boolean {
  const holder = holders.get(location)
  return holder !== undefined && keyOf(holder) !== keyOf(p) && lenders.has(keyOf(holder))
}

/**
 * Under the lock of the location: removes the socket of another JVM that lends its name. Throws: as
 * `removeContainerFile`.
 */
export function takeSocketName(p: PinnedProcess, status: ProcessStatus, location: string): void {
  const { hostPid, startTicks, label } = p
  if (isHeldByAnother(p, location)) {
    if (!lenders.get(keyOf(holders.get(location)!))!()) return
    removeContainerFile(p, `/tmp/${socketNameOf(status)}`)
  }
  if (holders.size >= maxHolders) holders.delete(holders.keys().next().value!)
  holders.set(location, { hostPid, startTicks, label })
}

/** Gives the problem for a process `listener` that listens on the socket of `p`. */
export function problemOfListener(p: PinnedProcess, target: string, listener: number | undefined): Problem {
  const other = listener === undefined ? null : describeSharer(p, listener)
  if (other !== null)
    return new Problem('tmp-shared', { target, other, reason: 'another program is attached to that one' })
  return new Problem('attach-socket-forged', {
    target,
    reason: `process ${listener ?? '?'} listens there, not ${p.hostPid}`,
  })
}

/** Names the other process; null when it is no JVM whose socket has that name by right. */
function describeSharer(p: PinnedProcess, hostPid: number): string | null {
  // A helper sees 0 for a process that is in no PID namespace of its own.
  if (hostPid === 0) return 'a JVM of another container'
  try {
    using other = pinProcess(hostPid)
    const isJvm = findLibjvm(readProcFile(other, 'maps', mapsBytes)) !== null
    const location = socketLocationOf(p, readStatus(p))
    if (!isJvm || socketLocationOf(other, readStatus(other)) !== location) return null
    const process = `process ${hostPid}`
    const holder = holders.get(location)
    if (holder?.hostPid === hostPid) return `${holder.label} (${process})`
    const [containerId] = containerIdsOf(readProcFile(other, 'cgroup'))
    return containerId === undefined ? process : `container ${shortDockerId(containerId)} (${process})`
  } catch (error) {
    if (isProblem(problemOfProc(error, p.label))) return null // gone, or closed to us
    throw error
  }
}
