/** Everything the collector wants of helper containers, in one hand. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { CaptureEngine, CaptureJob, HelperNeeds } from '../capture/engine.ts'
import { helperNeedsToAttach } from '../capture/jvm/attach-needs.ts'
import type { Config } from '../config.ts'
import type { CaptureRequest } from '../contract/capture.ts'
import type { Target } from '../contract/target.ts'
import {
  createDockerHelpers,
  type DaemonFacts,
  type DockerHelpers,
  type HelperImage,
  type LabelledContainer,
} from '../host/docker/helper-container.ts'
import type { DockerContainers } from '../host/docker/running-containers.ts'
import { createHelperStarter, type HelperStarter } from './helper-starter.ts'
import { computeOwnerId, helperLabel, ownerLabel, untilLabel } from './plan-helper.ts'
import { recordInHelper } from './run-in-helper.ts'
import { createRemoteInventory } from './remote-inventory.ts'
import { isProblem, Problem, problemFromData } from '../errors.ts'
import { createFinding, type Finding, findingFromProblem } from '../findings.ts'
import type { EngineId } from '../contract/engines.ts'
import type { EventId } from '../profile/model/event-ids.ts'
import { openHelperSession } from './session.ts'
import { sharesHost } from './shares-host.ts'

type FindingsByEngine = ReadonlyMap<EngineId, ReadonlyMap<EventId, readonly Finding[]>>

/** A helper that examines a JVM for the doctor ends after so long. */
const maxSeconds = 120

/**
 * Asks every engine about a JVM from inside a helper that may attach to it, and no more. Throws: Problem as
 * `recordInHelper`; the reason of `signal`.
 */
async function examineInHelper(start: HelperStarter, target: Target, signal: AbortSignal): Promise<FindingsByEngine> {
  const captureId = randomBytes(16).toString('hex')
  const findingsByEngine = new Map<EngineId, ReadonlyMap<EventId, readonly Finding[]>>()
  const needs = helperNeedsToAttach(target)
  const container = await start({ needs, target, captureId, maxSeconds }, signal)
  await using session = openHelperSession(container, { type: 'examine', target, pid: needs.pid })
  signal.addEventListener('abort', session.cancel)
  try {
    for await (const frame of session.frames) {
      const message = frame.kind === 'message' ? frame.message : null
      if (message?.type === 'examined') {
        findingsByEngine.set(message.engine, new Map(message.events.map(({ event, findings }) => [event, findings])))
      } else if (message?.type === 'problem') throw problemFromData(message.problem)
      else if (message?.type === 'broken') throw new Problem('helper-failed', { reason: message.reason })
    }
    signal.throwIfAborted()
    if (findingsByEngine.size === 0) throw await session.explainFailure()
    return findingsByEngine
  } finally {
    signal.removeEventListener('abort', session.cancel)
  }
}

interface HelperFacts {
  readonly daemon: DaemonFacts
  readonly imageName: string
  readonly image: HelperImage | null
}

/** Never throws a Problem: an engine that does not answer is a finding too. */
async function examineHelper(
  docker: DockerHelpers,
  imageName: string,
  needs: HelperNeeds,
  target: Target,
): Promise<Finding[]> {
  try {
    const [daemon, image] = await Promise.all([docker.daemon(), docker.image(imageName)])
    return helperFindings({ daemon, image, imageName }, needs, target)
  } catch (error) {
    if (!isProblem(error)) throw error
    return [findingFromProblem(error)]
  }
}

function helperFindings(facts: HelperFacts, needs: HelperNeeds, target: Target): Finding[] {
  const { daemon, image, imageName } = facts
  const findings: Finding[] = []
  if (image === null) {
    const evidence = `docker image inspect ${imageName}: no such image`
    findings.push(createFinding('helper-image-missing', { image: imageName }, evidence))
  }
  if (daemon.security.includes('rootless') && needs.capabilities.length > 0) {
    const evidence = `docker info: rootless; needed: ${needs.capabilities.join(' ')}`
    findings.push(createFinding('helper-rootless', {}, evidence))
  }
  if (daemon.security.includes('apparmor') && target.container === null) {
    findings.push(createFinding('helper-apparmor', {}, 'docker info: apparmor; the JVM is in no container'))
  }
  return findings
}

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
     * `examine(target, 'helper')` of every engine, asked by a helper that may only attach: for a collector that cannot
     * see the JVM itself. Throws: Problem as `record`.
     */
    examineRemotely: (target: Target, signal: AbortSignal) => examineInHelper(start, target, signal),
    /** Removes helpers without a session; at the start and every now and then. Throws: Problem `docker-unreachable`. */
    sweep: () => sweepHelpers(docker, owner, run),
    /**
     * We see the processes of the engine's containers ourselves: no inventory agent is needed. Throws: Problem
     * `docker-unreachable`.
     */
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
