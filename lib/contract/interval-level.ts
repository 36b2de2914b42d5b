import { formatShare } from '../profile/format/units.ts'
import { wantedConfidence } from '../profile/statistics/confidence.ts'
import { maxFalseDiscoveryRate } from '../profile/compare/merged-tree/comparison.ts'

/** `95%`: how sure the intervals of a comparison are, for their labels. */
export const intervalLevel = formatShare(1 - maxFalseDiscoveryRate)

/** `95%`: how sure the intervals between runs of experiments are, where there are enough runs. */
export const runIntervalLevel = formatShare(wantedConfidence)

/** `90%: `, before an interval between runs that is less sure than its test wants; else empty. */
export function formatConfidence(confidence: number): string {
  return confidence < wantedConfidence ? `${formatShare(Math.floor(confidence * 100) / 100)}: ` : ''
}
