import type { CallTree } from './call-tree.ts'
import { kindIndexes, type Profile } from '../model/profile.ts'
import { compareByTime } from '../model/sorted-columns.ts'
import { findSampleSpans } from '../time/sample-spans.ts'
import type { Span } from '../time/time-span.ts'
import { completeTree } from './tree-outline.ts'

// Each change of a stack opens boxes of its own, so a made-up file of deep stacks could ask for any number of them.
const maxChartNodes = 4_000_000

export interface FlameChart {
  readonly tree: CallTree
  /** null when no sample has a time: then boxes are as wide as their weight. */
  readonly time: ChartTime | null
  /** Samples that would have made too many nodes: their weight stays at node 0. */
  readonly cutSamples: number
}

/**
 * Where the boxes of a flame chart are, in ms. Each thread has the whole time from left to right, one thread after the
 * other: at `t` ms of the recording, the thread of index `i` is at `i * (to - from) + t - from`.
 */
export interface ChartTime {
  readonly starts: Float64Array
  readonly widths: Float64Array
  /** From when to when, in ms since the recording began. */
  readonly span: Span
}

/**
 * The stacks in the order they ran, thread by thread: a frame goes on while the samples after it hold it too, and is a
 * new node when it comes back, or when nothing was sampled for a while (sample-spans.ts).
 *
 *     thread main at 0, 1, 2 ms: `a;b`, `a;c`, `a;b`      a under all, with three children b, c, b
 *
 * Keeps: all weight. Samples without a time come last in their thread, in the order of the profile; in a chart they
 * have no width. `span` is the time range of the chart, null when no sample has a time.
 */
export function buildFlameChart(profile: Profile, span: Span | null = null, maxNodes = maxChartNodes): FlameChart {
  const { samples, stacks, frames } = profile
  const order = sortByTime(profile)
  const spans = span && findSampleSpans(profile, order, span)
  const spanMs = span ? span[1] - span[0] : 0
  const writer = createNodeWriter()
  // Frames and nodes of the stack that is open now, by depth; node 0, which is all, is depth 0.
  const openFrames: number[] = [-1]
  const openNodes: number[] = [0]
  let openStack = -1
  let openThread = -1
  let threads = 0
  let lastThread = -1
  /** Where the last sample ended, in the chart. */
  let at = 0
  let cutSamples = 0

  /** Ends all open nodes at this depth or deeper: they ran until the last sample. */
  function close(depth: number): void {
    for (let open = depth; open < openNodes.length; open++) {
      writer.end(openNodes[open]!, open === 1 && isThread(openFrames[1]) ? threads * spanMs : at)
    }
    openFrames.length = openNodes.length = depth
  }

  for (const sample of order) {
    const stack = samples.stack[sample]!
    const thread = samples.thread[sample]!
    if (thread !== lastThread) {
      close(1)
      at = threads * spanMs
      threads++
      lastThread = thread
    }
    const [from, to] = findRange(sample)
    const isGap = from - at > roundingMs
    if (stack !== openStack || thread !== openThread || isGap) {
      if (writer.length() >= maxNodes) {
        writer.addSelf(0, samples.weight[sample]!)
        cutSamples++
        openThread = -1 // a frame that comes back after this is a new node
        continue
      }
      const callees = framesOf(stacks, stack)
      // A thread goes on while none of its stacks runs.
      const lasting = !isGap ? callees.length : isThread(callees.at(-1)) ? 1 : 0
      let depth = 1
      if (thread === openThread) {
        while (depth <= lasting && openFrames[depth] === callees[callees.length - depth]) depth++
      }
      close(depth)
      for (; depth <= callees.length; depth++) {
        const frame = callees[callees.length - depth]!
        openFrames.push(frame)
        const start = depth === 1 && isThread(frame) ? (threads - 1) * spanMs : from
        openNodes.push(writer.add(openNodes[depth - 1]!, frame, depth, start))
      }
      openStack = stack
      openThread = thread
    }
    writer.addSelf(openNodes.at(-1)!, samples.weight[sample]!)
    at = to
  }
  close(1)
  writer.end(0, threads * spanMs)
  return { tree: writer.finish(), time: span && { ...writer.layout(), span }, cutSamples }

  /** At a root it lasts from end to end of the recording. */
  function isThread(frame = -1): boolean {
    return frames.kind[frame] === kindIndexes.thread
  }

  /** From where to where a sample is in the chart: one without a time has no width, where its thread ends. */
  function findRange(sample: number): readonly [number, number] {
    if (!span || !spans || Number.isNaN(spans.from[sample]!)) return [at, at]
    const offset = (threads - 1) * spanMs - span[0]
    return [spans.from[sample]! + offset, spans.to[sample]! + offset]
  }
}

/** Times that differ by less are the same: the difference is a rounding error. */
const roundingMs = 1e-6

/** Rows of the samples with weight, by thread, then by time. */
function sortByTime({ samples }: Profile): Uint32Array {
  const order = Uint32Array.from({ length: samples.length }, (_, sample) => sample).filter(
    (sample) => samples.weight[sample]! > 0,
  )
  const byTime = compareByTime(samples.time)
  return order.sort((one, other) => samples.thread[one]! - samples.thread[other]! || byTime(one, other))
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
  const starts = [0]
  const ends = [0]
  return {
    length: () => frames.length,
    add(parent: number, frame: number, depth: number, start: number): number {
      starts.push(start)
      ends.push(start)
      frames.push(frame)
      parents.push(parent)
      depths.push(depth)
      return selves.push(0) - 1
    },
    addSelf(node: number, weight: number): void {
      selves[node] = selves[node]! + weight
    },
    end(node: number, end: number): void {
      ends[node] = end
    },
    layout() {
      return {
        starts: Float64Array.from(starts),
        widths: Float64Array.from(starts, (start, node) => ends[node]! - start),
      }
    },
    finish(): CallTree {
      const [frame, parent, depth] = [frames, parents, depths].map((column) => Int32Array.from(column))
      const nodes = { length: frames.length, frame: frame!, parent: parent!, depth: depth! }
      return completeTree(nodes, Float64Array.from(selves))
    },
  }
}
