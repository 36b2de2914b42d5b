import { expect, test } from 'vitest'
import { concludeAll } from './describe-functions.ts'
import type { FunctionChanges } from './experiment-functions.ts'
import type { MeasureEffects } from './experiments.ts'

const p50 = (isSignificant: boolean) =>
  ({ p50: { change: 1.011, q: 0.05, leastP: 0.01, test: 'ranks', isSignificant } }) as unknown as MeasureEffects
const cpu = { cpuMs: { change: 1.106, q: 0.44, leastP: 0.01, test: 'ranks', isSignificant: false } }
const pricing = { name: 'shop.pricing', delta: 'total', total: { change: 0.78 }, mostlyIn: null }
const functions = (...changes: unknown[]) =>
  ({ result: { changes, more: 0 }, leftOut: [] }) as unknown as FunctionChanges

test('says that CPU per request as a whole is not significant beside a package whose share of it is', () => {
  expect(concludeAll({ ...p50(false), ...cpu } as MeasureEffects, functions(pricing))).toBe(
    'Significant in CPU per request: shop.pricing +0.78 ms. CPU as a whole: not significant (q = 0.44)',
  )
  expect(concludeAll({ ...p50(true), ...cpu } as MeasureEffects, functions(pricing))).toBe(
    'Significant: p50 +101.1%. CPU per request: shop.pricing +0.78 ms. CPU as a whole: not significant (q = 0.44)',
  )
})

test('names the packages behind what measures show, and calls nothing insignificant beside one that changed', () => {
  expect(concludeAll(p50(true), functions(pricing))).toBe(
    'Significant: p50 +101.1%. CPU per request: shop.pricing +0.78 ms',
  )
  expect(concludeAll(p50(false), functions(pricing))).toBe('Significant in CPU per request: shop.pricing +0.78 ms')
  expect(concludeAll(p50(false), functions())).toBe('Nothing significant')
  expect(concludeAll(p50(true), null)).toBe('Significant: p50 +101.1%')
})
