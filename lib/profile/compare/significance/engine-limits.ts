import type { DeltaKind, HiddenReason, MergedTree, SideWeights } from '../merged-tree/comparison.ts'
import { mapFrames } from '../merged-tree/map-frames.ts'
import { nativeKinds, type Profile, type RecordedStacks } from '../../model/profile.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { areTwoEngines } from '../merged-tree/engine-sides.ts'
import type { FrameGroups } from './groups.ts'
import type { HiddenWeight, RecordedTree } from './hidden-weight.ts'
import { buildLostTree, buildRecordedTree, createRecordedSums } from './recorded-trees.ts'

/** How much of each group's change may be that the sides show different frames. */
export interface ChangeLimits {
  /** Why they do. */
  readonly reason: HiddenReason
  /** How many times as large a share of the side that has less may be, in stacks that both engines record. */
  readonly stretchOf: (isUp: boolean) => number
  /** Stacks as they were recorded, with frames of the merged tree, where these show callers and callees, too. */
  readonly recorded: readonly RecordedTree[]
  readonly limitGroups: (groups: FrameGroups, shown: SidesOfGroups, delta: DeltaKind) => GroupLimits
}

export interface GroupLimits {
  /** How much of a change, up or down, that explains, in scaled weight. */
  readonly hiddenOf: HiddenWeight
  /** Weight of each group on either side that one of two engines recorded, and that was hidden, unscaled. */
  readonly hiddenBefore?: Float64Array
  readonly hiddenAfter?: Float64Array
}

export type SidesOfGroups = Readonly<Record<'before' | 'after', SideWeights>>

/**
 * Of each side is known what its engine recorded. The other engine could show of a group at least and at most:
 *
 * - what is shown, or what was recorded: frames that the other lacks were hidden, and gave their weight to a caller;
 * - more in total, by stacks that lost callers, or have frames without a name: any method may be among those;
 * - less by its stacks that lost callers, where the other does not show inlined methods: they may be in any caller
 *   there;
 * - of Java methods, also the self weight of native frames that they call, which the other may not show as frames;
 * - of native frames, also that of others, and none of Java methods that they call: engines name one piece of code
 *   differently, and begin a stack elsewhere;
 * - where the other records Java alone, less by the stacks that end in native frames, or more by a share without those.
 *
 * A change counts by as much as these ranges are apart. null where the two are of one engine.
 */
export function createEngineLimits(
  merged: MergedTree,
  before: Pick<Profile, 'recorded' | 'provenance'>,
  after: Pick<Profile, 'recorded' | 'provenance'>,
): ChangeLimits | null {
  if (!before.recorded || !after.recorded || !areTwoEngines(before, after)) return null
  const sides = {
    before: weighRecorded(merged, before.recorded, merged.scaleBefore, merged.bases.before.total),
    after: weighRecorded(merged, after.recorded, merged.scaleAfter, merged.bases.after.total),
  }
  const stretchOfSide = (side: RecordedSide, other: RecordedSide) => {
    const common = side.all - side.native.total[0]!
    return merged.scale === 'share' && other.isJavaOnly && !side.isJavaOnly && common > 0 ? side.all / common : 1
  }
  const stretch = {
    up: stretchOfSide(sides.before, sides.after),
    down: stretchOfSide(sides.after, sides.before),
  }
  return {
    reason: 'engines',
    stretchOf: (isUp) => (isUp ? stretch.up : stretch.down),
    recorded: [
      { ...describeTree(sides.before), changeOfSelf: (node, isUp) => (isUp ? -selfOf(sides.before, node) : 0) },
      { ...describeTree(sides.after), changeOfSelf: (node, isUp) => (isUp ? 0 : selfOf(sides.after, node)) },
    ],
    limitGroups(groups, shown, delta) {
      const isNative = findNative(merged, groups)
      const ofBefore = limitSide(sides.before, sides.after, { groups, shown: shown.before, delta, isNative, merged })
      const ofAfter = limitSide(sides.after, sides.before, { groups, shown: shown.after, delta, isNative, merged })
      return {
        hiddenOf: (group, isUp, most) => {
          const [lower, upper] = isUp ? [ofBefore, ofAfter] : [ofAfter, ofBefore]
          return Math.min(most, lower.more(group) + upper.less(group))
        },
        hiddenBefore: ofBefore.hidden,
        hiddenAfter: ofAfter.hidden,
      }
    },
  }
}

/** Gives the recorded stacks with frames of the merged tree. */
function describeTree({ whole: { length, parent, end, frame }, frameOf }: RecordedSide) {
  return { length, parent, end, frame: frame.map((row) => (row < 0 ? -1 : frameOf[row]!)) }
}

function selfOf({ whole, scale }: RecordedSide, node: number): number {
  return whole.self[node]! * scale
}

/** Gives 1 for groups of frames that are no Java methods. */
function findNative({ frames }: Pick<MergedTree, 'frames'>, { names, groupOfFrame }: FrameGroups): Uint8Array {
  const isNative = new Uint8Array(names.length)
  groupOfFrame.forEach((group, frame) => {
    if (group >= 0 && nativeKinds.has(frames.kind[frame]!)) isNative[group] = 1
  })
  return isNative
}

/** One side as it was recorded: trees of some of its samples, and their weight. */
interface RecordedSide {
  readonly isJavaOnly: boolean
  readonly lacksInlined: boolean
  readonly scale: number
  readonly all: number
  /** Its frames as those of the merged tree. */
  readonly frameOf: Int32Array
  readonly whole: CallTree
  readonly lost: CallTree
  readonly native: CallTree
  /** Without native frames. */
  readonly java: CallTree
  /** Self weight of the interpreter, which is that of any method. */
  readonly unnamedSelf: number
}

function weighRecorded(merged: MergedTree, recorded: RecordedStacks, scale: number, all: number): RecordedSide {
  const { stacks, frames, strings, samples, isJavaOnly, lacksInlined } = recorded
  const kindOf = (row: number) => frames.kind[stacks.frame[row]!]!
  const nearestJava = new Int32Array(stacks.length)
  for (let row = 0; row < stacks.length; row++) {
    const caller = stacks.parent[row]!
    nearestJava[row] = nativeKinds.has(kindOf(row)) ? (caller < 0 ? -1 : nearestJava[caller]!) : row
  }
  const isInterpreter = (row: number) => row >= 0 && strings[frames.name[stacks.frame[row]!]!] === 'Interpreter'
  return {
    ...{ isJavaOnly, lacksInlined, scale, all },
    frameOf: mapFrames(merged, recorded),
    whole: buildRecordedTree(recorded, () => true),
    lost: buildLostTree(recorded),
    native: buildRecordedTree(recorded, (row) => row < 0 || nativeKinds.has(kindOf(row))),
    java: buildRecordedTree(recorded, () => true, nearestJava),
    unnamedSelf: samples.weight.reduce(
      (sum, weight, sample) => sum + (isInterpreter(samples.stack[sample]!) ? weight : 0),
      0,
    ),
  }
}

interface LimitedGroups {
  readonly groups: FrameGroups
  readonly shown: SideWeights
  readonly delta: DeltaKind
  readonly isNative: Uint8Array
  readonly merged: Pick<MergedTree, 'scale'>
}

function limitSide(side: RecordedSide, other: RecordedSide, { groups, shown, delta, isNative, merged }: LimitedGroups) {
  const { frameOf, whole, lost, native, java: javaOnly, all, scale } = side
  const sum = createRecordedSums(groups, frameOf)
  const recorded = sum(whole, delta)
  const ofLost = sum(lost, delta)
  const throughNative = sum(native, 'total')
  const selfOfJava = delta === 'self' ? sum(javaOnly, 'self') : null
  const [allLost, allNative] = [lost.total[0]!, native.total[0]!]
  const isJavaAlone = other.isJavaOnly && !side.isJavaOnly
  const most = merged.scale === 'share' ? all : Infinity

  function rangeOf(group: number): readonly [low: number, high: number] {
    const [seen, had] = [shown[delta][group]!, recorded[group]!]
    let [low, high] = [Math.min(seen, had), Math.max(seen, had)]
    if (selfOfJava) high = Math.max(high, selfOfJava[group]!) + (isNative[group] === 1 ? 0 : side.unnamedSelf)
    if (delta === 'total') high += allLost - ofLost[group]!
    if (other.lacksInlined) low -= Math.min(low, ofLost[group]!)
    if (isNative[group] === 1) {
      if (delta === 'total') low = Math.min(low, throughNative[group]!)
      return [low, Math.min(most, Math.max(high, seen + allNative - throughNative[group]!))]
    }
    if (isJavaAlone) {
      const own = delta === 'total' ? Math.min(low, throughNative[group]!) : 0
      const called = selfOfJava ? Math.max(0, selfOfJava[group]! - had) : throughNative[group]!
      const others = Math.max(0, allNative - called)
      const isShare = merged.scale === 'share'
      low = (low - own) / (isShare && own < all ? 1 - own / all : 1)
      high = high / (isShare && others < all ? 1 - others / all : 1)
    }
    return [low, Math.min(most, high)]
  }
  const ranges = groups.names.map((_, group) => rangeOf(group))
  return {
    more: (group: number) => Math.max(0, (ranges[group]![1] - shown[delta][group]!) * scale),
    less: (group: number) => Math.max(0, (shown[delta][group]! - ranges[group]![0]) * scale),
    hidden: recorded.map((had, group) => Math.max(0, had - shown[delta][group]!)),
  }
}
