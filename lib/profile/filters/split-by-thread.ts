import { appendFrames } from '../model/append-frames.ts'
import { doubled, PairTable } from '../model/pair-table.ts'
import { type Profile, withWarning } from '../model/profile.ts'
import { createStackWriter } from '../model/stack-writer.ts'
import { threadLabel } from '../time/thread-names.ts'

// Threads do not share stacks any more, so a made-up file of few stacks and many threads could ask for any number of
// rows.
const maxSplitStacks = 4_000_000

/**
 * Puts a frame for its thread under the root of each stack. Threads of the same name become one.
 *
 *     thread http-1: `main;a`, thread http-2: `main;a`   become   `http-1;main;a` and `http-2;main;a`
 *
 * Keeps: all weight. When there would be too many rows, the rest of the samples stay at the frame of their thread, and
 * a warning in the provenance tells how many.
 */
export function splitByThread(profile: Profile, maxStacks = maxSplitStacks): Profile {
  const { stacks, samples } = profile
  const { frameOfThread, strings, frames } = addThreadFrames(profile)
  const writer = createStackWriter(stacks.length + frames.length)
  // A row for each (frame of a thread, stack) met so far, stack -1 for the empty one, and its new row.
  const met = new PairTable(stacks.length)
  let became = new Int32Array(stacks.length)

  function addBelowThread(threadFrame: number, stack: number): number {
    // Goes up to a caller that this thread is known to have, or to the root; then down again, over new rows.
    const firstNew = met.length
    let caller = stack
    let row = met.add(threadFrame, caller)
    while (row >= firstNew && caller >= 0) {
      caller = stacks.parent[caller]!
      row = met.add(threadFrame, caller)
    }
    while (became.length < met.length) became = doubled(became)
    let parent = row < firstNew ? became[row]! : -1
    for (let fresh = met.length - 1; fresh >= firstNew; fresh--) {
      const old = met.second[fresh]!
      parent = old < 0 ? writer.add(-1, threadFrame, 0) : writer.add(parent, stacks.frame[old]!, stacks.tier[old]!)
      became[fresh] = parent
    }
    return parent
  }

  let cut = 0
  const stack = samples.stack.map((sampled, sample) => {
    const isTooMany = met.length > maxStacks
    if (isTooMany) cut++
    return addBelowThread(frameOfThread[samples.thread[sample]!]!, isTooMany ? -1 : sampled)
  })
  const split = { ...profile, strings, frames, stacks: writer.finish(), samples: { ...samples, stack } }
  const text = 'Not every stack is shown under its thread: with all of them the graph would be too large.'
  return cut === 0 ? split : withWarning(split, 'by-thread-cut', text, cut)
}

/** The frame table with a frame of kind thread behind for each label of a thread. */
function addThreadFrames(profile: Profile) {
  const labels = Array.from({ length: profile.threads.length }, (_, thread) => threadLabel(profile, thread))
  const distinct = [...new Set(labels)]
  const frameOfLabel = new Map(distinct.map((label, index) => [label, profile.frames.length + index]))
  const added = distinct.map((label) => ({ name: label, raw: label, kind: 'thread' as const }))
  return {
    frameOfThread: Int32Array.from(labels, (label) => frameOfLabel.get(label)!),
    ...appendFrames(profile, added),
  }
}
