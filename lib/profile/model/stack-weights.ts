import type { Profile, StackTable } from './profile.ts'

type SampledStacks = Pick<Profile, 'stacks' | 'samples'>

/** Weight of the samples that end in each row of the stack table. */
export function selfByStack({ stacks, samples }: SampledStacks): Float64Array {
  const self = new Float64Array(stacks.length)
  for (let sample = 0; sample < samples.length; sample++) {
    const stack = samples.stack[sample]!
    if (stack >= 0) self[stack] = self[stack]! + samples.weight[sample]!
  }
  return self
}

/** Weight of the samples that end in each row or pass through it. */
export function totalByStack(profile: SampledStacks): Float64Array {
  return sumOverSubtrees(profile.stacks, selfByStack(profile))
}

/** Weight of the samples that end in each row of the frame table. */
export function selfByFrame({ frames, stacks, samples }: Pick<Profile, 'frames' | 'stacks' | 'samples'>): Float64Array {
  const self = new Float64Array(frames.length)
  for (let sample = 0; sample < samples.length; sample++) {
    const stack = samples.stack[sample]!
    if (stack < 0) continue
    const frame = stacks.frame[stack]!
    self[frame] = self[frame]! + samples.weight[sample]!
  }
  return self
}

/** Gives for each row of a tree the sum of a column over its subtree; a parent stands before its children. */
export function sumOverSubtrees({ length, parent }: Pick<StackTable, 'length' | 'parent'>, self: Float64Array) {
  const total = self.slice()
  // Backwards, each row is complete before its parent needs it.
  for (let row = length - 1; row >= 0; row--) {
    const caller = parent[row]!
    if (caller >= 0) total[caller] = total[caller]! + total[row]!
  }
  return total
}

/** Sum of the weights of all samples. */
export function totalWeight({ samples }: Pick<Profile, 'samples'>): number {
  return samples.weight.reduce((sum, weight) => sum + weight, 0)
}

/** Gives the column with each row replaced by its new one in `became`; -1, the empty stack, stays. */
export function mapStacks(stacks: Int32Array, became: Int32Array): Int32Array {
  return stacks.map((stack) => (stack < 0 ? -1 : became[stack]!))
}

/**
 * How many samples there are: in the unit `samples` a weight counts them, as a folded file may say a thousand in one
 * line.
 */
export function countSamples(profile: Pick<Profile, 'unit' | 'samples'>): number {
  return profile.unit === 'samples' ? totalWeight(profile) : profile.samples.length
}

/** Gives the row of the largest value, -1 where there is none. */
export function findHeaviest(values: Float64Array, isWanted: (row: number) => boolean = () => true): number {
  let heaviest = -1
  values.forEach((value, row) => {
    if ((heaviest < 0 || value > values[heaviest]!) && isWanted(row)) heaviest = row
  })
  return heaviest
}
