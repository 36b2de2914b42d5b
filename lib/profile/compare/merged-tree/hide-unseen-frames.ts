import { kindIndexes, tierIndexes, type Profile, type StackTable } from '../../model/profile.ts'
import { PairTable } from '../../model/pair-table.ts'
import { createStackWriter } from '../../model/stack-writer.ts'
import { mapStacks, totalByStack, totalWeight } from '../../model/stack-weights.ts'

/**
 * Leaves out of `seeing` the frames that the engine of `blind` could not show: perf has no names for methods that the
 * interpreter runs, and no frames of inlined ones. It also leaves out frames that `blind` skips on the way to frames
 * that both have. Weight moves to the caller, as the other engine counted it. Both have the same table of frames.
 *
 *     seeing  Thread.run (interpreted) > Exchange.run > lambda (inlined) > work      becomes  Exchange.run > work
 *     blind   Exchange.run > work
 *
 * Frames of `seeing` below one that only it has stay: there is nothing to align them with. The result takes any profile
 * with the stacks of `seeing` and any of its samples; the same profile always becomes the same object.
 */
export function hideUnseenFrames(seeing: Profile, blind: Profile): (profile: Profile) => Profile {
  const paths = buildPaths(seeing)
  const isHidden = findUnseen(paths, buildPaths(blind), (frame) => seeing.frames.kind[frame] === kindIndexes.java)
  if (!isHidden.includes(1)) return (profile) => profile
  const { stacks, endOfRow } = writeSeen(seeing.stacks, (row) => isHidden[paths.nodeOfRow[row]!] === 1)
  const shortened = new WeakMap<Profile, Profile>()
  return (profile) => {
    const { samples } = profile
    const short = shortened.get(profile) ?? {
      ...profile,
      stacks,
      samples: { ...samples, stack: mapStacks(samples.stack, endOfRow) },
    }
    shortened.set(profile, short)
    return short
  }
}

/** The paths of a profile, without tiers. Node 0 is the root; a caller stands before its callees. */
interface Paths {
  /** Pairs of caller and frame, one row less than the node. */
  readonly calls: PairTable
  readonly nodeOfRow: Int32Array
  readonly total: Float64Array
  /** The part of `total` that was interpreted or inlined. */
  readonly unnamed: Float64Array
  readonly firstCallee: Int32Array
  readonly nextCallee: Int32Array
}

const unnamedTiers = new Set([tierIndexes.interpreted, tierIndexes.inlined])

function buildPaths(profile: Profile): Paths {
  const { stacks, samples } = profile
  const calls = new PairTable(stacks.length)
  const nodeOfRow = new Int32Array(stacks.length)
  const total = new Float64Array(stacks.length + 1)
  const unnamed = new Float64Array(stacks.length + 1)
  totalByStack(profile).forEach((weight, row) => {
    const caller = stacks.parent[row]!
    const node = calls.add(caller < 0 ? 0 : nodeOfRow[caller]!, stacks.frame[row]!) + 1
    nodeOfRow[row] = node
    total[node]! += weight
    if (unnamedTiers.has(stacks.tier[row]!)) unnamed[node]! += weight
  })
  total[0] = totalWeight({ samples })
  const firstCallee = new Int32Array(calls.length + 1)
  const nextCallee = new Int32Array(calls.length + 1)
  for (let node = calls.length; node > 0; node--) {
    const caller = calls.first[node - 1]!
    nextCallee[node] = firstCallee[caller]!
    firstCallee[caller] = node
  }
  return { calls, nodeOfRow, total, unnamed, firstCallee, nextCallee }
}

/** The most frames in a row that may be missing. Interpreters and chains of lambdas have fewer. */
const mostMissing = 8

/** A smaller part of the other side's weight of a call is too little to be the same call. */
const littlePart = 1 / 4

/** Marks the nodes of `seeing` that are left out. */
function findUnseen(seeing: Paths, blind: Paths, isJava: (frame: number) => boolean): Uint8Array {
  const { calls, total, unnamed } = seeing
  const isHidden = new Uint8Array(calls.length + 1)
  // The nearest node from this one towards the root that both have, and the same in `blind`: -1 below what one has.
  const shown = new Int32Array(calls.length + 1)
  const counterpart = new Int32Array(calls.length + 1)
  for (let node = 1; node <= calls.length; node++) {
    const caller = calls.first[node - 1]!
    const from = shown[caller]!
    const at = counterpart[caller]!
    shown[node] = from
    counterpart[node] = at
    if (at < 0) continue
    const frame = calls.second[node - 1]!
    const same = blind.calls.find(at, frame) + 1
    const isUnnamed = unnamed[node]! > total[node]! / 2
    const isRare = same > 0 && blind.total[same]! / blind.total[at]! < (total[node]! / total[from]!) * littlePart
    if (same > 0 && !isRare) {
      shown[node] = node
      counterpart[node] = same
      continue
    }
    // A frame must remain of a thread that ran interpreted alone.
    if (isUnnamed && same === 0 && at > 0) {
      isHidden[node] = 1
      continue
    }
    // Which native frames are there depends on how each engine walks a stack, however much the call weighs.
    const leastPart = isJava(frame) ? littlePart : 0
    const resumed = sumResumed(seeing, blind, node, { from, at, leastPart })
    if (resumed > 0 && (resumed >= total[node]! / 2 || (isUnnamed && same === 0))) isHidden[node] = 1
    else if (same > 0) {
      shown[node] = node
      counterpart[node] = same
    } else counterpart[node] = -1
  }
  return isHidden
}

/**
 * Weight below `node` that goes on in a callee of `at`, where `blind` has it without `node`: its counterpart `from`
 * hardly calls that by itself, and `blind` has a good part of it. A new method that calls what its caller called once
 * is no missing frame.
 */
function sumResumed(
  { calls, total, firstCallee, nextCallee }: Paths,
  blind: Paths,
  node: number,
  { from, at, leastPart }: { readonly from: number; readonly at: number; readonly leastPart: number },
): number {
  const frame = calls.second[node - 1]!
  const weightOf = new Map<number, number>()
  const search = (caller: number, left: number) => {
    for (let callee = firstCallee[caller]!; callee > 0; callee = nextCallee[callee]!) {
      const own = calls.second[callee - 1]!
      if (own !== frame && blind.calls.find(at, own) >= 0) weightOf.set(own, (weightOf.get(own) ?? 0) + total[callee]!)
      else if (left > 0) search(callee, left - 1)
    }
  }
  search(node, mostMissing)
  let resumed = 0
  for (const [own, weight] of weightOf) {
    const share = blind.total[blind.calls.find(at, own) + 1]! / blind.total[at]!
    const direct = total[calls.find(from, own) + 1]!
    const isDirect = calls.find(from, own) >= 0 && direct / total[from]! > share * littlePart
    if (!isDirect && share >= (weight / total[from]!) * leastPart) resumed += weight
  }
  return resumed
}

/** `endOfRow` is where samples of a row end. Samples in a hidden frame without a caller end there all the same. */
function writeSeen(
  { length, parent, frame, tier }: StackTable,
  isHidden: (row: number) => boolean,
): { stacks: StackTable; endOfRow: Int32Array } {
  const writer = createStackWriter(length)
  const callerOfRow = new Int32Array(length)
  const endOfRow = new Int32Array(length)
  for (let row = 0; row < length; row++) {
    const caller = parent[row]! < 0 ? -1 : callerOfRow[parent[row]!]!
    const isOut = isHidden(row)
    endOfRow[row] = isOut && caller >= 0 ? caller : writer.add(caller, frame[row]!, tier[row]!)
    callerOfRow[row] = isOut ? caller : endOfRow[row]!
  }
  return { stacks: writer.finish(), endOfRow }
}
