import { formatShare } from '../../../format/units.ts'
import type { NamedTree } from '../../worker/named-tree.ts'
import type { FoundTwin } from './counterparts.ts'

/** Shares of all (0 to 1) of a node and of its twin. */
export interface TwinShares {
  readonly here: number
  /** null: there is no such place on the other side. */
  readonly there: number | null
}

export function sharesOfTwins(here: NamedTree, node: number, there: NamedTree, twin: FoundTwin): TwinShares {
  return { here: shareOf(here, node), there: twin.missing > 0 ? null : shareOf(there, twin.node) }
}

/** `+1.9 points`, from one share of all to another. */
export function formatPoints(from: number, to: number): string {
  const points = (to - from) * 100
  const digits = Math.abs(points) < 9.95 ? 1 : 0
  const size = Math.abs(points).toFixed(digits)
  const sign = Number(size) === 0 ? '±' : points > 0 ? '+' : '−'
  return `${sign}${size} ${size === '1.0' ? 'point' : 'points'}`
}

/** What is written at the twin of the box that the pointer is on: `14.2 % of all`, or that it is not there. */
export function sayThere({ there }: TwinShares): string {
  return there === null ? 'absent here' : `${formatShare(there)} of all`
}

function shareOf({ tree }: NamedTree, node: number): number {
  return tree.total[0] === 0 ? 0 : tree.total[node]! / tree.total[0]!
}
