import type { ColourGroup } from './colour-group.ts'

/** Least share of all weight for each band of heat, the hottest first; half a power of ten each, as costs spread that widely. */
const leastShares = [0.1, 0.03, 0.01, 0.003, 0.001, Number.MIN_VALUE, 0]
const labels = ['10 % and more', '3 to 10 %', '1 to 3 %', '0.3 to 1 %', '0.1 to 0.3 %', 'less', 'nothing']

export const selfTimeGroups: readonly ColourGroup[] = labels.map((label, index) => ({ palette: 'heat', label, index }))

/** The band, 0 the hottest, of a node with this share (0 to 1) of all weight as its own. The share of nothing is nothing. */
export function getSelfTimeBand(share: number): number {
  const band = leastShares.findIndex((least) => share >= least)
  return band < 0 ? leastShares.length - 1 : band
}
