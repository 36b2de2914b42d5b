import { formatShare } from '../profile/format/units.ts'
import { maxFalseDiscoveryRate } from '../profile/compare/merged-tree/comparison.ts'

/** `95%`: how sure the intervals of a comparison are, for their labels. */
export const intervalLevel = formatShare(1 - maxFalseDiscoveryRate)
