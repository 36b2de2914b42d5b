/**
 * What the experiment of both sides found decides over the test of the two: its answer takes the place of theirs in
 * rows and nodes, and so in everything that asks whether they differ.
 */
import type { FunctionChange } from '../../../lib/contract/experiment-functions.ts'
import {
  computeScaledChange,
  type DeltaKind,
  type MergedTree,
  type NodeResults,
} from '../../../lib/profile/compare/merged-tree/comparison.ts'
import {
  followCauses,
  leastPart,
  orderDeltaRows,
  takeRows,
  toResults,
} from '../../../lib/profile/compare/significance/significance.ts'
import { isInPackage, isJavaFrame } from '../../../lib/profile/names/java-package.ts'
import { getDecidingKind, isFoundBy } from './experiment-findings.ts'
import type { DeltaRows, FunctionDeltaRows, GroupDeltaRows } from './worker/comparison-messages.ts'

/** One change that the experiment found, in the tree of both sides. */
interface FollowedFinding {
  readonly finding: FunctionChange
  /** 1 for each frame of it. */
  readonly isOf: Uint8Array
  /** Its nodes that stand below no other of them. */
  readonly outermost: readonly number[]
  /** For each node the one of `outermost` that it is or stands below; -1 for none. */
  readonly within: Int32Array
  /** How much of the change of each node that calls it passes through it. */
  readonly through: Float64Array
}

/**
 * A row or node carries a change of the experiment where it is of that package or function, or is on the same stacks:
 * three quarters of its change are that one's, the same way. So all callers of a slow method are alike.
 *
 * The functions that it gives decide on rows, which come back in another order, and on nodes, whose order stays.
 */
export function createExperimentResults(merged: MergedTree, delta: DeltaKind, changes: readonly FunctionChange[]) {
  const { tree, frames, strings } = merged
  const changeOf = (node: number) => computeScaledChange(merged, merged, 'total', node)
  const rawNames = Array.from(frames.name, (name) => strings[name]!)
  const followed = changes.map((finding) => follow(merged, rawNames, finding))
  const canCarry = ({ finding }: FollowedFinding, change: number) =>
    isFoundBy(finding, delta) && finding[delta].change * change > 0

  function findOfNode(node: number): FunctionChange | null {
    const frame = tree.frame[node]!
    if (frame < 0) return null
    const change = computeScaledChange(merged, merged, delta, node)
    const carries = (one: FollowedFinding) => {
      if (!canCarry(one, change)) return false
      if (one.isOf[frame] === 1) return true
      const from = one.within[node]!
      if (delta === 'self') return false
      if (from >= 0) return change / changeOf(from) >= leastPart
      return one.through[node]! / change >= leastPart
    }
    const able = followed.filter(carries)
    return (able.find(({ finding }) => finding.name === rawNames[frame]) ?? able[0])?.finding ?? null
  }

  /** `rowsOfFrame` gives the rows that a frame counts for. */
  function findOfRows(rows: DeltaRows, nameOf: (row: number) => string, rowsOfFrame: (frame: number) => number[]) {
    const shared = followed.map((one) => (delta === 'self' ? null : share(merged, one, rows.length, rowsOfFrame)))
    return Array.from({ length: rows.length }, (_, row): FunctionChange | null => {
      const name = nameOf(row)
      const own = changes.find((finding) => finding.name === name)
      if (own !== undefined) return own
      const change = computeScaledChange(rows, merged, delta, row)
      const found = followed.find((one, at) => {
        if (!canCarry(one, change)) return false
        if (one.finding.level === 'package' && isInPackage(name, one.finding.name)) return true
        const of = shared[at]
        if (!of) return false
        const isCallee = of.below[row]! / change >= leastPart && change / of.whole >= leastPart
        return isCallee || of.above[row]! / change >= leastPart
      })
      return found?.finding ?? null
    })
  }

  function decideRows<Rows extends DeltaRows>(
    rows: Rows,
    nameOf: (row: number) => string,
    rowsOfFrame: (frame: number) => number[],
  ): Rows {
    if (changes.length === 0) return rows
    const found = findOfRows(rows, nameOf, rowsOfFrame)
    const heads = changes.map((finding) =>
      chooseHead(finding, nameOf, found, (row) => Math.abs(computeScaledChange(rows, merged, delta, row))),
    )
    const findings = found.map((finding) => (finding === null || heads[changes.indexOf(finding)]! < 0 ? null : finding))
    const headOf = (finding: FunctionChange) => heads[changes.indexOf(finding)]!
    const cause = rows.cause.map((of, row) => {
      const finding = findings[row] ?? null
      if (finding === null) return of
      return headOf(finding) === row ? -1 : headOf(finding)
    })
    const decided = { ...rows, ...replaceResults(rows, findings, delta), cause: followCauses(cause), findings }
    const ordered = orderDeltaRows(decided, merged, delta)
    // In the order of the line above the graph.
    const rank = (row: number) => {
      const finding = ordered.cause[row]! < 0 ? (ordered.findings[row] ?? null) : null
      return finding === null ? changes.length : changes.indexOf(finding)
    }
    const order = Uint32Array.from({ length: rows.length }, (_, row) => row)
    return takeRows(
      ordered,
      order.sort((a, b) => rank(a) - rank(b) || a - b),
    )
  }

  return {
    functions: (rows: FunctionDeltaRows): FunctionDeltaRows => {
      const rowOfFrame = new Map(Array.from(rows.frame, (frame, row) => [frame, row]))
      const rowsOf = (frame: number) => {
        const row = rowOfFrame.get(frame)
        return row === undefined ? [] : [row]
      }
      return decideRows(rows, (row) => rawNames[rows.frame[row]!]!, rowsOf)
    },
    groups: (rows: GroupDeltaRows): GroupDeltaRows => {
      const rowOfName = new Map(rows.names.map((name, row) => [name, row]))
      const rowsOf = (frame: number) =>
        isJavaFrame(merged, frame) ? listPrefixes(rawNames[frame]!).flatMap((name) => rowOfName.get(name) ?? []) : []
      return decideRows(rows, (row) => rows.names[row]!, rowsOf)
    },
    nodes: (results: NodeResults) => {
      if (changes.length === 0) return { results, findings: [] }
      const findings = Array.from({ length: tree.length }, (_, node) => findOfNode(node))
      const wholeLevel = results.wholeLevel.map((level, node) => (findings[node] ? 0 : level))
      const table = { ...results, before: merged.before, after: merged.after }
      return { results: { ...results, ...replaceResults(table, findings, delta), wholeLevel }, findings }
    },
  }
}

/** Results in which those of the experiment have taken the place of others. Intervals of these samples go with them. */
function replaceResults(
  table: Pick<DeltaRows, 'q' | 'low' | 'high' | 'isHidden' | 'cost' | 'before' | 'after' | 'outcome'>,
  findings: readonly (FunctionChange | null)[],
  delta: DeltaKind,
): Pick<DeltaRows, 'q' | 'low' | 'high' | 'isHidden' | 'cost' | 'outcome'> {
  const isOwn = (row: number) => (findings[row] ?? null) === null
  const q = Float64Array.from(table.q, (of, row) => {
    const finding = findings[row] ?? null
    return finding === null ? of : finding[getDecidingKind(finding, delta)].q
  })
  const isHidden = table.isHidden.map((of, row) => (isOwn(row) ? of : 0))
  const cost = table.cost.map((of, row) => (isOwn(row) ? of : 0))
  const results = toResults({ isHidden, cost }, q, table.before.total, table.after.total)
  return {
    ...results,
    outcome: table.outcome.map((of, row) => (isOwn(row) ? of : results.outcome[row]!)),
    low: table.low.map((of, row) => (isOwn(row) ? of : Number.NaN)),
    high: table.high.map((of, row) => (isOwn(row) ? of : Number.NaN)),
  }
}

function follow(merged: MergedTree, rawNames: readonly string[], finding: FunctionChange): FollowedFinding {
  const { tree } = merged
  const isOf = Uint8Array.from(rawNames, (name, frame) =>
    Number(
      finding.level === 'function'
        ? name === finding.name
        : isInPackage(name, finding.name) && isJavaFrame(merged, frame),
    ),
  )
  const outermost: number[] = []
  const within = new Int32Array(tree.length).fill(-1)
  for (let node = 1; node < tree.length; node++) {
    const above = within[tree.parent[node]!]!
    within[node] = above
    if (above >= 0 || isOf[tree.frame[node]!] !== 1) continue
    within[node] = node
    outermost.push(node)
  }
  const through = new Float64Array(tree.length)
  for (const node of outermost) {
    const change = computeScaledChange(merged, merged, 'total', node)
    for (let caller = tree.parent[node]!; caller > 0; caller = tree.parent[caller]!) through[caller]! += change
  }
  return { finding, isOf, outermost, within, through }
}

/** How much of the change of each row is on the stacks of a finding, in its callers and in what it calls. */
function share(
  merged: MergedTree,
  { isOf, outermost, within }: FollowedFinding,
  length: number,
  rowsOfFrame: (frame: number) => number[],
) {
  const { tree } = merged
  const above = new Float64Array(length)
  const below = new Float64Array(length)
  let whole = 0
  const changeOf = (node: number) => computeScaledChange(merged, merged, 'total', node)
  for (const node of outermost) {
    whole += changeOf(node)
    // The row of a recursive caller counts a stack once.
    const met = new Set<number>()
    for (let caller = tree.parent[node]!; caller > 0; caller = tree.parent[caller]!) {
      for (const row of rowsOfFrame(tree.frame[caller]!)) {
        if (!met.has(row)) above[row]! += changeOf(node)
        met.add(row)
      }
    }
  }
  /** The end of the last subtree that each row counted: nodes of the row inside it are counted already. */
  const counted = new Int32Array(length)
  for (let node = 1; node < tree.length; node++) {
    if (within[node]! < 0 || isOf[tree.frame[node]!] === 1) continue
    for (const row of rowsOfFrame(tree.frame[node]!)) {
      if (node < counted[row]!) continue
      counted[row] = tree.end[node]!
      below[row]! += changeOf(node)
    }
  }
  return { above, below, whole }
}

/**
 * The row that a finding is counted under: its own; else the function in which most of it ends, or what that is in;
 * else the largest that is in it. -1 for none.
 */
function chooseHead(
  finding: FunctionChange,
  nameOf: (row: number) => string,
  found: readonly (FunctionChange | null)[],
  sizeOf: (row: number) => number,
): number {
  const rows = found.flatMap((one, row) => (one === finding ? [row] : []))
  const most = finding.mostlyIn ?? finding.name
  // A package of which one function changed did not change as a whole, or that would have been found.
  const containers = rows
    .filter((row) => finding.level === 'package' && isInPackage(most, nameOf(row)))
    .sort((a, b) => nameOf(b).length - nameOf(a).length)
  const parts = rows.filter((row) => isInPackage(nameOf(row), finding.name)).sort((a, b) => sizeOf(b) - sizeOf(a))
  return (
    rows.find((row) => nameOf(row) === finding.name) ??
    rows.find((row) => nameOf(row) === most) ??
    containers[0] ??
    parts[0] ??
    -1
  )
}

/** `com`, `com.acme` and `com.acme.Cart` of `com.acme.Cart.total`. */
function listPrefixes(name: string): string[] {
  const dotted = name.replaceAll('/', '.')
  return Array.from(dotted.matchAll(/\./g), ({ index }) => dotted.slice(0, index))
}
