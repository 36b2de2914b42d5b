import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textColour } from './colour.ts'
import { createDeltaColours, deltaColour } from './delta-colours.ts'
import { computeSymmetricDelta, getPresence, getScaledPair } from '../compare/merged-tree/comparison.ts'

const sides = (before: number[], after: number[]) => {
  const weights = (values: number[]) => ({ self: Float64Array.from(values), total: Float64Array.from(values) })
  return { before: weights(before), after: weights(after), scaleBefore: 1 / before[0]!, scaleAfter: 1 / after[0]! }
}
const themes = ['light', 'dark'] as const

describe('the delta of a node', () => {
  const merged = sides([10, 5, 5, 0], [20, 10, 0, 10])

  it('is computed from scaled weights: a doubled weight in a doubled total is no change', () => {
    expect([1, 2, 3].map((node) => computeSymmetricDelta(getScaledPair(merged, 'total', node)))).toEqual([0, -1, 1])
  })

  it('law: changes its sign when the sides are swapped', () => {
    const weight = fc.double({ min: 0, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(weight, weight, (before, after) => {
        const there = computeSymmetricDelta({ before, after })
        expect(there).toBe(-computeSymmetricDelta({ before: after, after: before }) + 0)
        expect(Math.abs(there)).toBeLessThanOrEqual(1)
      }),
      { seed: 3 },
    )
  })

  it('distinguishes added and removed nodes', () => {
    expect([1, 2, 3].map((node) => getPresence(merged, node))).toEqual(['both', 'gone', 'new'])
  })
})

describe('the colour of a change', () => {
  it.each(themes)('is grey for no change, and stronger for a larger one, in %s', (theme) => {
    expect(deltaColour(0, theme)).toMatch(/^#(..)\1\1$/)
    const reds = [0.1, 0.3, 0.6, 1].map((delta) => deltaColour(delta, theme))
    expect(new Set(reds).size).toBe(4)
    expect(deltaColour(-1, theme)).not.toBe(reds[3])
  })

  it.each(themes)('has readable text at every step, in %s', (theme) => {
    for (let delta = -1; delta <= 1; delta += 1 / 32) {
      expect(contrast(deltaColour(delta, theme), textColour(theme))).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('is neutral before the tests have run, and then shows significant changes only', () => {
    const merged = sides([10, 5, 5], [10, 2, 8])
    const significance = {
      outcome: new Uint8Array(3),
      q: Float32Array.of(Number.NaN, 0.001, 0.7),
      low: new Float64Array(3),
      high: new Float64Array(3),
      isHidden: new Uint8Array(3),
      cost: new Uint8Array(3),
    }
    const colours = (fade: boolean, known: typeof significance | null) => {
      const colourOf = createDeltaColours(merged, { delta: 'total', fade, significance: known, theme: 'light' })
      return [colourOf(1), colourOf(2)]
    }
    const [less, more] = colours(false, significance)
    const grey = deltaColour(0, 'light')
    expect([less, more]).not.toContain(grey)
    expect(colours(true, null)).toEqual([grey, grey])
    expect(colours(true, significance)).toEqual([less, grey])
  })
})

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(css: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(css.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
