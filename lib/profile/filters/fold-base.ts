import { appendFrames, findFoldedFrame } from '../model/append-frames.ts'
import { kindIndexes, type NamedFrames, type Profile, type StackTable } from '../model/profile.ts'
import { baseTitle, isBaseFrame } from '../names/base-frames.ts'
import { isJavaFrame } from '../names/java-package.ts'
import { rewriteStacks } from './rewrite-stacks.ts'

/** The frames that the box of a folded base replaces. */
export interface FoldedBase {
  /** Row of its frame. */
  readonly box: number
  /** Each sequence of frames that it took the place of, root first, as rows of the frame table. */
  readonly chains: readonly (readonly number[])[]
}

/**
 * Draws the base of each stack, the frames of the JVM and the C library from the root (or from its thread) to the first
 * Java method, as one box. Its raw name says how many they are. A stack without Java frames stays as it is, and so do
 * one in which others come first and one with a single frame before them.
 *
 *     `start_thread;JavaThread::run;Thread.run 3`   and `start_thread;GCThread::run 1`
 *     become `JVM frames;Thread.run 3`              and `start_thread;GCThread::run 1`
 */
export function foldBase(profile: Profile): Profile {
  const { frame, parent: callers, tier } = profile.stacks
  const { baseLength, firstRows } = findBases(profile)
  if (firstRows.length === 0) return profile
  const lengths = firstRows.map((stack) => baseLength[callers[stack]!]!)
  const { profile: extended, box } = withBox(profile, lengths)
  const isFirst = new Uint8Array(baseLength.length)
  for (const stack of firstRows) isFirst[stack] = 1
  // Row of the thread that a base stands under, -1 for none.
  const threadRow = new Int32Array(baseLength.length).fill(-1)
  return rewriteStacks(extended, (writer, stack, parent) => {
    const caller = callers[stack]!
    if (isFirst[stack] === 1) {
      return writer.add(writer.add(threadRow[caller]!, box, 0), frame[stack]!, tier[stack]!)
    }
    const row = writer.add(parent, frame[stack]!, tier[stack]!)
    if (baseLength[stack] === 0) threadRow[stack] = row
    else if (caller >= 0) threadRow[stack] = threadRow[caller]!
    return row
  })
}

/**
 * What foldBase would fold of a profile, and the box that it adds; null for nothing. `folded` is the profile after it.
 */
export function describeBase(profile: Profile, folded: Profile): FoldedBase | null {
  const { firstRows } = findBases(profile)
  const ends = new Set(firstRows.map((stack) => profile.stacks.parent[stack]!))
  if (ends.size === 0) return null
  return { box: findFoldedFrame(folded, baseTitle), chains: [...ends].map((end) => listChain(profile, end)) }
}

function listChain({ stacks, frames }: Profile, end: number): number[] {
  const chain: number[] = []
  for (let stack = end; stack >= 0; stack = stacks.parent[stack]!) {
    if (frames.kind[stacks.frame[stack]!] !== kindIndexes.thread) chain.push(stacks.frame[stack]!)
  }
  return chain.reverse()
}

/**
 * Gives for each stack how many frames it has when all are of the base: 0 for a thread at the root, -1 past the base.
 * `firstRows` are the stacks that end at the first Java method on a base.
 */
function findBases(profile: Profile) {
  const { stacks, frames } = profile
  const isBase = maskOf(profile, isBaseFrame)
  // A box that another fold put there replaces Java methods, except that of a library.
  const isProgram = maskOf(
    profile,
    (_, frame) => isJavaFrame(profile, frame) || frames.kind[frame] === kindIndexes.folded,
  )
  const baseLength = new Int32Array(stacks.length)
  const firstRows: number[] = []
  for (let stack = 0; stack < stacks.length; stack++) {
    const frame = stacks.frame[stack]!
    const before = lengthBefore(stacks, stack, baseLength)
    const isThread = stacks.parent[stack]! < 0 && frames.kind[frame] === kindIndexes.thread
    baseLength[stack] = isThread ? 0 : before >= 0 && isBase[frame] === 1 ? before + 1 : -1
    if (before >= leastFolded && baseLength[stack]! < 0 && isProgram[frame] === 1) firstRows.push(stack)
  }
  return { baseLength, firstRows }
}

/** One frame alone would be a box of the same size that hides its name. */
const leastFolded = 2

function lengthBefore({ parent }: StackTable, stack: number, baseLength: Int32Array): number {
  return parent[stack]! < 0 ? 0 : baseLength[parent[stack]!]!
}

function maskOf(profile: NamedFrames, isWanted: (profile: NamedFrames, frame: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: profile.frames.length }, (_, frame) => Number(isWanted(profile, frame)))
}

/** The box's frame, that of a fold before where there is one. */
function withBox(profile: Profile, lengths: readonly number[]) {
  const existingBox = findFoldedFrame(profile, baseTitle)
  if (existingBox >= 0) return { profile, box: existingBox }
  const most = lengths.reduce((one, other) => Math.max(one, other))
  const isEqual = lengths.every((length) => length === most)
  const raw = `${isEqual ? '' : 'up to '}${most} JVM frames`
  const added = appendFrames(profile, [{ name: baseTitle, raw, kind: 'folded' }])
  return { profile: { ...profile, ...added }, box: profile.frames.length }
}
