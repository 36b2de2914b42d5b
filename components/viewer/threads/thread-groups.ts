import type { ThreadRow } from '../../../lib/profile/time/thread-table.ts'

/** Threads of one pool, the heaviest first; a thread on its own is a group too. */
export interface ThreadGroup {
  /** The pool, or the name of the only thread. */
  readonly name: string
  readonly weight: number
  /** Weight over time, in equal parts of the recording; empty where no sample has a time. */
  readonly bins: readonly number[]
  readonly threads: readonly ThreadRow[]
}

/** A line of the list: a group, or a thread in a group of several. */
export interface ThreadLine {
  readonly group: ThreadGroup
  /** null for the line of the group itself. */
  readonly thread: ThreadRow | null
}

/** Pools in order of their weight, of the threads whose name or pool holds the text. */
export function groupThreads(threads: readonly ThreadRow[], text = ''): ThreadGroup[] {
  const wanted = text.trim().toLowerCase()
  const fitting = threads.filter(({ name, pool }) => `${name}\n${pool}`.toLowerCase().includes(wanted))
  const pools = Map.groupBy(fitting, ({ pool }) => pool)
  return [...pools]
    .map(([pool, members]) => ({
      name: members.length === 1 ? members[0]!.name : pool,
      weight: members.reduce((sum, { weight }) => sum + weight, 0),
      bins: addBins(members),
      threads: members,
    }))
    .sort((a, b) => b.weight - a.weight)
}

/** Lists each group, and below those that are open their threads. */
export function listThreadLines(groups: readonly ThreadGroup[], isOpen: (group: ThreadGroup) => boolean): ThreadLine[] {
  return groups.flatMap((group) => [
    { group, thread: null },
    ...(group.threads.length > 1 && isOpen(group) ? group.threads.map((thread) => ({ group, thread })) : []),
  ])
}

export function listLineNames({ group, thread }: ThreadLine): string[] {
  return (thread ? [thread] : group.threads).map(({ name }) => name)
}

export type SelectionState = 'none' | 'some' | 'all'

export function getSelectionState(names: readonly string[], chosen: ReadonlySet<string>): SelectionState {
  const count = names.filter((name) => chosen.has(name)).length
  return count === 0 ? 'none' : count === names.length ? 'all' : 'some'
}

/**
 * The choice with these names put in, or taken out when all of them were in it. All threads are the same as none: `[]`.
 */
export function toggleNames(names: readonly string[], chosen: readonly string[], threadCount: number): string[] {
  const toggled = new Set(names)
  const others = chosen.filter((name) => !toggled.has(name))
  const after = getSelectionState(names, new Set(chosen)) === 'all' ? others : [...new Set([...chosen, ...names])]
  return after.length === threadCount ? [] : after
}

function addBins(threads: readonly ThreadRow[]): readonly number[] {
  if (threads.length === 1) return threads[0]!.bins
  const sum = new Float64Array(threads[0]!.bins.length)
  for (const { bins } of threads) bins.forEach((weight, bin) => (sum[bin] = sum[bin]! + weight))
  return [...sum]
}
