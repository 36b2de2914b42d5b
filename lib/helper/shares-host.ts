/** Whether the processes of a Docker engine's containers are among those that we see. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isProblem } from '../errors.ts'
import type { DockerHelpers } from '../host/docker/helper-container.ts'
import { errnoOf } from '../host/kernel/errno.ts'
import { kernelFiles } from '../host/kernel/named-files.ts'
import { containerIdsOf } from '../host/process/cgroup.ts'
import { pinProcess, readProcFile, cgroupBytes } from '../host/process/pinned-process.ts'

/** At most so many containers are asked about; one whose process we see is enough. */
const mostContainersAsked = 5
/**
 * How long to wait before the second look: for a moment after a container has ended, the engine still names its
 * process.
 */
const secondLookMs = 1000

/**
 * Gives whether we see the processes of the engine's containers: the first process of one must be in our /proc under
 * the PID that the engine names, and in that container. One that is not there may have ended meanwhile: it counts only
 * if the engine still names the same PID at a second look. Where no container decides, it assumes that we see them if
 * the engine is reached by a Unix socket and we are not in a PID namespace of our own.
 *
 * Throws: Problem `docker-unreachable`.
 */
export async function sharesHost(
  docker: Pick<DockerHelpers, 'firstPid' | 'socket'>,
  containerIds: readonly string[],
): Promise<boolean> {
  const unseen = new Map<string, number>()
  for (const containerId of containerIds.slice(0, mostContainersAsked)) {
    const hostPid = await docker.firstPid(containerId)
    if (hostPid === null) continue
    if (isFirstProcessOf(hostPid, containerId)) return true
    unseen.set(containerId, hostPid)
  }
  if (unseen.size > 0) await sleep(secondLookMs)
  for (const [containerId, earlierPid] of unseen) {
    const hostPid = await docker.firstPid(containerId)
    if (hostPid === null) continue
    if (isFirstProcessOf(hostPid, containerId)) return true // It was restarted meanwhile.
    if (hostPid === earlierPid) return false
  }
  return docker.socket.startsWith('unix://') && isInFirstNamespace()
}

function isFirstProcessOf(hostPid: number, containerId: string): boolean {
  try {
    using process = pinProcess(hostPid)
    if (containerIdsOf(readProcFile(process, 'cgroup', cgroupBytes)).includes(containerId)) return true
    // With a private cgroup namespace the path may be cut; the name of a container's mounts is not.
    return readProcFile(process, 'mountinfo').includes(containerId)
  } catch (error) {
    if (isProblem(error) || ['ESRCH', 'ENOENT', 'EACCES'].includes(errnoOf(error))) return false
    throw error
  }
}

/**
 * Whether our PID namespace is the machine's first. Source: PROC_PID_INIT_INO of the kernel, the same on every Linux.
 */
function isInFirstNamespace(): boolean {
  try {
    return kernelFiles.readlinkSync('/proc/self/ns/pid') === 'pid:[4026531836]'
  } catch (error) {
    if (['ENOENT', 'EACCES'].includes(errnoOf(error))) return false
    throw error
  }
}
