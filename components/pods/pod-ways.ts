import { type PodWay, podWays } from '../../lib/contract/pod-ways.ts'
import type { PodReport } from '../../lib/contract/pods.ts'

export const podWayChoices = ['auto', ...podWays] as const
export type PodWayChoice = (typeof podWayChoices)[number]

/** The way that a choice comes to; null while that is not known, or when the cluster permits none. */
export function resolveWay(choice: PodWayChoice, report: PodReport | null): PodWay | null {
  if (choice !== 'auto') return choice
  return report?.ways.find(({ findings }) => findings.length === 0)?.way ?? null
}
