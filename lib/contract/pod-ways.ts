/** How a container of a pod is reached. */
import type { EngineId } from './engines.ts'

/**
 * `job`: a pod beside it, on its node. `ephemeral`: a container more in its pod, which ends, but stays listed in the
 * pod.
 */
export const podWays = ['job', 'ephemeral'] as const
export type PodWay = (typeof podWays)[number]

export const podWayTitles: Readonly<Record<PodWay, string>> = { job: 'Job', ephemeral: 'Ephemeral container' }

/** An ephemeral container has no capability, without which perf records nothing; bpftrace needs more than a Job has. */
export const enginesOfWay = (way: PodWay): readonly EngineId[] =>
  way === 'job' ? ['async-profiler', 'perf', 'jfr'] : ['async-profiler', 'jfr']
