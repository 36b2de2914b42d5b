import { computeScaledChange, type DeltaKind, getScaledPair, type MergedTree } from '../merged-tree/comparison.ts'
import { nativeKinds } from '../../model/profile.ts'
import { PairTable } from '../../model/pair-table.ts'
import { groupIndexes } from '../../model/sorted-columns.ts'

/** Gives the weight that was lost by a change, counted in one direction: 0 for a change in the other one. */
export type Lost = (change: number) => number
export const loseDown: Lost = (change) => Math.max(0, -change)
export const loseUp: Lost = (change) => Math.max(0, change)

/** Calls by callee: those of callee c are rows starts[c] to starts[c + 1] - 1. */
interface LostCalls {
  readonly starts: Int32Array
  readonly caller: Int32Array
  /** Row of all calls, as `callOfNode` has it. */
  readonly call: Int32Array
  /** How much was lost. */
  readonly weight: Float64Array
}

/** Who calls whom in a merged tree without the interpreter, and how much that changed, scaled. */
export interface CallChanges {
  /** Whether all that a side has counts, not only what it has more: of two engines. */
  readonly areEngines: boolean
  /** The call that leads to each node of the merged tree, -1 for none; and how many calls there are. */
  readonly callOfNode: Int32Array
  readonly length: number
  /** The frame that has the self weight of each node: that of the interpreter is its caller's. */
  readonly named: Int32Array
  /** Change of a node as far as it counts for groups that went up, or down: negative where weight was lost. */
  readonly changeOf: (kind: DeltaKind, node: number, isUp: boolean) => number
  /** Of the self weight of each frame. Self weight of the interpreter counts for its caller. */
  readonly selfChange: (isUp: boolean) => Float64Array
  /**
   * Calls of which less passes through the callee where something else grew; or more where it shrank. The caller of a
   * thread's first frame is frames.length.
   */
  readonly lost: (isUp: boolean) => LostCalls
  /**
   * The callees of `lost` that a frame is: itself and, of native code between two engines, that of all native code
   * which Java methods call, since engines name one piece of it differently.
   */
  readonly calleesOf: (frame: number) => readonly number[]
  /**
   * Weight of calls that one side alone has, which may be that of any method: of two engines neither of which shows
   * inlined methods, each hides others between two that both show.
   */
  readonly ofOneSide: (isUp: boolean) => number
}

/** Share (0 to 1) of all from which on a call that one side alone has counts: fewer samples are chance. */
const leastOfOneSide = 0.01

/**
 * `areEngines`: of two engines, all that a side has may be what the other shows in another frame, not only what it has
 * more: of two methods that were inlined into one caller, another one may be on the other side.
 */
export function sumCalls(
  merged: MergedTree,
  { areEngines, lackInlined }: { areEngines: boolean; lackInlined: boolean } = {
    areEngines: false,
    lackInlined: false,
  },
): CallChanges {
  const changeOf = (kind: DeltaKind, node: number, isUp: boolean) => {
    if (!areEngines) return computeScaledChange(merged, merged, kind, node)
    const { before, after } = getScaledPair(merged, kind, node)
    return isUp ? -before : after
  }
  const calls = findCalls(merged, areEngines)
  const whenUp = sumChanges(calls, merged, (kind, node) => changeOf(kind, node, true))
  // Of one engine a change is the same in both directions.
  const whenDown = areEngines ? sumChanges(calls, merged, (kind, node) => changeOf(kind, node, false)) : whenUp
  const length = calls.anyNative + 1
  const lostUp = listLost(calls.pairs, whenUp.ofCall, loseDown, length)
  const lostDown = listLost(calls.pairs, whenDown.ofCall, loseUp, length)
  const oneSideOf = (isUp: boolean) => (lackInlined ? sumOfOneSide(merged, calls, isUp) : 0)
  const [oneSideUp, oneSideDown] = [oneSideOf(true), oneSideOf(false)]
  return {
    areEngines,
    callOfNode: calls.callOfNode,
    length: calls.pairs.length,
    named: calls.named,
    changeOf,
    selfChange: (isUp) => (isUp ? whenUp : whenDown).ofSelf,
    lost: (isUp) => (isUp ? lostUp : lostDown),
    calleesOf: (frame) => (areEngines && calls.isNative(frame) ? [frame, calls.anyNative] : [frame]),
    ofOneSide: (isUp) => (isUp ? oneSideUp : oneSideDown),
  }
}

type Calls = ReturnType<typeof findCalls>

/** Finds who calls whom. */
function findCalls(merged: MergedTree, areEngines: boolean) {
  const { tree, frames } = merged
  const interpreter = findInterpreter(merged)
  // Caller and callee, rows of the merged frames, or `root`.
  const root = frames.length
  const anyNative = root + 1
  const isNative = (frame: number) => frame < root && nativeKinds.has(frames.kind[frame]!)
  const pairs = new PairTable(root + 1)
  const callOfNode = new Int32Array(tree.length).fill(-1)
  // The nearest frame at or above each node that is not the interpreter.
  const named = new Int32Array(tree.length).fill(root)
  for (let node = 1; node < tree.length; node++) {
    const caller = named[tree.parent[node]!]!
    const frame = tree.frame[node]!
    const isInterpreter = frame === interpreter
    named[node] = isInterpreter ? caller : frame
    if (isInterpreter) continue
    const isNativeOfJava = areEngines && isNative(frame) && caller < root && !isNative(caller)
    callOfNode[node] = pairs.add(caller, isNativeOfJava ? anyNative : frame)
  }
  return { pairs, named, callOfNode, anyNative, isNative }
}

/** Sums the changes of calls, and of the self weight of frames. */
function sumChanges(
  { pairs, named, callOfNode }: Calls,
  { tree, frames }: MergedTree,
  changeOf: (kind: DeltaKind, node: number) => number,
) {
  const ofSelf = new Float64Array(frames.length)
  const ofCall = new Float64Array(pairs.length)
  for (let node = 1; node < tree.length; node++) {
    const frame = named[node]!
    const call = callOfNode[node]!
    if (frame < frames.length) ofSelf[frame] = ofSelf[frame]! + changeOf('self', node)
    if (call >= 0) ofCall[call] = ofCall[call]! + changeOf('total', node)
  }
  return { ofSelf, ofCall }
}

/** Sums the calls of before that after has none of, for what went up; and the other way round. */
function sumOfOneSide(merged: MergedTree, { callOfNode, pairs }: Calls, isUp: boolean): number {
  const { scaleBefore, scaleAfter } = merged
  const [lower, upper] = isUp ? [merged.before, merged.after] : [merged.after, merged.before]
  const scale = isUp ? scaleBefore : scaleAfter
  const [ofLower, ofUpper] = [new Float64Array(pairs.length), new Float64Array(pairs.length)]
  callOfNode.forEach((call, node) => {
    if (call < 0) return
    ofLower[call] = ofLower[call]! + lower.total[node]! * scale
    ofUpper[call] = ofUpper[call]! + upper.total[node]!
  })
  const least = leastOfOneSide * lower.total[0]! * scale
  return ofLower.reduce((sum, weight, call) => sum + (ofUpper[call] === 0 && weight >= least ? weight : 0), 0)
}

function listLost({ first, second }: PairTable, change: Float64Array, lost: Lost, callees: number): LostCalls {
  const calleeOf = new Int32Array(change.length).fill(-1)
  for (let call = 0; call < change.length; call++) if (lost(change[call]!) > 0) calleeOf[call] = second[call]!
  const { members, starts } = groupIndexes(calleeOf, callees)
  const weight = new Float64Array(members.length)
  for (let row = 0; row < members.length; row++) weight[row] = lost(change[members[row]!]!)
  return { starts, caller: members.map((call) => first[call]!), call: members, weight }
}

/** Frame of the bytecode interpreter, -1 for none. */
export function findInterpreter({ frames, strings }: Pick<MergedTree, 'frames' | 'strings'>): number {
  return frames.name.findIndex((name) => strings[name] === 'Interpreter')
}
