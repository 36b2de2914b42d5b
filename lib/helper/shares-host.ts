/** Whether we see the processes of a Docker engine's containers ourselves, or need a scout. */
import fs from 'node:fs'
import { containerIdsOf } from '../host/process/cgroup.ts'
import type { DockerHelpers } from '../host/docker/helper-container.ts'
import { pinProcess, readProcFile } from '../host/process/pinned-process.ts'
import { isProblem } from '../errors.ts'
import { errnoOf } from '../host/kernel/errno.ts'

/**
 * By one of the engine's running containers: its first process must be in our /proc under the PID that the engine tells,
 * and in that container. Without a running container nothing tells; then we do when the engine is reached by a socket and
 * we are not in a PID namespace of our own.
 *
 * Throws: Problem `docker-unreachable`.
 */
export async function sharesHost(docker: DockerHelpers, containerIds: readonly string[]): Promise<boolean> {
  for (const containerId of containerIds.slice(0, 5)) {
    const hostPid = await docker.firstPid(containerId)
    if (hostPid !== null) return isFirstProcessOf(hostPid, containerId)
  }
  return docker.socket.startsWith('unix://') && isInFirstNamespace()
}

export function isFirstProcessOf(hostPid: number, containerId: string): boolean {
  try {
    using process = pinProcess(hostPid)
    if (containerIdsOf(readProcFile(process, 'cgroup', 65536)).includes(containerId)) return true
    // With a private cgroup namespace the path may be cut; the name of a container's mounts is not.
    return readProcFile(process, 'mountinfo').includes(containerId)
  } catch (error) {
    if (isProblem(error) || ['ESRCH', 'ENOENT', 'EACCES'].includes(errnoOf(error))) return false
    throw error
  }
}

/** Source: PROC_PID_INIT_INO of the kernel, the same on every Linux. */
function isInFirstNamespace(): boolean {
  try {
    return fs.readlinkSync('/proc/self/ns/pid') === 'pid:[4026531836]'
  } catch (error) {
    if (['ENOENT', 'EACCES'].includes(errnoOf(error))) return false
    throw error
  }
}
