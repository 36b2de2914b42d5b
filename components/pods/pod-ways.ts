/** Which way into a pod a person chose, and which one that means. */
import { type PodWay, podWays } from '../../lib/contract/pod-ways.ts'
import type { PodReport } from '../../lib/contract/pods.ts'

export const podWayChoices = ['auto', ...podWays] as const
export type PodWayChoice = (typeof podWayChoices)[number]

/**
 * The way that is used for this choice; null while that is not known, or when a finding of any level is in the way of
 * each.
 */
export function resolveWay(choice: PodWayChoice, report: PodReport | null): PodWay | null {
  if (choice !== 'auto') return choice
  return report?.ways.find(({ findings }) => findings.length === 0)?.way ?? null
}

/** The chosen way where something keeps the cluster from it, or each where Hearth chooses and none is left. */
export function listRefusedWays(choice: PodWayChoice, report: PodReport): PodReport['ways'] {
  if (choice === 'auto' && resolveWay('auto', report) !== null) return []
  return report.ways.filter(({ way, findings }) => (choice === 'auto' || way === choice) && findings.length > 0)
}

/** Gives whether a capture would fail at once, since each way is blocked. */
export function isPodBlocked(choice: PodWayChoice, report: PodReport | null): boolean {
  const refused = report === null ? [] : listRefusedWays(choice, report)
  return refused.length > 0 && refused.every(({ findings }) => findings.some(({ level }) => level === 'blocked'))
}
