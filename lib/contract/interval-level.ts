import { formatShare } from '../profile/format/units.ts'
import { maxFalseDiscoveryRate } from '../profile/compare/merged-tree/comparison.ts'

/** How sure an interval is that agrees with the level of significance, as those of comparisons and experiments do. */
const wantedConfidence = 1 - maxFalseDiscoveryRate

/** `95%`: how sure intervals are, for their labels; between runs where there are enough of them. */
export const intervalLevel = formatShare(wantedConfidence)

/** `90%: `, before an interval between runs that is less sure than `intervalLevel`; else empty. */
export function formatConfidence(confidence: number): string {
  return confidence < wantedConfidence ? `${formatShare(Math.floor(confidence * 100) / 100)}: ` : ''
}
