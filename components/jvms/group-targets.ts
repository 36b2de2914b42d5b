import type { Collector } from '../../lib/contract/collectors.ts'
import { clusterCollectorId, localCollectorId } from '../../lib/contract/constants.ts'
import type { Target } from '../../lib/contract/target.ts'

export const groupings = ['none', 'host', 'image', 'project'] as const
export type Grouping = (typeof groupings)[number]

export interface TargetGroup {
  readonly key: string
  /** Empty when nothing is grouped. */
  readonly name: string
  readonly targets: readonly Target[]
}

/** Fewer JVMs than this are easier to read as one list. */
const groupedFrom = 12

const nameOf: Record<Exclude<Grouping, 'none' | 'host'>, (target: Target) => string | null> = {
  image: ({ container }) => container?.image ?? null,
  project: ({ container }) => container?.composeProject ?? container?.labels['io.kubernetes.pod.namespace'] ?? null,
}

/**
 * For when a page opens: by host where there are several, else by compose project or Kubernetes namespace, else by
 * image where replicas share one.
 */
export function chooseGrouping(targets: readonly Target[]): Grouping {
  if (new Set(targets.map(({ collectorId }) => collectorId)).size > 1) return 'host'
  if (targets.length < groupedFrom) return 'none'
  const named = (grouping: keyof typeof nameOf) =>
    targets.map(nameOf[grouping]).filter((name): name is string => name !== null)
  if (new Set(named('project')).size > 1) return 'project'
  const images = named('image')
  return new Set(images).size < images.length ? 'image' : 'none'
}

/** Keeps the order: the group of the first JVM comes first. */
export function groupTargets(
  targets: readonly Target[],
  grouping: Grouping,
  collectors: readonly Pick<Collector, 'id' | 'name'>[] = [],
): TargetGroup[] {
  if (grouping === 'none') return [{ key: '', name: '', targets }]
  if (grouping === 'host') {
    // Two hosts may have one name.
    const byHost = Map.groupBy(targets, ({ collectorId }) => collectorId)
    return Array.from(byHost, ([key, members]) => ({ key, name: nameOfHost(key, collectors), targets: members }))
  }
  const groups = Map.groupBy(targets, (target) => nameOf[grouping](target) ?? unnamed(target, grouping))
  return Array.from(groups, ([name, members]) => ({ key: name, name, targets: members }))
}

/**
 * Hosts whose JVMs are seen, now or before: one that only enrolled is none. Clusters are no hosts, and two collectors
 * on one host are one.
 */
export function countHosts(
  collectors: readonly (Pick<Collector, 'id' | 'problem'> & Partial<Pick<Collector, 'listedUnder'>>)[],
  targets: readonly Pick<Target, 'collectorId'>[],
): number {
  const withJvms = new Set(targets.map(({ collectorId }) => collectorId))
  const isSeen = ({ id, problem, listedUnder = null }: (typeof collectors)[number]) =>
    listedUnder === null && (id === localCollectorId || problem === null || withJvms.has(id))
  return collectors.filter((one) => one.id !== clusterCollectorId && isSeen(one)).length
}

/** Gives the name of a collector's host for people. */
export function nameOfHost(id: string, collectors: readonly Pick<Collector, 'id' | 'name'>[]): string {
  return id === localCollectorId ? 'this host' : (collectors.find((one) => one.id === id)?.name ?? id)
}

function unnamed({ container }: Target, grouping: Grouping): string {
  return container === null ? 'on the host' : `no ${grouping}`
}
