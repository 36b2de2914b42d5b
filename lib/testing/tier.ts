/**
 * The two tiers of the same tests. `npm test` runs each with the smallest numbers that still catch its defect,
 * `npm run test:full` (HEARTH_TEST_TIER=full) with larger ones: more random cases, more pairs, every cell.
 */
export const isFullTier = process.env['HEARTH_TEST_TIER'] === 'full'

/** The first value in `npm test`, the second in `npm run test:full`. */
export const byTier = <Usual, Full = Usual>(usual: Usual, full: Full): Usual | Full => (isFullTier ? full : usual)
