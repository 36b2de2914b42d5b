/** Everything the collector wants of helper containers, in one hand. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import fs from 'node:fs'
import type { CaptureEngine, CaptureJob } from '../capture/engine.ts'
import type { Config } from '../config.ts'
import type { CaptureRequest } from '../contract/capture.ts'
import type { Target } from '../contract/target.ts'
import { createDockerHelpers, type DockerHelpers, type LabelledContainer } from '../host/docker/helper-container.ts'
import type { DockerContainers } from '../host/docker/running-containers.ts'
import { examineHelper, examineInHelper } from './examine-helper.ts'
import { createHelperStarter } from './helper-starter.ts'
import { helperLabel, ownerLabel, computeOwnerId, untilLabel } from './plan-helper.ts'
import { recordInHelper } from './run-in-helper.ts'
import { createRemoteInventory } from './remote-inventory.ts'
import { containerIdsOf } from '../host/process/cgroup.ts'
import { pinProcess, readProcFile } from '../host/process/pinned-process.ts'
import { isProblem } from '../errors.ts'
import { errnoOf } from '../host/kernel/errno.ts'

export type Helpers = ReturnType<typeof createHelpers>

export function createHelpers(
  config: Pick<Config, 'dockerHost' | 'helperImage' | 'runDirectory'>,
  report: (error: unknown) => void,
) {
  const docker = createDockerHelpers(config.dockerHost)
  const image = config.helperImage
  const owner = computeOwnerId(hostname(), config.runDirectory)
  const run = randomBytes(16).toString('hex')
  const start = createHelperStarter({ docker, image, owner, run })

  return {
    /** As `engine.record`, in a container made for it. `job.target` is as the inventory has it. */
    record: (engine: CaptureEngine, job: CaptureJob, signal: AbortSignal) => recordInHelper(start, engine, job, signal),
    /** What stands between an engine and its helper, beside `engine.examine(target, 'helper')`. */
    examine: (engine: CaptureEngine, target: Target, request: CaptureRequest) =>
      examineHelper(docker, image, engine.helperNeeds(request, target), target),
    /**
     * `examine(target, 'helper')` of every engine, asked by a helper without any privilege: for a collector that cannot see
     * the JVM itself. Throws: Problem as `record`.
     */
    examineRemotely: (target: Target, signal: AbortSignal) => examineInHelper(start, target, signal),
    /** Removes helpers that nobody listens to; at the start and every now and then. Throws: Problem `docker-unreachable`. */
    sweep: () => sweepHelpers(docker, owner, run),
    /** We see the processes of the engine's containers ourselves: no scout is needed. Throws: Problem `docker-unreachable`. */
    sharesHost: (containerIds: readonly string[]) => sharesHost(docker, containerIds),
    createRemoteInventory: (containers: DockerContainers) =>
      createRemoteInventory({ start, containers, name: randomBytes(16).toString('hex'), report }),
  }
}

/** Gives the ids of what was removed. Throws: Problem `docker-unreachable`. */
async function sweepHelpers(docker: DockerHelpers, owner: string, run: string): Promise<string[]> {
  const found = await docker.list(helperLabel)
  const orphans = found.filter((container) => isOrphan(container, owner, run, Date.now() / 1000))
  for (const { id } of orphans) await docker.remove(id)
  return orphans.map(({ id }) => id)
}

/** Another run with our run directory is over, since only one can hold it; of others only the time tells. */
export function isOrphan({ labels }: LabelledContainer, owner: string, run: string, nowSeconds: number): boolean {
  if (labels[helperLabel] === run) return false
  if (labels[ownerLabel] === owner) return true
  const until = Number(labels[untilLabel] ?? 0)
  return until > 0 && until < nowSeconds
}

/**
 * By one of the engine's running containers: its first process must be in our /proc under the PID that the engine tells,
 * and in that container. Without a running container nothing tells; then we do when the engine is reached by a socket and
 * we are not in a PID namespace of our own.
 *
 * Throws: Problem `docker-unreachable`.
 */
async function sharesHost(docker: DockerHelpers, containerIds: readonly string[]): Promise<boolean> {
  for (const containerId of containerIds.slice(0, 5)) {
    const hostPid = await docker.firstPid(containerId)
    if (hostPid !== null) return isFirstProcessOf(hostPid, containerId)
  }
  return docker.socket.startsWith('unix://') && isInFirstNamespace()
}

function isFirstProcessOf(hostPid: number, containerId: string): boolean {
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
