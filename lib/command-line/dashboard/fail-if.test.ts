import { describe, expect, test } from 'vitest'
import type { Comparison } from '../../contract/comparisons.ts'
import { mostComparedRows } from '../../contract/constants.ts'
import { checkThresholds, exitCodeOf, isCrossed, readFailIf } from './fail-if.ts'

type FunctionDelta = Comparison['functions'][number]

const grew = (name: string, from: number, to: number, isSignificant = true): FunctionDelta => ({
  ...{ name, kind: 'java', status: 'changed', selfBefore: 0, selfAfter: 0, totalBefore: from, totalAfter: to },
  ...{ interval: [to - from - 0.01, to - from + 0.01], q: isSignificant ? 0.001 : 0.4, isSignificant },
  ...{ cause: null, isHidden: false, hiddenBy: 'none', hiddenBefore: 0, hiddenAfter: 0, cost: 'as-share' as const },
})
/** No name has a star in it, so none of these would ever come true. */
const patterns = ['*.Shop', 'com.*.Shop', 'com.acme.**', '**', '.*', '.']
/** Two profiles with samples enough. */
const telling: Omit<Comparison, 'before' | 'after' | 'functions' | 'totals' | 'engines' | 'warnings'> = {
  ...{ power: '', canShowChange: true, uncertainty: 'Samples vary too much.', classes: [], packages: [] },
  lostCallers: null,
}
const crossed = (functions: FunctionDelta[], ...conditions: string[]) =>
  checkThresholds({ ...telling, functions }, conditions.map(readFailIf))
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
  const rows = { ...telling, functions, packages: [grew('sun.nio.ch', 0.012, 0.37)] }
  expect(checkThresholds(rows, [readFailIf(text)]).map(isCrossed)).toEqual([expected])
})

test('a name that neither side has is known to be none', () => {
  const rows = { ...telling, functions: [grew('com.acme.Shop.price', 0.1, 0.1)] }
  const checked = checkThresholds(rows, ['+5% com.acme', '+5% com.typo', '+5%'].map(readFailIf))
  expect(checked.map(({ isKnown }) => isKnown)).toEqual([true, false, true])
})

describe('a condition that cannot be decided', () => {
  const few = { ...telling, canShowChange: false, power: 'Record both for much longer.' }
  const check = (compared: typeof telling, functions: FunctionDelta[], ...conditions: string[]) =>
    checkThresholds({ ...compared, functions }, conditions.map(readFailIf))
  const reasonsOf = (...of: Parameters<typeof check>) => check(...of).map(({ undecided }) => undecided?.reason)

  test('is one that a growth of 20 points would make true if it were no noise', () => {
    const functions = [grew('com.acme.Shop.run', 0.1, 0.5, false), grew('org.b.B.b', 0.1, 0.29, false)]
    expect(reasonsOf(telling, functions, '+5% com.acme', '+40% com', '+41% com', '+5% org.b')).toEqual([
      'com.acme.Shop.run +40 points may be noise. Samples vary too much.',
      'com.acme.Shop.run +40 points may be noise. Samples vary too much.',
      undefined,
      undefined,
    ])
  })

  test('names the method at the leaf of the stack that grew', () => {
    const leaf = { ...grew('com.acme.Shop.price', 0, 0.5, false), selfAfter: 0.4 }
    expect(reasonsOf(telling, [grew('com.acme.Shop.run', 0, 0.5, false), leaf], '+5%')[0]).toContain('Shop.price')
  })

  test('is none where the cost per second or the JIT compiler explains the growth', () => {
    const explained = [
      { ...grew('com.acme.Shop.run', 0.1, 0.5, false), cost: 'same' as const },
      { ...grew('com.acme.Shop.price', 0.1, 0.5, false), isHidden: true },
    ]
    expect(reasonsOf(telling, explained, '+5%')).toEqual([undefined])
  })

  test('is one of what two engines cannot both show', () => {
    const row = (from: number, to: number) => [
      { ...grew('com.acme', from, to, false), isHidden: true, hiddenBy: 'engines' as const },
    ]
    expect(reasonsOf(telling, row(0.1, 0.5), '+5% com.acme', '+50% com.acme', '+5% org')).toEqual([
      'com.acme 10% → 50% cannot be compared between the engines.',
      undefined,
      'No package, class or function of this name is in either profile.',
    ])
    expect(exitCodeOf([check(telling, row(0.1, 0.5), '+5% com.acme')])).toBe(1)
    expect(reasonsOf(telling, row(0.5, 0.1), '+5% com.acme')).toEqual([undefined])
  })

  test('is one of a total that may have grown among lost callers, or seems to have by those of before', () => {
    const lost = (before: number, after: number) => ({ ...telling, lostCallers: { before, after } })
    const hidden = { ...grew('com.acme', 0.5, 0.9, false), isHidden: true, hiddenBy: 'callers' as const }
    const grown = 'com.acme 50% → 90% cannot be compared: before lost the callers of 40% of its stacks.'
    expect(reasonsOf(lost(0.4, 0), [hidden], '+5% com.acme', '+41% com.acme')).toEqual([grown, undefined])
    const shrunk = { ...hidden, totalAfter: 0.3 }
    expect(reasonsOf(lost(0.1, 0.5), [shrunk], '+5% com.acme', '+20% com.acme', '+21% com.acme')).toEqual([
      ...Array<string>(2).fill(
        'com.acme 50% → 30% cannot be compared: after lost the callers of 50% of its stacks, before of 10%.',
      ),
      undefined,
    ])
    expect(exitCodeOf([check(lost(0, 0.4), [shrunk], '+5% com.acme')])).toBe(1)
    // No more than all.
    expect(reasonsOf(lost(0, 0.4), [{ ...shrunk, totalBefore: 0.98, totalAfter: 0.8 }], '+5%')).toEqual([undefined])
  })

  test('is any where the two have too few samples to show a change', () => {
    expect(reasonsOf(few, [grew('com.acme.Shop.run', 0.5, 0.5, false)], '+5% com.acme', '+5% com.typo', '+5%')).toEqual(
      Array(3).fill('Record both for much longer.'),
    )
  })

  test('is one of a name that is in neither profile, unless rows of the comparison are left out', () => {
    const rows = [grew('com.acme.Shop.run', 0.5, 0.5, false)]
    expect(reasonsOf(telling, rows, '+5% com.typo', '+5%')).toEqual([
      'No package, class or function of this name is in either profile.',
      undefined,
    ])
    expect(reasonsOf(telling, Array<FunctionDelta>(mostComparedRows).fill(rows[0]!), '+5% com.typo')).toEqual([
      undefined,
    ])
  })

  test('of a name without its package says the whole name of the heaviest that it may mean', () => {
    const rows = [
      grew('com.acme.ShopTest.run', 0.9, 0.9, false),
      grew('org.old.Shop.run', 0.1, 0.1, false),
      grew('com.acme.Shop.run', 0.5, 0.5, false),
    ]
    const none = 'No package, class or function of this name is in either profile.'
    expect(reasonsOf(telling, rows, '+5% Shop', '+5% Shop.run', '+5% acme.Shop', '+5% Sho')).toEqual([
      `${none} Did you mean com.acme.Shop?`,
      `${none} Did you mean com.acme.Shop.run?`,
      `${none} Did you mean com.acme.Shop?`,
      none,
    ])
  })

  test('ends in exit code 1; one that came true in 3 all the same', () => {
    const functions = [grew('com.acme.Shop.run', 0.1, 0.5), grew('org.b.B.b', 0.1, 0.5, false)]
    expect(exitCodeOf([check(telling, functions, '+5% org.b')])).toBe(1)
    expect(exitCodeOf([check(telling, functions, '+5% org.b', '+5% com.acme')])).toBe(3)
    expect(exitCodeOf([check(telling, functions, '+50% com.acme')])).toBe(0)
    expect(exitCodeOf([check(telling, functions)])).toBe(0)
    expect(exitCodeOf([])).toBe(0)
  })

  test('of several events is decided by those that can tell, unless one grew', () => {
    const decided = check(telling, [grew('com.acme.Shop.run', 0.1, 0.1)], '+5% com.acme')
    const unsure = check(telling, [grew('com.acme.Shop.run', 0.1, 0.5, false)], '+5% com.acme')
    const silent = check(few, [], '+5% com.acme')
    expect([decided, unsure, silent].map((one) => exitCodeOf([one]))).toEqual([0, 1, 1])
    expect(exitCodeOf([silent, decided])).toBe(0)
    expect(exitCodeOf([silent, silent])).toBe(1)
    expect(exitCodeOf([decided, unsure])).toBe(1)
  })
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
