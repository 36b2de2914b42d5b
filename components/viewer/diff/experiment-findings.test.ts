import { expect, it } from 'vitest'
import { createDeltaColours, deltaColour } from '../../../lib/profile/colour/delta-colours.ts'
import { describeFound, type ExperimentFindings, findFinding } from './experiment-findings.ts'

const cost = (change: number, q: number) => ({ ...{ before: 1, after: 1 + change, change, interval: null }, p: q, q })
const pricing: ExperimentFindings['changes'][number] = {
  ...{ level: 'package', name: 'shop.pricing', delta: 'total', mostlyIn: null },
  ...{ self: cost(0.1, 0.4), total: cost(0.78, 0.0001), explains: { count: 1, names: ['shop.web.Cart.total'] } },
}
const findings: ExperimentFindings = { changes: [pricing], more: 0 }

it.each([
  ['shop.pricing', 'total', 1, 'significant by the experiment (q < 0.001)'],
  ['shop.pricing.PriceRules.find', 'total', 1, 'in shop.pricing, which the experiment found (q < 0.001)'],
  ['shop.web.Cart.total', 'total', 1, 'explained by shop.pricing, which the experiment found (q < 0.001)'],
  // What changed the other way is no part of it.
  ['shop.pricing.PriceRules.index', 'total', -1, null],
  ['shop.pricing.PriceRules.find', 'self', 1, null],
  ['shop.pricingtools.Print.all', 'total', 1, null],
  ['C2Compiler::compile_method', 'total', 1, null],
] as const)('says of %s, %s %d: %s', (name, delta, change, text) => {
  const found = findFinding(findings, name, { delta, change })
  expect(found && describeFound(found, name, delta)).toBe(text)
})

it('colours a frame that the experiment found as significant, whatever the test of these samples says', () => {
  const weights = (values: number[]) => ({ self: Float64Array.from(values), total: Float64Array.from(values) })
  const merged = { before: weights([10, 5, 5]), after: weights([10, 10, 10]), scaleBefore: 1, scaleAfter: 1 }
  const colourOf = createDeltaColours(merged, {
    ...{ delta: 'total', fade: true, theme: 'light', significance: { q: Float32Array.of(1, 1, 1) } },
    isFound: (node) => node === 1,
  })
  expect(colourOf(1)).toBe(deltaColour(1 / 3, 1, 'light'))
  expect(colourOf(2)).not.toBe(colourOf(1))
})
