import {
  computeSymmetricDelta,
  type DeltaKind,
  getScaledPair,
  maxFalseDiscoveryRate,
  type MergedTree,
  type SignificanceResults,
} from '../compare/merged-tree/comparison.ts'
import { toCss, convertOklchToRgb } from './oklch.ts'
import type { Theme } from './palettes.ts'

/** Steps of each colour between no change and all of it: more could not be distinguished. */
const steps = 16

// All people see blue and red as different. The theme's text has 4.5:1 on each of them, and on colours between them.
const ramps = {
  light: { still: [0.9, 0, 0], more: [0.68, 0.17, 28], less: [0.68, 0.14, 252] },
  dark: { still: [0.33, 0, 0], more: [0.49, 0.17, 27], less: [0.49, 0.14, 255] },
} as const satisfies Record<Theme, Record<'still' | 'more' | 'less', readonly [number, number, number]>>

/** Part of the colour that is left: `noise` where noise alone could make the change, `doubt` where it hardly could. */
const faded = { noise: 0.1, doubt: 0.4 }
/** The most colour (0 to 1) that a change keeps which is not significant. */
export const mostWhenFaded = faded.doubt
const doubtfulQValue = 4 * maxFalseDiscoveryRate

/**
 * Css of a change: red for more, blue for less, grey for none. `delta` is symmetric, -1 to 1; it is bent so that 10%
 * more can be seen. `sureness` 0 to 1 fades the colour.
 */
export function deltaColour(delta: number, sureness: number, theme: Theme): string {
  const { still, more, less } = ramps[theme]
  const strength = Math.round(Math.abs(delta) ** 0.6 * sureness * steps) / steps
  const [lightness, chroma, hue] = delta > 0 ? more : less
  return toCss(
    convertOklchToRgb(still[0] + (lightness - still[0]) * strength, still[1] + (chroma - still[1]) * strength, hue),
  )
}

/** How much of a node's colour noise leaves. Where nothing could be tested, nothing is claimed. */
export function getCertainty({ q }: Pick<SignificanceResults, 'q'>, index: number): number {
  const rate = q[index]!
  if (rate <= maxFalseDiscoveryRate) return 1
  return rate <= doubtfulQValue ? faded.doubt : faded.noise
}

/**
 * The css colour of each node of a merged tree by how it changed, worked out when a node is first painted. Until there
 * are test results, every node looks like noise, if noise is faded: nothing is shown as a change that may turn out to
 * be none.
 */
export function createDeltaColours(
  merged: Pick<MergedTree, 'before' | 'after' | 'scaleBefore' | 'scaleAfter'>,
  {
    delta,
    fade,
    significance,
    theme,
    isFound = () => false,
  }: {
    readonly delta: DeltaKind
    readonly fade: boolean
    readonly significance: Pick<SignificanceResults, 'q'> | null
    /** Whether something else than these samples decided that a node changed. */
    readonly isFound?: (node: number) => boolean
    readonly theme: Theme
  },
): (node: number) => string {
  const cachedColours: string[] = []
  return (node) => {
    const sureness = !fade || isFound(node) ? 1 : significance === null ? faded.noise : getCertainty(significance, node)
    return (cachedColours[node] ??= deltaColour(
      computeSymmetricDelta(getScaledPair(merged, delta, node)),
      sureness,
      theme,
    ))
  }
}
