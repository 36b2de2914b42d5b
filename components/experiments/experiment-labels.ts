import type { ExperimentRun, RunMark } from '../../lib/contract/experiments.ts'

/** Why a run is left out. */
export const markLabels: Readonly<Record<RunMark, string>> = {
  'start-failed': 'Did not start',
  'not-ready': 'Was not ready in time',
  'container-died': 'A container ended',
  'not-steady': 'Throughput was not steady',
  'load-failed': 'The load failed',
  'load-ended-early': 'The load ended too early',
  'too-many-errors': 'Too many requests failed',
  'capture-failed': 'No whole profile',
  'host-busy': 'The host did other work',
}

/** The runs of one configuration. */
export function runsOf<Run extends ExperimentRun>(runs: readonly Run[], number: number): Run[] {
  return runs.filter(({ configuration }) => configuration === number)
}
