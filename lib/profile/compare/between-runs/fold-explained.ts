import { type GroupDeltas, type GroupItems, leastPart, leastSelfPart, sumByItem } from '../significance/significance.ts'
import type { DeltaKind, MergedTree } from '../merged-tree/comparison.ts'
import { isSignificant } from '../merged-tree/comparison.ts'

/** Packages of one depth, or functions, as they differ between two sides. */
export interface DescribedGroup {
  readonly groups: GroupItems
  readonly table: GroupDeltas
  /** 1 for each item whose self weight differs beyond chance. */
  readonly isSelfSignificant: Uint8Array
}

/** Rows of one level: those of all its groups behind each other, with their causes among themselves. */
interface Level<Group> {
  readonly level: 'package' | 'function'
  readonly groups: readonly Group[]
  readonly table: GroupDeltas
}

/** A change that no other explains. */
interface ExplainingChange<Group> {
  readonly level: Level<Group>['level']
  readonly group: Group
  readonly item: number
  readonly delta: DeltaKind
  /** Names of the items that it explains: functions, then packages, of each the largest self change first. */
  readonly explains: readonly string[]
  /** The function among them in which at least half of the change ends; null where none is. */
  readonly mostlyIn: string | null
}

interface Row<Group> {
  readonly level: Level<Group>['level']
  readonly group: Group
  readonly item: number
  readonly name: string
  readonly isTotal: boolean
  readonly isSelf: boolean
  readonly cause: Row<Group> | null
}

/** Gives for each item of some groups how much of its change is on the stacks of one other item. */
type Shared = (groups: GroupItems) => Readonly<Record<DeltaKind, Float64Array>>

interface Head<Group> {
  readonly row: Row<Group>
  readonly delta: DeltaKind
  readonly shared: Shared
  readonly explained: Map<string, Row<Group>>
}

/**
 * A package that changed explains its functions, their callees and their callers, where at least three quarters of
 * their change are on the same stacks. An item whose self weight changed besides, with the other sign or more than
 * that, is a row of its own:
 *
 *     before `run;orm;driver 9`, after `run;orm 1` `run;orm;driver 4`:   driver -5 explains run; orm +1 ends in itself
 */
export function foldExplained<Group extends DescribedGroup>(
  merged: MergedTree,
  levels: readonly Level<Group>[],
): ExplainingChange<Group>[] {
  type Line = Row<Group>
  const rows = levels.map(listRows)
  const change = {
    self: merged.after.self.map((weight, node) => weight - merged.before.self[node]!),
    total: merged.after.total.map((weight, node) => weight - merged.before.total[node]!),
  }
  const changeOf = ({ group: { table }, item }: Pick<Line, 'group' | 'item'>, delta: DeltaKind) =>
    table.after[delta][item]! - table.before[delta][item]!
  const heads: Head<Group>[] = []
  const headOf = new Map<Line, Head<Group>>()
  const addHead = (row: Line, delta: DeltaKind) => {
    const head = { row, delta, shared: shareWith(merged, change, row, delta), explained: new Map<string, Line>() }
    heads.push(head)
    return head
  }
  const findHead = (row: Line, delta: DeltaKind): Head<Group> | undefined => {
    const own = changeOf(row, delta)
    return heads.find((head) => {
      if (head.row === row && head.delta === delta) return true
      const shared = head.shared(row.group.groups)[delta][row.item]!
      const ofHead = changeOf(head.row, head.delta)
      const least = leastPart * Math.abs(own)
      return own * shared > 0 && own * ofHead > 0 && Math.min(Math.abs(shared), Math.abs(ofHead)) >= least
    })
  }
  const fold = (row: Line, head: Head<Group>) => {
    if (head.row !== row) head.explained.set(row.name, row)
  }
  for (const ofLevel of rows) {
    const changed = ofLevel.filter(({ isTotal }) => isTotal)
    const bySize = changed.sort((a, b) => Math.abs(changeOf(b, 'total')) - Math.abs(changeOf(a, 'total')))
    for (const row of bySize) {
      if (row.cause === null) headOf.set(row, findHead(row, 'total') ?? addHead(row, 'total'))
    }
    for (const row of bySize) fold(row, headOf.get(row.cause ?? row)!)
    for (const row of ofLevel) {
      if (!row.isSelf) continue
      const head = findHead(row, 'self')
      if (head === undefined) addHead(row, 'self')
      else if (!row.isTotal) fold(row, head)
    }
  }
  const own = new Set(heads.map(({ row }) => row.name))
  return heads.map(({ row: { level, group, item }, delta, explained }) => {
    const ofHead = changeOf({ group, item }, delta)
    const part = (row: Line, kind: DeltaKind) => changeOf(row, kind) / ofHead
    const rank = (row: Line) => Number(row.level === 'package')
    const others = [...explained.values()]
      .filter((row) => !own.has(row.name))
      .sort((a, b) => rank(a) - rank(b) || part(b, 'self') - part(a, 'self') || part(b, 'total') - part(a, 'total'))
    const [first] = others
    const isMost = first?.level === 'function' && first.isSelf && part(first, 'self') >= leastSelfPart
    return {
      ...{ level, group, item, delta, explains: others.map((row) => row.name) },
      mostlyIn: isMost ? first.name : null,
    }
  })
}

function listRows<Group extends DescribedGroup>({ level, groups, table }: Level<Group>): Row<Group>[] {
  const items = groups.flatMap((group) => group.groups.names.map((name, item) => ({ group, item, name })))
  const cachedRows = new Map<number, Row<Group>>()
  const rowOf = (at: number): Row<Group> => {
    const row = cachedRows.get(at)
    if (row) return row
    const { group, item, name } = items[at]!
    const isTotal = isSignificant(table, at)
    const cause = table.cause[at]!
    const made = {
      ...{ level, group, item, name, isTotal, isSelf: group.isSelfSignificant[item] === 1 },
      cause: isTotal && cause >= 0 ? endOf(cause) : null,
    }
    cachedRows.set(at, made)
    return made
  }
  // Nesting packages may put one cause behind another.
  const endOf = (at: number): Row<Group> => (table.cause[at]! < 0 ? rowOf(at) : endOf(table.cause[at]!))
  return items.map((_, at) => rowOf(at))
}

/** Nodes of an item, and for a total all that is below them. */
function shareWith(
  { tree }: MergedTree,
  change: Readonly<Record<DeltaKind, Float64Array>>,
  { group, item }: Pick<Row<DescribedGroup>, 'group' | 'item'>,
  delta: DeltaKind,
): Shared {
  const { groupOfFrame, items } = group.groups
  const isIn = (node: number) => groupOfFrame[tree.frame[node]!] === item
  const under = new Uint8Array(tree.length)
  for (let node = 1; node < tree.length; node++)
    under[node] = Number(isIn(node) || (delta === 'total' && under[tree.parent[node]!] === 1))
  const masked = {
    self: change.self.map((one, node) => one * under[node]!),
    total: change.total.map((one, node) => one * under[node]!),
  }
  const outermost = items.total.itemOfNode!
  const cachedShares = new Map<GroupItems, ReturnType<Shared>>()
  return (groups) => {
    const found = cachedShares.get(groups)
    if (found) return found
    const total = sumByItem(groups.items.total, masked.total).slice()
    const lastSeen = new Int32Array(groups.names.length)
    for (let node = 1; node < tree.length; node++) {
      if (outermost[node] !== item) continue
      // Counts for callers the weight that passes through them and the item.
      for (let caller = tree.parent[node]!; caller > 0; caller = tree.parent[caller]!) {
        const other = groups.groupOfFrame[tree.frame[caller]!]!
        if (other < 0 || lastSeen[other] === node) continue
        lastSeen[other] = node
        total[other] = total[other]! + change.total[node]!
      }
    }
    const shared = { self: sumByItem(groups.items.self, masked.self), total }
    cachedShares.set(groups, shared)
    return shared
  }
}
