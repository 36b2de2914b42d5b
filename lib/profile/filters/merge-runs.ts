import { collapsedSuffix } from '../names/base-frames.ts'
import { appendFrames, findFoldedFrame } from '../model/append-frames.ts'
import type { Profile } from '../model/profile.ts'
import { rewriteStacks } from './rewrite-stacks.ts'

export interface FrameRuns {
  /** 0 for each frame that stays, else the box it goes into, counted from 1. Neighbours of one number are a run. */
  readonly boxOf: Uint8Array
  /** Titles of box 1, box 2 ... */
  readonly titles: readonly string[]
  /** Runs that stay as they are, by the stack row of their first frame; none when left out. */
  readonly isOpen?: (firstStack: number, box: number) => boolean
}

/** Gives the title of the box of a package or library. */
export function collapsedTitle(name: string): string {
  return `${name}${collapsedSuffix}`
}

/**
 * Draws each run of neighbours in a stack as one frame of kind `folded`; its raw name says how many frames the longest
 * run has.
 *
 *     b and c in one box:   `main;b;c;b;x 1` and `main;c 2`   become   `main;[box];x 1` and `main;[box] 2`
 */
export function collapseRuns(profile: Profile, { boxOf, titles, isOpen = () => false }: FrameRuns): Profile {
  const { stacks } = profile
  const longest = new Uint32Array(titles.length)
  // For each stack, how many frames of its last frame's run it has, and whether that run stays as it is.
  const runLength = new Uint32Array(stacks.length)
  const isOpenRun = new Uint8Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const box = boxOf[stacks.frame[stack]!]!
    if (box === 0) continue
    const caller = stacks.parent[stack]!
    const goesOn = caller >= 0 && boxOf[stacks.frame[caller]!] === box
    runLength[stack] = goesOn ? runLength[caller]! + 1 : 1
    isOpenRun[stack] = goesOn ? isOpenRun[caller]! : Number(isOpen(stack, box))
    if (isOpenRun[stack] === 0) longest[box - 1] = Math.max(longest[box - 1]!, runLength[stack]!)
  }
  if (longest.every((frames) => frames === 0)) return profile

  const { profile: extended, frameOfBox } = withBoxes(profile, titles, longest)
  return rewriteStacks(extended, (writer, stack, parent) => {
    if (runLength[stack] === 0 || isOpenRun[stack] === 1) {
      return writer.add(parent, stacks.frame[stack]!, stacks.tier[stack]!)
    }
    const frame = frameOfBox[boxOf[stacks.frame[stack]!]! - 1]!
    return parent >= 0 && writer.frameOf(parent) === frame ? parent : writer.add(parent, frame, 0)
  })
}

/** A frame for each box that has a run, that of a filter before where there is one. */
function withBoxes(profile: Profile, titles: readonly string[], longest: Uint32Array) {
  const added: { name: string; raw: string; kind: 'folded' }[] = []
  const frameOfBox = titles.map((name, box) => {
    const frames = longest[box]!
    const existingFrame = frames === 0 ? -1 : findFoldedFrame(profile, name)
    if (frames === 0 || existingFrame >= 0) return existingFrame
    const raw = frames === 1 ? '1 frame' : `up to ${frames} frames`
    return profile.frames.length + added.push({ name, raw, kind: 'folded' }) - 1
  })
  return { profile: added.length === 0 ? profile : { ...profile, ...appendFrames(profile, added) }, frameOfBox }
}
