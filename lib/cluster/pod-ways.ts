/** Finds which of the two ways a cluster permits for a pod, by dry runs, which change nothing there. */
import type { CaptureRequest } from '../contract/capture.ts'
import { getEngineLabel } from '../contract/engines.ts'
import { enginesOfWay, type PodWay, podWays, podWayTitles } from '../contract/pod-ways.ts'
import type { Pod, PodReport } from '../contract/pods.ts'
import { isProblem, Problem } from '../errors.ts'
import { findingFromProblem } from '../findings.ts'
import type { EphemeralContainers } from './ephemeral-containers.ts'
import type { Jobs } from './jobs.ts'

interface PodWaysOptions {
  readonly jobs: Pick<Jobs, 'tryOut'>
  readonly ephemeral: Pick<EphemeralContainers, 'tryOut'>
}

export async function examinePod(pod: Pod, ways: PodWaysOptions): Promise<PodReport> {
  return { ways: await Promise.all(podWays.map(async (way) => ({ way, findings: await findings(pod, way, ways) }))) }
}

async function findings(pod: Pod, way: PodWay, { jobs, ephemeral }: PodWaysOptions) {
  try {
    await (way === 'job' ? jobs : ephemeral).tryOut(pod)
    return []
  } catch (error) {
    if (isProblem(error)) return [findingFromProblem(error)]
    throw error
  }
}

/**
 * Gives the way that a request names, else the first that is permitted and has its engine.
 *
 * Throws: the Problem of the Job where none is; Problem `no-engine`.
 */
export async function chooseWay(
  pod: Pod,
  { podWay, engine }: Pick<CaptureRequest, 'podWay' | 'engine'>,
  ways: PodWaysOptions,
): Promise<PodWay> {
  const has = (way: PodWay) => engine === 'auto' || enginesOfWay(way).includes(engine)
  const wanted = podWay === 'auto' ? 'job' : podWay
  if (!has(wanted)) {
    const made = podWayTitles[wanted].toLowerCase()
    throw new Problem('no-engine', {
      reasons: `${getEngineLabel(engine)} needs rights that the ${made} of a capture does not have.`,
      able: enginesOfWay(wanted).map(getEngineLabel),
    })
  }
  if (podWay !== 'auto') return podWay
  try {
    await ways.jobs.tryOut(pod)
    return 'job'
  } catch (error) {
    // The container is being captured already, or no way can be tried: neither says that Jobs are not permitted.
    if (!isProblem(error) || error.code === 'job-exists' || error.code === 'cluster-unreachable') throw error
    if (has('ephemeral') && (await findings(pod, 'ephemeral', ways)).length === 0) return 'ephemeral'
    throw error
  }
}
