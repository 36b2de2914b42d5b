/** Prints what a comparison costs, 2 x 500,000 nodes. Run: `node lib/profile/compare/merged-tree/comparison.bench.ts` */
import { createRandom, largeProfile } from '../../../testing/profiles/random-profile.ts'
import { getFunctionDeltas } from '../significance/compare-functions.ts'
import { computePower } from '../comparison-power.ts'
import type { MergeOptions } from './comparison.ts'
import { sortForDrawing } from '../../tree/drawing-order.ts'
import { findAddedAndRemoved } from '../added-and-removed.ts'
import { testMergedTree } from '../significance/test-merged-tree.ts'
import type { Profile } from '../../model/profile.ts'
import { rescaleMergedTree } from './rescale-merged-tree.ts'
import { buildMergedTree } from './merged-tree.ts'

const order: MergeOptions = { width: 'after', scale: 'share', requests: null, sort: 'name' }

/** Processor time of one run, in ms: what it takes while nobody else needs the processor. */
function measure<Result>(what: string, work: () => Result): Result {
  const start = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(start)
  console.log(`${what.padEnd(36)} ${Math.round((user + system) / 1000)} ms`)
  return result
}

/** Another capture of the same program: each sample is there or not. */
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
  const merged = measure('union', () => buildMergedTree(before, after, order))
  console.log(`  ${merged.tree.length} nodes`)
  measure('other width', () => rescaleMergedTree(merged, { ...order, width: 'changed' }))
  measure('other width, heaviest first', () => rescaleMergedTree(merged, { ...order, width: 'union', sort: 'weight' }))
  measure('gone and new', () => findAddedAndRemoved(merged))
  measure('power', () => computePower(before, after))
  measure('test nodes', () => testMergedTree(merged, before, after, 'total'))
  measure('test functions', () => getFunctionDeltas(merged, before, after, 'total'))
}

const one = sortForDrawing(largeProfile(500_000, 50_000, 1))
const other = sortForDrawing(largeProfile(500_000, 50_000, 2))
for (let round = 0; round < 2; round++) {
  bench('two captures of one program', captureAgain(one, 3), captureAgain(one, 4))
  bench('two programs with nothing in common', { ...one, frames: { ...one.frames } }, { ...other })
}
