import type { SearchTerm } from '../search/search.ts'
import type { DefectWeights } from './defect-weights.ts'

export interface QualityFinding {
  /** Stable, for tests and links. */
  readonly code: string
  readonly text: string
  readonly remedy: string
  /** Command for it, where that is one line. */
  readonly command: string | null
}

/** Something in a profile that a person who has read many would point at. */
export interface ProfileFinding {
  readonly id: string
  /** Share of the weight that the text names, 0 to 1. */
  readonly share: number
  /** `Garbage collection takes 33.3% of all samples.` */
  readonly text: string
  /** Names of functions and classes in the text, which are longer than an image has space for. */
  readonly names: readonly string[]
  readonly remedy: string
  /** Finds the frames that it is about. */
  readonly search: SearchTerm
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

/** Gives the key with the largest sum, the first of equals; '' and 0 where none is above 0. */
export function heaviest(sums: ReadonlyMap<string, number>): [key: string, weight: number] {
  let best: [string, number] = ['', 0]
  for (const entry of sums) if (entry[1] > best[1]) best = entry
  return best
}
