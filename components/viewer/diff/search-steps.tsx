'use client'
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react'
import { computeSearchShares } from '../../../lib/profile/search/search-shares.ts'
import type { Weights } from '../../../lib/profile/tree/call-tree.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { describeDelta, formatStep } from './format-delta.ts'
import type { Diff } from './use-diff.ts'

/**
 * Gives the weight of the stacks that a search finds, before and after, `94.1% → 0%`, on the scale of the comparison
 * and with any widths; null for a search without a match.
 */
export function useSearchSteps(
  { model: { tree }, search: { frameMasks, count }, resolved: { matches } }: Viewer,
  { sides, units }: Diff,
): (search: number) => ReactNode {
  const wanted = useMemo(
    () => frameMasks && matches && { tree, sides, frameMasks, count, matches },
    [tree, sides, frameMasks, count, matches],
  )
  // Words beside the graph, which need not wait for them.
  const latest = useDeferredValue(wanted)
  const found = useMemo(() => {
    if (!latest) return null
    const weigh = (total: Weights) => {
      // Node 0 and no range: shares of the whole tree, also in a zoom.
      const { bySearch } = computeSearchShares(
        { ...latest.tree, total },
        latest.frameMasks,
        latest.count,
        0,
        undefined,
        latest.matches,
      )
      const weights = Float64Array.from(bySearch, ({ ofAll }) => ofAll * total[0]!)
      return { self: weights, total: weights }
    }
    const { before, after } = latest.sides
    return { ...latest.sides, before: weigh(before.total), after: weigh(after.total) }
  }, [latest])
  return useCallback(
    (search) => {
      if (!found || !(found.before.total[search]! + found.after.total[search]! > 0)) return null
      const { before, after, delta } = describeDelta(found, search, 'total', null, units)
      return (
        <span
          data-testid="found-step"
          aria-live="polite"
          className="figures shrink-0 whitespace-nowrap"
          title={`Stacks that it finds, before → after: ${delta}`}
        >
          {formatStep(before, after)}
        </span>
      )
    },
    [found, units],
  )
}
