import { createRandom } from '../../lib/testing/profiles/random-profile.ts'
import type { CallTree, Weights } from '../../lib/profile/tree/call-tree.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../lib/profile/model/profile.ts'

const maxDepth = 30

/** A profile of so many distinct stacks, one sample each, about 3.5 nodes a stack; the same for the same number. */
export function profileOfStacks(count: number): Profile {
  const random = createRandom(count)
  const builder = createProfileBuilder()
  const names = Math.min(20_000, count)
  const frames = Array.from({ length: names }, (_, index) =>
    builder.frame(`acme.mod${index % 97}.Part${index}.do${index % 13}`, 'java'),
  )
  const thread = builder.thread('http-1', 4711)
  const stacks = [-1]
  const depths = [0]
  for (let sample = 0; sample < count;) {
    // A new stack leaves an old one somewhere and goes on for a while, as requests leave the common path of a server.
    const from = Math.floor(random() ** 2 * stacks.length)
    if (depths[from]! >= maxDepth) continue
    let stack = stacks[from]!
    for (let steps = 1 + Math.floor(random() * 6), depth = depths[from]! + 1; steps > 0; steps--, depth++) {
      stack = builder.stack(stack, frames[Math.floor(random() ** 2 * names)]!)
      stacks.push(stack)
      depths.push(depth)
    }
    builder.sample(stack, thread, sample, 1)
    sample++
  }
  return builder.finish('samples', emptyProvenance('bench'))
}

/**
 * What flamebearer reads: the log that `node --prof-process --preprocess` writes. `s` holds code and offset, the leaf
 * first.
 */
export function* writeV8Log({ strings, frames, stacks, samples }: Profile): Generator<string> {
  const code = Array.from(frames.name, (name) => ({ name: strings[name]!, type: 'JS', kind: 'Opt' }))
  yield `{"code":${JSON.stringify(code)},"ticks":[`
  for (let sample = 0; sample < samples.length; sample++) {
    const s: number[] = []
    for (let row = samples.stack[sample]!; row >= 0; row = stacks.parent[row]!) s.push(stacks.frame[row]!, 0)
    yield `${sample === 0 ? '' : ','}{"s":[${s.join(',')}]}`
  }
  yield ']}'
}

/**
 * What flamebearer's command line puts into its page: for each level start, width and name of each bar, the start as
 * the distance from the bar before.
 */
export function* writeFlamebearerData(profile: Profile, tree: CallTree, starts: Weights): Generator<string> {
  const levels: number[][] = Array.from({ length: tree.maxDepth }, () => [])
  const ends = new Float64Array(tree.maxDepth)
  for (let node = 1; node < tree.length; node++) {
    const level = tree.depth[node]! - 1
    levels[level]!.push(starts[node]! - ends[level]!, tree.total[node]!, tree.frame[node]!)
    ends[level] = starts[node]! + tree.total[node]!
  }
  const names = Array.from(profile.frames.name, (name) => profile.strings[name]!)
  yield `names = ${JSON.stringify(names)};\nlevels = [`
  for (const [index, level] of levels.entries()) yield `${index === 0 ? '' : ','}${JSON.stringify(level)}`
  yield `];\nnumTicks = ${tree.total[0]};`
}

/** Where to click for the widest path in a tree, as a share of the width, by depth. */
export function widestPath({ end, total }: CallTree, starts: Weights): number[] {
  const shares: number[] = []
  for (let node = 0; ;) {
    shares.push((starts[node]! + total[node]! / 2) / total[0]!)
    let widest = -1
    for (let callee = node + 1; callee < end[node]!; callee = end[callee]!) {
      if (widest < 0 || total[callee]! > total[widest]!) widest = callee
    }
    if (widest < 0) return shares
    node = widest
  }
}
