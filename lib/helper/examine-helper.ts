/** What stands between an engine and its helper container. The engine's own findings about the JVM come on top. */
import { randomBytes } from 'node:crypto'
import type { HelperNeeds } from '../capture/engine.ts'
import type { Target } from '../contract/target.ts'
import { createFinding, type Finding, findingFromProblem } from '../findings.ts'
import type { EngineId } from '../contract/engines.ts'
import { isProblem, Problem, problemFromData } from '../errors.ts'
import type { DaemonFacts, DockerHelpers, HelperImage } from '../host/docker/helper-container.ts'
import type { EventId } from '../profile/model/event-ids.ts'
import { openHelperSession } from './session.ts'
import type { HelperStarter } from './helper-starter.ts'

type Findings = ReadonlyMap<EngineId, ReadonlyMap<EventId, readonly Finding[]>>

const needs: HelperNeeds = { pid: 'container', user: 'target', capabilities: [], network: 'none' }
const maxSeconds = 120

/** Asks every engine about a JVM from inside a helper without privileges, as the JVM's own user. Throws: Problem as `recordInHelper`; the reason of `signal`. */
export async function examineInHelper(start: HelperStarter, target: Target, signal: AbortSignal): Promise<Findings> {
  const captureId = randomBytes(16).toString('hex')
  const findingsByEngine = new Map<EngineId, ReadonlyMap<EventId, readonly Finding[]>>()
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

export interface HelperFacts {
  readonly daemon: DaemonFacts
  readonly imageName: string
  readonly image: HelperImage | null
}

/** Never throws a Problem: an engine that does not answer is a finding too. */
export async function examineHelper(
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

export function helperFindings(facts: HelperFacts, needs: HelperNeeds, target: Target): Finding[] {
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
