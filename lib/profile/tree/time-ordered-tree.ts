import type { CallTree } from './call-tree.ts'
import type { Profile } from '../model/profile.ts'
import { completeTree } from './tree-outline.ts'

// Each change of a stack opens boxes of its own, so a made-up file of deep stacks could ask for any number of them.
const maxChartNodes = 4_000_000

export interface FlameChart {
  readonly tree: CallTree
  /** Samples that would have made too many nodes: their weight stays at node 0. */
  readonly cutSamples: number
}

/**
 * The stacks in the order they ran, thread by thread: a frame goes on while the samples after it hold it too, and is a new node when it
 * comes back. The width of a node is still weight; time without samples has none.
 *
 *     thread main at 0, 1, 2 ms: `a;b`, `a;c`, `a;b`      a under all, with three children b, c, b
 *
 * Keeps: all weight. Samples without a time come last in their thread, in the order of the profile.
 */
export function buildFlameChart(profile: Profile, maxNodes = maxChartNodes): FlameChart {
  const { samples, stacks } = profile
  const writer = createNodeWriter()
  // Frames and nodes of the stack that is open now, by depth; node 0, which is all, is depth 0.
  const openFrames: number[] = [-1]
  const openNodes: number[] = [0]
  let openStack = -1
  let openThread = -1
  let cutSamples = 0

  for (const sample of sortByTime(profile)) {
    const stack = samples.stack[sample]!
    const thread = samples.thread[sample]!
    if (stack !== openStack || thread !== openThread) {
      if (writer.length() >= maxNodes) {
        writer.addSelf(0, samples.weight[sample]!)
        cutSamples++
        openThread = -1 // what comes back after this is not going on
        continue
      }
      const frames = framesOf(stacks, stack)
      let depth = 1
      if (thread === openThread) {
        while (depth <= frames.length && openFrames[depth] === frames[frames.length - depth]) depth++
      }
      openFrames.length = openNodes.length = depth
      for (; depth <= frames.length; depth++) {
        const frame = frames[frames.length - depth]!
        openFrames.push(frame)
        openNodes.push(writer.add(openNodes[depth - 1]!, frame, depth))
      }
      openStack = stack
      openThread = thread
    }
    writer.addSelf(openNodes.at(-1)!, samples.weight[sample]!)
  }
  return { tree: writer.finish(), cutSamples }
}

/** Rows of the samples with weight, by thread, then by time. */
function sortByTime({ samples }: Profile): Uint32Array {
  const order = Uint32Array.from({ length: samples.length }, (_, sample) => sample).filter(
    (sample) => samples.weight[sample]! > 0,
  )
  const timeOf = (sample: number) => (Number.isNaN(samples.time[sample]!) ? Infinity : samples.time[sample]!)
  return order.sort((one, other) => {
    const byThread = samples.thread[one]! - samples.thread[other]!
    if (byThread !== 0) return byThread
    const [before, after] = [timeOf(one), timeOf(other)]
    return before === after ? one - other : before - after
  })
}

/** Leaf first. */
function framesOf({ parent, frame }: Profile['stacks'], stack: number): number[] {
  const frames: number[] = []
  for (let row = stack; row >= 0; row = parent[row]!) frames.push(frame[row]!)
  return frames
}

/** Nodes come depth first by themselves: a new one is always under the one that is open. */
function createNodeWriter() {
  const frames = [-1]
  const parents = [-1]
  const depths = [0]
  const selves = [0]
  return {
    length: () => frames.length,
    add(parent: number, frame: number, depth: number): number {
      frames.push(frame)
      parents.push(parent)
      depths.push(depth)
      return selves.push(0) - 1
    },
    addSelf(node: number, weight: number): void {
      selves[node] = selves[node]! + weight
    },
    finish(): CallTree {
      const [frame, parent, depth] = [frames, parents, depths].map((column) => Int32Array.from(column))
      const nodes = { length: frames.length, frame: frame!, parent: parent!, depth: depth! }
      return completeTree(nodes, Float64Array.from(selves))
    },
  }
}
