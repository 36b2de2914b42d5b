import { sortPods } from '../../lib/contract/pod-list.ts'
import type { Pod } from '../../lib/contract/pods.ts'

export const podGroupings = ['workload', 'namespace', 'node'] as const
export type PodGrouping = (typeof podGroupings)[number]

export interface PodGroup {
  readonly key: string
  readonly name: string
  /** The Kubernetes kind of a workload, such as `Deployment`; empty for a namespace or a node. */
  readonly kind: string
  readonly pods: readonly Pod[]
}

/**
 * The pods in which every word of `filter` occurs, in any name, id or image, sorted by cluster, namespace, workload and
 * name.
 */
export function filterPods(pods: readonly Pod[], filter: string): Pod[] {
  const terms = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (pod: Pod) => {
    const { cluster, namespace, workload, name, node, container, containerId, image } = pod
    const searched = [cluster, namespace, workload.kind, workload.name, name, node, container, containerId, image]
    const text = searched.join('\n').toLowerCase()
    return terms.every((term) => text.includes(term))
  }
  return sortPods(pods.filter(matches))
}

/**
 * Groups come in the order of their first pods; their pods keep theirs. With several clusters the name of a group
 * begins with its cluster.
 */
export function groupPods(pods: readonly Pod[], grouping: PodGrouping): PodGroup[] {
  const hasSeveralClusters = pods.some(({ cluster }) => cluster !== pods[0]?.cluster)
  const pathOf = ({ cluster, namespace, workload, node }: Pod): string[] => [
    ...(hasSeveralClusters ? [cluster] : []),
    ...(grouping === 'node' ? [node] : grouping === 'namespace' ? [namespace] : [namespace, workload.name]),
  ]
  const keyOf = (pod: Pod) => [...pathOf(pod), grouping === 'workload' ? pod.workload.kind : ''].join('\0')
  return Array.from(Map.groupBy(pods, keyOf), ([key, members]) => ({
    key,
    name: pathOf(members[0]!).join(' / '),
    kind: grouping === 'workload' ? members[0]!.workload.kind : '',
    pods: members,
  }))
}

/** A `Pod` is one container of a pod: containers of the same pod count once. */
export const countPods = (pods: readonly Pod[]): number =>
  new Set(pods.map(({ cluster, namespace, name }) => [cluster, namespace, name].join('\0'))).size
