/** The profiles of several runs before and after a change in one merged tree, with the weight of each run. */
import type { MergedTree } from '../merged-tree/comparison.ts'
import { getMergedRows } from '../merged-tree/merged-tree-rows.ts'
import { buildMergedTree } from '../merged-tree/merged-tree.ts'
import { type GroupItems, sumByItem } from '../significance/significance.ts'
import { normalizeStacks } from '../merged-tree/normalize-stacks.ts'
import { createProfileMerger } from '../../merge/merge-profiles.ts'
import type { Profile } from '../../model/profile.ts'
import { selfByStack, sumOverSubtrees } from '../../model/stack-weights.ts'
import { compareWarmUp } from '../../quality/compare-warm-up.ts'
import type { Stratum } from '../../statistics/rank-test.ts'

/** A profile and the cost of its run: ms of CPU for each request. */
export interface ProfiledRun {
  readonly profile: Profile
  readonly cost: number
}

/** Runs of two configurations that differ only in the variable that is examined; at least one on either side. */
export interface ProfiledStratum {
  readonly before: readonly ProfiledRun[]
  readonly after: readonly ProfiledRun[]
}

/**
 * The cost of an item (a package, class or function) in each run, in ms of CPU for each request: its self weight, and
 * its total.
 */
export interface ItemCosts {
  readonly self: readonly Stratum[]
  readonly total: readonly Stratum[]
}

export interface WeighedRuns {
  /** Its weights are ms of CPU for each request: the mean over the runs of a stratum, then over the strata. */
  readonly merged: MergedTree
  /** Notes for people on differences of these runs that are no change: other engines, other JDKs. */
  readonly notes: readonly string[]
  /** Gives the costs of each item of these groups; null for one whose mean over all runs is less than `least`. */
  costsOf(groups: GroupItems, least: number): readonly (ItemCosts | null)[]
}

/** All runs before the change, or all after it. */
interface WeighedSide {
  readonly profile: Profile
  /**
   * In the order of the samples of `profile`, of which the first run has the first `samples`. `weight`: the run's part
   * of the mean; all of a side are 1.
   */
  readonly runs: readonly { readonly stratum: number; readonly weight: number; readonly samples: number }[]
}

/** Weighs the runs of both sides. Throws: Problem `not-mergeable` for profiles of several events. */
export function weighRuns(strata: readonly ProfiledStratum[]): WeighedRuns {
  const mergedSides = { before: mergeSide(strata, 'before'), after: mergeSide(strata, 'after') }
  const { before, after, notes } = normalizeStacks(mergedSides.before.profile, mergedSides.after.profile)
  const merged = buildMergedTree(before, after, { width: 'union', sort: 'name', scale: 'raw', requests: null })
  const rows = getMergedRows(merged, before, after)
  const sides = [
    { side: 'before', runs: mergedSides.before.runs, profile: before, rows: rows.before },
    { side: 'after', runs: mergedSides.after.runs, profile: after, rows: rows.after },
  ] as const

  /** Each run with its own cost of every node of the merged tree. */
  function* eachRun() {
    for (const { side, runs, profile, rows: nodeOfRow } of sides) {
      let sample = 0
      for (const { stratum, weight, samples } of runs) {
        const self = new Float64Array(merged.tree.length)
        for (const end = sample + samples; sample < end; sample++) {
          const row = profile.samples.stack[sample]!
          const node = row < 0 ? 0 : nodeOfRow[row]!
          self[node] = self[node]! + profile.samples.weight[sample]! / weight
        }
        yield { side, stratum, self, total: sumOverSubtrees(merged.tree, self) }
      }
    }
  }

  return {
    merged,
    notes: [...notes, ...compareWarmUp(mergedSides.before.profile, mergedSides.after.profile)],
    costsOf({ names, items }, least) {
      const ofRuns = Array.from(eachRun(), ({ side, stratum, self, total }) => ({
        ...{ side, stratum },
        costs: { self: sumByItem(items.self, self), total: sumByItem(items.total, total) },
      }))
      return names.map((_, item) => {
        const sum = ofRuns.reduce((all, { costs }) => all + costs.total[item]!, 0)
        if (sum < least * ofRuns.length) return null
        const listed = (delta: 'self' | 'total', stratum: number, side: 'before' | 'after') =>
          ofRuns.filter((run) => run.side === side && run.stratum === stratum).map(({ costs }) => costs[delta][item]!)
        const ofStrata = (delta: 'self' | 'total') =>
          strata.map((_one, at) => ({ before: listed(delta, at, 'before'), after: listed(delta, at, 'after') }))
        return { self: ofStrata('self'), total: ofStrata('total') }
      })
    },
  }
}

/** One profile of all runs of a side, whose weights are such that their sum is the mean cost. */
function mergeSide(strata: readonly ProfiledStratum[], side: 'before' | 'after'): WeighedSide {
  const merger = createProfileMerger()
  const runs = strata.flatMap((stratum, at) =>
    stratum[side].map(({ profile, cost }) => {
      const weight = 1 / (stratum[side].length * strata.length)
      const weighed = weighStacks(profile, cost * weight)
      merger.add(weighed)
      return { stratum: at, weight, samples: weighed.samples.length }
    }),
  )
  return { profile: merger.finish(), runs }
}

/** The same stacks, one sample of each, which weigh `sum` together. */
function weighStacks(profile: Profile, sum: number): Profile {
  const self = selfByStack(profile)
  const all = profile.samples.weight.reduce((total, weight) => total + weight, 0)
  const stack = Int32Array.from(self.keys()).filter((row) => self[row]! > 0)
  const weight = Float64Array.from(stack, (row) => (self[row]! * sum) / all)
  // Samples without a stack are of no function, but a part of the cost.
  const rest = sum - weight.reduce((total, one) => total + one, 0)
  const { length } = stack
  const samples = {
    length: length + 1,
    stack: Int32Array.of(...stack, -1),
    thread: new Uint32Array(length + 1),
    time: new Float64Array(length + 1).fill(Number.NaN),
    weight: Float64Array.of(...weight, Math.max(0, rest)),
  }
  const { lines: _lines, ...others } = profile
  const threads = { length: 1, name: new Uint32Array(1), hostTid: new Uint32Array(1) }
  // Weights are now ms for each request, of any engine; all profiles need one unit to be merged.
  return { ...others, unit: 'nanoseconds', threads, samples }
}
