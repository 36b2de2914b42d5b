import { expect, test } from 'vitest'
import type { Comparison } from '../../contract/comparisons.ts'
import { checkThresholds, isCrossed, readFailIf } from './fail-if.ts'

type FunctionDelta = Comparison['functions'][number]

const grew = (name: string, from: number, to: number, isSignificant = true): FunctionDelta => ({
  ...{ name, kind: 'java', status: 'changed', selfBefore: 0, selfAfter: 0, totalBefore: from, totalAfter: to },
  ...{ interval: [to - from - 0.01, to - from + 0.01], q: isSignificant ? 0.001 : 0.4, isSignificant },
  ...{ cause: null, isHidden: false, cost: 'as-share' as const },
})
/** No name has a star in it, so none of these would ever come true. */
const patterns = ['*.Shop', 'com.*.Shop', 'com.acme.**', '**', '.*', '.']
const crossed = (functions: FunctionDelta[], ...conditions: string[]) =>
  checkThresholds({ functions, classes: [], packages: [] }, conditions.map(readFailIf))
    .filter(isCrossed)
    .map(({ condition, functions }) => [condition.text, functions.map(({ name }) => name)])

test('a function under the package that grew by enough points crosses', () => {
  const functions = [grew('com.acme.Shop.price', 0.1, 0.16), grew('org.other.Lib.run', 0.1, 0.4)]
  expect(crossed(functions, '+5% com.acme')).toEqual([['+5% com.acme', ['com.acme.Shop.price']]])
  expect(crossed(functions, '+6.5% com.acme')).toEqual([])
  expect(crossed(functions, '+5%')).toEqual([['+5%', ['org.other.Lib.run', 'com.acme.Shop.price']]])
})

test('points are of the whole, and exactly as many suffice', () => {
  expect(crossed([grew('a', 0.01, 0.02)], '+5%')).toEqual([]) // twice as much, and one point
  expect(crossed([grew('a', 0.1, 0.15)], '+5%')).toHaveLength(1)
  expect(crossed([grew('a', 0.3, 0.35)], '+5%')).toHaveLength(1)
})

test('what noise alone can do does not cross, nor what shrank or stayed', () => {
  expect(crossed([grew('a', 0.1, 0.3, false), grew('b', 0.3, 0.1), grew('c', 0.2, 0.2)], '+1%', '+0%')).toEqual([])
})

test.each([
  ['com.acme.Shop.price', 'com.acme', true],
  ['com.acme.Shop.price', 'com.acme.', true],
  ['com.acme.Shop.price', 'com.acme.*', true],
  ['com.acme.Shop.price', 'com.acme.Shop', true],
  ['com.acme.Shop$Cart.add', 'com.acme.Shop', true],
  ['com.acme.Shop.price', 'com.acme.Shop.price', true],
  ['com.acmeton.Shop.price', 'com.acme', false],
  ['com.acme.Shopping.run', 'com.acme.Shop', false],
  ['org.com.acme.Shop', 'com.acme', false],
])('%s under %s: %s', (name, prefix, expected) => {
  expect(crossed([grew(name, 0, 0.5)], `+5% ${prefix}`)).toHaveLength(expected ? 1 : 0)
})

test.each([
  ['+5% sun.nio.ch', true],
  ['+5% sun.nio', true],
  ['+5%', true],
  ['+40% sun.nio.ch', false],
  ['+5% sun.net', false],
])('a package that grew suffices, where none of its functions has samples enough: %s', (text, expected) => {
  const functions = [grew('sun.nio.ch.Net.poll', 0.01, 0.1, false)]
  const rows = { functions, classes: [], packages: [grew('sun.nio.ch', 0.012, 0.37)] }
  expect(checkThresholds(rows, [readFailIf(text)]).map(isCrossed)).toEqual([expected])
})

test('a name that neither side has is known to be none', () => {
  const rows = { functions: [grew('com.acme.Shop.price', 0.1, 0.1)], classes: [], packages: [] }
  const checked = checkThresholds(rows, ['+5% com.acme', '+5% com.typo', '+5%'].map(readFailIf))
  expect(checked.map(({ isKnown }) => isKnown)).toEqual([true, false, true])
})

test('several conditions are each asked', () => {
  const functions = [grew('com.acme.A.a', 0, 0.02), grew('org.b.B.b', 0, 0.2)]
  expect(crossed(functions, '+10% org.b', '+10% com.acme', '+1% com.acme').map(([text]) => text)).toEqual([
    '+10% org.b',
    '+1% com.acme',
  ])
})

test('a star alone means any function, as no name at all does', () => {
  const functions = [grew('com.acme.Shop.price', 0.1, 0.16), grew('org.other.Lib.run', 0.1, 0.4)]
  expect(crossed(functions, '+5% *')).toEqual([['+5% *', ['org.other.Lib.run', 'com.acme.Shop.price']]])
})

test.each(['5%', '+5', '-5%', '+5% a b', '+500%', '', '+x%', '+5%com', ...patterns.map((name) => `+5% ${name}`)])(
  '%s is no condition',
  (text) => {
    expect(() => readFailIf(text)).toThrow(expect.objectContaining({ code: 'invalid-request' }) as Error)
  },
)
