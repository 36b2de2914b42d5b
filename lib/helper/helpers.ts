/** Everything the collector wants of helper containers, in one hand. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { CaptureEngine, CaptureJob, EngineId, Progress, RawRecording } from '../capture/engine.ts'
import type { Config } from '../config.ts'
import type { CaptureRequest, Finding, Target } from '../contract.ts'
import { createDockerHelpers } from '../host/docker/helper-container.ts'
import type { DockerContainers } from '../host/docker/running-containers.ts'
import type { EventId } from '../profile/event-ids.ts'
import type { Inventory } from '../targets/inventory.ts'
import { examineHelper } from './examine-helper.ts'
import { examineInHelper } from './examine-in-helper.ts'
import { createHelperStarter } from './helper-starter.ts'
import { ownerOf } from './plan-helper.ts'
import { recordInHelper } from './run-in-helper.ts'
import { createScoutInventory } from './remote-inventory.ts'
import { sharesHost } from './shares-host.ts'
import { sweepHelpers } from './sweep-helpers.ts'

export interface Helpers {
  /** As `engine.record`, in a container made for it. `job.target` is as the inventory has it. */
  record(engine: CaptureEngine, job: CaptureJob, signal: AbortSignal): AsyncGenerator<Progress, RawRecording>
  /** What stands between an engine and its helper, beside `engine.examine(target, 'helper')`. */
  examine(engine: CaptureEngine, target: Target, request: CaptureRequest): Promise<Finding[]>
  /**
   * `examine(target, 'helper')` of every engine, asked by a helper without any privilege: for a collector that cannot see
   * the JVM itself. Throws: Problem as `record`.
   */
  examineThere(
    target: Target,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<EngineId, ReadonlyMap<EventId, readonly Finding[]>>>
  /** Removes helpers that nobody listens to; at the start and every now and then. Throws: Problem `docker-unreachable`. */
  sweep(): Promise<string[]>
  /** We see the processes of the engine's containers ourselves: no scout is needed. Throws: Problem `docker-unreachable`. */
  sharesHost(containerIds: readonly string[]): Promise<boolean>
  createScoutInventory(containers: DockerContainers): Inventory
}

export function createHelpers(
  config: Pick<Config, 'dockerHost' | 'helperImage' | 'runDirectory'>,
  report: (error: unknown) => void,
): Helpers {
  const docker = createDockerHelpers(config.dockerHost)
  const image = config.helperImage
  const owner = ownerOf(hostname(), config.runDirectory)
  const run = randomBytes(16).toString('hex')
  const start = createHelperStarter({ docker, image, owner, run })

  return {
    record: (engine, job, signal) => recordInHelper(start, engine, job, signal),
    examine: (engine, target, request) => examineHelper(docker, image, engine.helperNeeds(request, target), target),
    examineThere: (target, signal) => examineInHelper(start, target, signal),
    sweep: () => sweepHelpers(docker, owner, run),
    sharesHost: (containerIds) => sharesHost(docker, containerIds),
    createScoutInventory: (containers) =>
      createScoutInventory({ start, containers, name: randomBytes(16).toString('hex'), report }),
  }
}
