import type { Target } from '../../lib/contract/target.ts'
import { levelOrder, selectBestReadiness } from '../capture/readiness.ts'
import { shortDockerId } from '../../lib/profile/names/short-names.ts'

export type SortKey = 'container' | 'image' | 'main' | 'jdk' | 'user' | 'cpu' | 'heap' | 'uptime' | 'engine'
export interface Sort {
  readonly key: SortKey
  readonly descending: boolean
}

/** Where a target runs, for a person: its container, or the host itself. */
export const targetName = (target: Target): string => target.container?.name ?? 'on the host'

/** Name of a JVM where nothing stands beside it: many containers run the same main class. */
export const jvmName = ({ container, jvm }: Target): string => container?.name ?? jvm.mainClass

/** The user a JVM runs as; a number where the container has no name for it. */
export const userName = ({ user }: Target): string => user.name ?? `uid ${user.uid}`

/**
 * Percent of one CPU over the last minute: calmer than the last reading, so that sorted rows do not jump about. null
 * where nothing was read.
 */
export function meanCpuPercent({ cpuHistory, cpuPercent }: Target): number | null {
  if (cpuHistory.length === 0) return cpuPercent
  return cpuHistory.reduce((sum, percent) => sum + percent, 0) / cpuHistory.length
}

const text = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const comparisons: Record<SortKey, (a: Target, b: Target) => number> = {
  container: (a, b) => text.compare(targetName(a), targetName(b)),
  image: (a, b) => text.compare(a.container?.image ?? '', b.container?.image ?? ''),
  main: (a, b) => text.compare(a.jvm.mainClass, b.jvm.mainClass),
  jdk: (a, b) => text.compare(a.jvm.version ?? '', b.jvm.version ?? ''),
  user: (a, b) => text.compare(userName(a), userName(b)),
  cpu: (a, b) => Math.round(meanCpuPercent(a) ?? 0) - Math.round(meanCpuPercent(b) ?? 0),
  heap: (a, b) => (a.heapUsedBytes ?? -1) - (b.heapUsedBytes ?? -1) || a.residentBytes - b.residentBytes,
  uptime: (a, b) => b.startedAt - a.startedAt,
  engine: (a, b) =>
    levelOrder[selectBestReadiness(a).level] - levelOrder[selectBestReadiness(b).level] ||
    text.compare(selectBestReadiness(a).engine, selectBestReadiness(b).engine),
}

/** The hottest first: what one looks for on a host that is in trouble. */
export const usualSort: Sort = { key: 'cpu', descending: true }

/** `cpu desc`, as it is remembered. */
export const writeSort = ({ key, descending }: Sort): string => `${key} ${descending ? 'desc' : 'asc'}`

/** Keeps: the usual one for anything that is no sort. */
export function readSort(text: string | null): Sort {
  const [key = '', direction] = text?.split(' ') ?? []
  return isSortKey(key) ? { key, descending: direction === 'desc' } : usualSort
}

function isSortKey(key: string): key is SortKey {
  return Object.hasOwn(comparisons, key)
}

/** The same targets in the order of `ids`, those that are not among them last. */
export function keepOrder(targets: readonly Target[], ids: readonly string[]): Target[] {
  const ranks = new Map(ids.map((id, rank) => [id, rank]))
  const rankOf = ({ id }: Target) => ranks.get(id) ?? ids.length
  return targets.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/**
 * The targets in which every word of `filter` occurs somewhere, in the order asked for; equal ones by place and PID.
 */
export function selectTargets(
  targets: readonly Target[],
  filter: string,
  sort: Sort,
  hostOf: (collectorId: string) => string = () => '',
): Target[] {
  const terms = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = terms.length === 0 ? [...targets] : targets.filter((target) => matchesAll(target, terms, hostOf))
  const compare = comparisons[sort.key]
  const sign = sort.descending ? -1 : 1
  return matching.sort(
    (a, b) => sign * compare(a, b) || comparisons.container(a, b) || a.hostPid - b.hostPid || (a.id < b.id ? -1 : 1),
  )
}

function matchesAll(target: Target, terms: readonly string[], hostOf: (collectorId: string) => string): boolean {
  const { container, jvm } = target
  const searched = [
    targetName(target),
    container?.image,
    container?.composeProject,
    container?.composeService,
    container ? shortDockerId(container.id) : undefined,
    target.service,
    jvm.mainClass,
    jvm.version,
    userName(target),
    String(target.hostPid),
    target.state,
    hostOf(target.collectorId),
  ]
    .join('\n')
    .toLowerCase()
  return terms.every((word) => searched.includes(word))
}
