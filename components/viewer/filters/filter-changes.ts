import type { Filter, FilterStep } from '../../../lib/profile/filters/filters.ts'

export type Filters = readonly FilterStep[]

/** Wherever it stands, a filter of this type is the only one: the new one takes its place. */
const onlyOnce = new Set<Filter['type']>(['threads', 'time', 'only-packages'])

/**
 * Adds this filter as the last step. One that is there already is turned on instead. Waiting is known by native frames,
 * so idle threads are hidden before packages are chosen.
 */
export function addFilter(filters: Filters, added: Filter): Filters {
  const at = filters.findIndex((step) =>
    onlyOnce.has(added.type) ? step.type === added.type : isSame(withoutOff(step), added),
  )
  if (at < 0) return filters.toSpliced(added.type === 'hide-idle' ? findIdleIndex(filters) : filters.length, 0, added)
  return filters.map((step, index) => (index === at ? added : step))
}

function findIdleIndex(filters: Filters): number {
  const packages = filters.findIndex(({ type }) => type === 'only-packages')
  return packages < 0 ? filters.length : packages
}

/** Removes this filter if it is on, else adds it. */
export function toggleFilter(filters: Filters, toggled: Filter): Filters {
  const rest = filters.filter((step) => step.off === true || !isSame(step, toggled))
  return rest.length < filters.length ? rest : addFilter(filters, toggled)
}

export function removeFilter(filters: Filters, at: number): Filters {
  return filters.filter((_, index) => index !== at)
}

export function switchFilter(filters: Filters, at: number): Filters {
  return filters.map((step, index) => {
    if (index !== at) return step
    return step.off === true ? withoutOff(step) : { ...step, off: true }
  })
}

/** Moves a filter to another place in the order. */
export function moveFilter(filters: Filters, from: number, to: number): Filters {
  const rest = removeFilter(filters, from)
  return [...rest.slice(0, to), filters[from]!, ...rest.slice(to)]
}

/** Folds all of these packs, or none when all are folded already. */
export function toggleFrameworks(filters: Filters, packs: readonly string[]): Filters {
  const folded = new Set(
    filters.flatMap((step) => (step.type === 'fold-framework' && step.off !== true ? step.pack : [])),
  )
  const others = filters.filter(({ type }) => type !== 'fold-framework')
  if (packs.every((pack) => folded.has(pack))) return others
  return [...others, ...packs.map((pack) => ({ type: 'fold-framework', pack, open: [] }) as const)]
}

/** Shows only these threads; all when the list is empty. */
export function setThreadFilter(filters: Filters, threads: readonly string[]): Filters {
  const others = filters.filter(({ type }) => type !== 'threads')
  return threads.length === 0 ? others : addFilter(filters, { type: 'threads', threads: [...threads] })
}

export function getThreadFilter(filters: Filters): string[] {
  return filters.flatMap((step) => (step.type === 'threads' && step.off !== true ? step.threads : []))
}

/** Filters that choose a part of a recording: each side of a comparison may have its own, all others are of both. */
export const isSideFilter = ({ type }: Pick<Filter, 'type'>) => type === 'time' || type === 'threads'

/**
 * Shows only samples from..to ms; the whole recording for null. The filter is first in the list: it is the cheapest,
 * and spares the others work.
 */
export function setTimeFilter(filters: Filters, range: readonly [number, number] | null): Filters {
  const others = filters.filter(({ type }) => type !== 'time')
  return range ? [{ type: 'time', fromMs: range[0], toMs: range[1] }, ...others] : others
}

export function getTimeFilter(filters: Filters): readonly [number, number] | null {
  const step = filters.find(({ type, off }) => type === 'time' && off !== true)
  return step?.type === 'time' ? [step.fromMs, step.toMs] : null
}

function withoutOff(step: FilterStep): Filter {
  const { off: _, ...filter } = step
  return filter
}

function isSame(one: Filter, other: Filter): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
