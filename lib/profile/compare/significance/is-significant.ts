import { promisedFalseRate, type Verdicts } from '../merged-tree/comparison.ts'

/** Whether a difference counts: what was not tested does not. */
export function isSignificant({ q }: Pick<Verdicts, 'q'>, index: number): boolean {
  return q[index]! <= promisedFalseRate
}
