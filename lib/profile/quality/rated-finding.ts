import type { DefectWeights } from './defect-weights.ts'

export interface QualityFinding {
  /** Stable, for tests and links. */
  readonly code: string
  readonly text: string
  readonly remedy: string
  /** Command for it, where that is one line. */
  readonly command: string | null
}

/** The share of weight that a finding is about decides its rank, and whether it is worth saying. */
export interface RatedFinding extends QualityFinding {
  readonly share: number
  readonly minShare: number
}

/** A defect of a smaller share (0 to 1) of the samples is no finding: it leads to no wrong conclusion. */
export const minReportedShare = 0.01
/** The same for callers and names that are lost, and for the profiler's own work in the graph. */
export const minLostCallersShare = 0.03
/** From this share of idle threads on, the header offers to hide them, and shares of findings are of the others. */
export const leastIdleShare = 0.2

export function shareOf(weight: number, { total }: DefectWeights): number {
  return total > 0 ? Math.min(1, weight / total) : 0
}

export function heaviest(sums: ReadonlyMap<string, number>): [key: string, weight: number] {
  let best: [string, number] = ['', 0]
  for (const entry of sums) if (entry[1] > best[1]) best = entry
  return best
}
