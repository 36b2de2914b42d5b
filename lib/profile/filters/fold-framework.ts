import type { CallTree } from '../tree/call-tree.ts'
import { collapseRuns } from './merge-runs.ts'
import { frameworkPacks, packById, packOf } from './framework-packs.ts'
import { hashText, mixHashes } from '../names/name-hash.ts'
import { hashFrame, encodeHash } from '../tree/path-keys.ts'
import { kindOfFrame, nameOfFrame, kindIndexes, type Profile, type NamedFrames } from '../model/profile.ts'
import { isBaseBox, isBaseFrame } from '../names/base-frames.ts'

/** What `fold-framework` says: a pack, and keys of the runs of it that stay as they are. */
export interface Fold {
  readonly pack: string
  readonly open: readonly string[]
}

/**
 * Draws each run of frames of a framework as one box with its title, but for the runs whose key (openKeyOfNode) is in
 * `open`. Several frameworks in one go: no two of them share a frame, so their order does not matter. Keeps: a pack
 * that is not known folds nothing; a run that one of two folds of its pack leaves open is folded by the other.
 */
export function foldFrameworks(profile: Profile, folds: readonly Fold[]): Profile {
  const folded = [...new Set(folds.map(({ pack }) => packById(pack)))].filter((pack) => pack !== null)
  const packs = packsOfFrames(profile)
  const boxOf = Uint8Array.from(packs, (id) => folded.findIndex((pack) => pack.id === id) + 1)
  const titles = folded.map(({ title }) => title)
  if (folds.every(({ open }) => open.length === 0)) return collapseRuns(profile, { boxOf, titles })

  const keyOfStack = openKeysOfStacks(profile, packs)
  // Links of before a base could be folded count its frames.
  const olderKeyOfStack = openKeysOfStacks(profile, packs, true)
  const openOfBox = folded.map(({ id }) => folds.filter(({ pack }) => pack === id).map(({ open }) => new Set(open)))
  const isOpen = (stack: number, box: number) =>
    openOfBox[box - 1]!.every((open) => open.has(keyOfStack(stack)) || open.has(olderKeyOfStack(stack)))
  return collapseRuns(profile, { boxOf, titles, isOpen })
}

/** The pack that a frame belongs to or replaces, as the id of a framework pack; null for most. */
export function packOfFrame(named: NamedFrames, frame: number): string | null {
  const name = nameOfFrame(named, frame)
  const kind = kindOfFrame(named, frame)
  if (kind === 'folded') return frameworkPacks.find(({ title }) => title === name)?.id ?? null
  return kind === 'thread' ? null : packOf(name)
}

/**
 * The key of the run that a node belongs to, for `open` of fold-framework: of the box where it is folded, of any of its
 * frames where it is not. null for a node of no pack. Only for trees that start at the roots, inverted ones have no
 * such keys.
 *
 * The key is the path from the base (fold-base.ts) in which every run of every pack is one step, folded or not. So it
 * does not change when others are opened or closed.
 */
export function openKeyOfNode(profile: NamedFrames, { frame, parent }: CallTree, node: number): string | null {
  if (node <= 0 || packOfFrame(profile, frame[node]!) === null) return null
  const nodes: number[] = []
  for (let at = node; at > 0; at = parent[at]!) nodes.push(at)
  let hash = 0
  let steps = 0
  let before: string | null = null
  for (const at of nodes.reverse()) {
    const pack = packOfFrame(profile, frame[at]!)
    if (isStep(profile, frame[at]!, pack, steps, before, inBase(profile, frame[at]!))) {
      hash = mixHashes(hash, hashOfStep(profile, frame[at]!, pack))
      steps++
    }
    before = pack
  }
  return keyOfSteps(hash, steps)
}

/** Gives the same run the same key as openKeyOfNode, which goes up a tree; this goes down the stack table. */
function openKeysOfStacks(profile: Profile, packs: readonly (string | null)[], countsBase = false) {
  const { stacks } = profile
  const stepHashes = Uint32Array.from(packs, (pack, frame) => hashOfStep(profile, frame, pack))
  const isInBase = Uint8Array.from(packs, (_, frame) => Number(!countsBase && inBase(profile, frame)))
  const hashes = new Uint32Array(stacks.length)
  const steps = new Uint32Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const caller = stacks.parent[stack]!
    const frame = stacks.frame[stack]!
    const hash = caller < 0 ? 0 : hashes[caller]!
    const stepsBefore = caller < 0 ? 0 : steps[caller]!
    const packBefore = caller < 0 ? null : packs[stacks.frame[caller]!]!
    const adds = isStep(profile, frame, packs[frame]!, stepsBefore, packBefore, isInBase[frame] === 1)
    hashes[stack] = adds ? mixHashes(hash, stepHashes[frame]!) : hash
    steps[stack] = stepsBefore + Number(adds)
  }
  return (stack: number) => keyOfSteps(hashes[stack]!, steps[stack]!)
}

/**
 * A frame goes on with the run of its caller, or is a step of its own. A thread at the root comes and goes with the
 * split by thread, and the base with its fold.
 */
function isStep(
  { frames }: NamedFrames,
  frame: number,
  pack: string | null,
  steps: number,
  packBefore: string | null,
  isBase: boolean,
) {
  const isAtRoot = steps === 0 && (frames.kind[frame] === kindIndexes.thread || (pack === null && isBase))
  return !isAtRoot && (pack === null || pack !== packBefore)
}

function inBase(profile: NamedFrames, frame: number): boolean {
  return isBaseFrame(profile, frame) || isBaseBox(profile, frame)
}

function hashOfStep(profile: NamedFrames, frame: number, pack: string | null): number {
  return pack === null ? hashFrame(profile, frame) : hashText(pack)
}

function keyOfSteps(hash: number, steps: number): string {
  return `${encodeHash(hash)}*${steps}`
}

function packsOfFrames(profile: Profile): (string | null)[] {
  return Array.from({ length: profile.frames.length }, (_, frame) => packOfFrame(profile, frame))
}
