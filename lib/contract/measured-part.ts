/** Says which part of the load the numbers of runs cover. */
import type { ExperimentRun } from './experiments.ts'

export const warmUpIncluded = 'warm-up included'

export function includesWarmUp({ load }: Pick<ExperimentRun, 'load'>): boolean {
  return load !== null && !load.excludesWarmUp
}

/** A sentence for people. */
export function describeMeasuredPart(runs: readonly Pick<ExperimentRun, 'load'>[]): string {
  const loaded = runs.filter(({ load }) => load !== null)
  const including = loaded.filter(includesWarmUp).length
  if (including === 0) return 'The numbers are of the time after the warm-up.'
  const whole = `of the whole load, ${warmUpIncluded}`
  if (including === loaded.length) return `The numbers are ${whole}.`
  return `The numbers are of the time after the warm-up; in ${including} of ${loaded.length} runs ${whole}.`
}
