import {
  computeSymmetricDelta,
  type DeltaKind,
  getScaledPair,
  isSignificant,
  type MergedTree,
  type SignificanceResults,
} from '../compare/merged-tree/comparison.ts'
import { toCss, convertOklchToRgb } from './oklch.ts'
import type { Theme } from './palettes.ts'

/** Exponent that bends a change, so that one of 10% can be seen; 1 would not bend it. */
const deltaBend = 0.6

/** Steps of each colour between no change and all of it: more could not be distinguished. */
const steps = 16

// All people see blue and red as different. The theme's text has 4.5:1 on each of them, and on colours between them.
const ramps = {
  light: { still: [0.9, 0, 0], more: [0.68, 0.17, 28], less: [0.68, 0.14, 252] },
  dark: { still: [0.33, 0, 0], more: [0.49, 0.17, 27], less: [0.49, 0.14, 255] },
} as const satisfies Record<Theme, Record<'still' | 'more' | 'less', readonly [number, number, number]>>

/**
 * Css of a change: red for more, blue for less, grey for none. `delta` is symmetric, -1 to 1; it is bent by
 * `deltaBend`.
 */
export function deltaColour(delta: number, theme: Theme): string {
  const { still, more, less } = ramps[theme]
  const strength = Math.round(Math.abs(delta) ** deltaBend * steps) / steps
  const [lightness, chroma, hue] = delta > 0 ? more : less
  return toCss(
    convertOklchToRgb(still[0] + (lightness - still[0]) * strength, still[1] + (chroma - still[1]) * strength, hue),
  )
}

/**
 * The css colour of each node of a merged tree by how it changed, worked out when a node is first painted. Where noise
 * is faded, what noise could explain is grey, and so is all until there are test results: nothing is shown as a change
 * that may turn out to be none.
 */
export function createDeltaColours(
  merged: Pick<MergedTree, 'before' | 'after' | 'scaleBefore' | 'scaleAfter'>,
  {
    delta,
    fade,
    significance,
    theme,
  }: {
    readonly delta: DeltaKind
    readonly fade: boolean
    readonly significance: Pick<SignificanceResults, 'q'> | null
    readonly theme: Theme
  },
): (node: number) => string {
  const cachedColours: string[] = []
  return (node) => {
    const isShown = !fade || (significance !== null && isSignificant(significance, node))
    const change = isShown ? computeSymmetricDelta(getScaledPair(merged, delta, node)) : 0
    return (cachedColours[node] ??= deltaColour(change, theme))
  }
}
