/** Finds the effect of a change on functions, from stored profiles of runs, in the profile thread. */
import { findRunChanges, type RunChanges } from '../../profile/compare/between-runs/run-changes.ts'
import type { ProfiledRun } from '../../profile/compare/between-runs/weigh-runs.ts'
import { decodeIfSound } from './decode-stored.ts'

export interface StoredRun {
  readonly run: number
  readonly gzipped: Uint8Array
  /** ms of CPU for each request. */
  readonly cost: number
}

export interface StoredStratum {
  readonly before: readonly StoredRun[]
  readonly after: readonly StoredRun[]
}

export interface ReadRunChanges {
  /** null where no stratum has a profile on both sides. */
  readonly changes: RunChanges | null
  /** Numbers of runs whose profile is damaged or empty. */
  readonly unreadable: readonly number[]
}

/** Compares functions of stored runs. Throws: Problem `not-mergeable`. */
export function readRunChanges(stored: readonly StoredStratum[]): ReadRunChanges {
  const unreadable: number[] = []
  const read = ({ run, gzipped, cost }: StoredRun): ProfiledRun[] => {
    const profile = decodeIfSound(gzipped)
    if (profile?.samples.weight.some((weight) => weight > 0)) return [{ profile, cost }]
    unreadable.push(run)
    return []
  }
  const strata = stored
    .map(({ before, after }) => ({ before: before.flatMap(read), after: after.flatMap(read) }))
    .filter(({ before, after }) => before.length > 0 && after.length > 0)
  return { changes: strata.length > 0 ? findRunChanges(strata) : null, unreadable }
}
