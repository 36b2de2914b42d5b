/** How pods are listed, on the page and by commands. */
import type { Collector } from './collectors.ts'
import type { Pod } from './pods.ts'

/** Sorts pods by cluster, namespace, workload, name and container. */
export function sortPods(pods: readonly Pod[]): Pod[] {
  const keyOf = ({ cluster, namespace, workload, name, container }: Pod) =>
    [cluster, namespace, workload.name, name, container].join('\0')
  const keyed = pods.map((pod) => ({ pod, key: keyOf(pod) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ pod }) => pod)
}

/** Gives a line for each reason why the list may be outdated, with its remedy. */
export function explainOutdatedPods({ problem, health }: Pick<Collector, 'problem' | 'health'>): string[] {
  const reasons = problem ? [problem] : health.filter(({ ok }) => !ok)
  return reasons.map(({ title, remedy }) => `${title} ${remedy}`)
}
