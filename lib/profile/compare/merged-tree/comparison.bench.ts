/**
 * Prints the CPU time of comparing two profiles with 20,000, 100,000 and 1,000,000 nodes together.
 * Run: `node lib/profile/compare/merged-tree/comparison.bench.ts`
 */
import { createRandom, largeProfile } from '../../../testing/profiles/random-profile.ts'
import type { MergeOptions } from './comparison.ts'
import { sortForDrawing } from '../../tree/drawing-order.ts'
import { findAddedAndRemoved } from '../added-and-removed.ts'
import { compareFunctions } from '../compare-functions.ts'
import { testSignificance } from '../significance/significance.ts'
import type { Profile } from '../../model/profile.ts'
import { rescaleMergedTree } from './rescale-merged-tree.ts'
import { buildMergedTree } from './merged-tree.ts'

const order: MergeOptions = { width: 'after', scale: 'share', requests: null, sort: 'name' }

/** Prints the CPU time of one run in ms, which does not depend on other programs. */
function measure<Result>(what: string, work: () => Result): Result {
  const start = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(start)
  console.log(`${what.padEnd(36)} ${Math.round((user + system) / 1000)} ms`)
  return result
}

/** Another capture of the same program: each sample is kept at random. */
function captureAgain(profile: Profile, seed: number): Profile {
  const random = createRandom(seed)
  const keep = (weight: number) => Array.from({ length: weight }, () => random() < 0.5).filter(Boolean).length
  return {
    ...profile,
    frames: { ...profile.frames },
    samples: { ...profile.samples, weight: profile.samples.weight.map(keep) },
  }
}

function bench(title: string, before: Profile, after: Profile): void {
  console.log(title)
  measure('the whole comparison', () => compareFunctions(before, after))
  const merged = measure('union', () => buildMergedTree(before, after, order))
  console.log(`  ${merged.tree.length} nodes`)
  measure('other width', () => rescaleMergedTree(merged, { ...order, width: 'changed' }))
  measure('other width, heaviest first', () => rescaleMergedTree(merged, { ...order, width: 'union', sort: 'weight' }))
  measure('gone and new', () => findAddedAndRemoved(merged))
  measure('power', () => testSignificance({ before, after, merged }).power())
  measure('test nodes', () => testSignificance({ before, after, merged }).nodes('total'))
  measure('test functions', () => testSignificance({ before, after, merged }).functions('total'))
}

for (const nodes of [20_000, 100_000, 1_000_000]) {
  const [one, other] = [1, 2].map((seed) => sortForDrawing(largeProfile(nodes / 2, nodes / 20, seed)))
  // The first round also includes JIT compilation.
  for (let round = 0; round < 2; round++) {
    bench('two captures of one program', captureAgain(one!, 3), captureAgain(one!, 4))
    bench('two programs with nothing in common', { ...one!, frames: { ...one!.frames } }, { ...other! })
  }
}
