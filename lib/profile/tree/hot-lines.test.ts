import { expect, test } from 'vitest'
import { applyFilters } from '../filters/filters.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance } from '../model/profile.ts'
import { listHotLines, sumLines } from './hot-lines.ts'

/**
 * Four samples of `Cart.total` at lines 12, 12, 40 and nowhere, below 40 a native frame; one of `Shop.main`, line 12.
 */
function createCart(options = {}) {
  const builder = createProfileBuilder(options)
  const main = builder.frame('Shop.main', 'java')
  const total = builder.frame('Cart.total', 'java')
  const root = builder.stack(-1, main)
  const leaf = builder.stack(root, total)
  const below = builder.stack(leaf, builder.frame('memcpy', 'native'))
  const thread = builder.thread('main', 1)
  builder.sample(leaf, thread, 1, 2, builder.line(total, 12))
  builder.sample(leaf, thread, 2, 3, builder.line(total, 12))
  builder.sample(below, thread, 3, 4, builder.line(total, 40))
  builder.sample(leaf, thread, 4, 100)
  builder.sample(root, thread, 5, 7, builder.line(main, 12))
  return builder.finish('samples', emptyProvenance('test'))
}

test('lines of a method, the heaviest first, without those of other methods', () => {
  const weights = sumLines(createCart())!
  expect(listHotLines(weights, 1, 3)).toEqual([
    { line: 12, weight: 5 },
    { line: 40, weight: 4 },
  ])
  expect(listHotLines(weights, 1, 1)).toHaveLength(1)
  expect(listHotLines(weights, 2, 3)).toEqual([])
})

test('only of the samples that a filter left', () => {
  const left = applyFilters(createCart(), [{ type: 'time', fromMs: 2, toMs: 3 }])
  expect(listHotLines(sumLines(left)!, 1, 3)).toEqual([{ line: 12, weight: 3 }])
})

test('null where no engine gave lines, and where only sums were kept', () => {
  expect(sumLines({ ...createCart(), lines: undefined })).toBeNull()
  expect(sumLines(createCart({ isSummed: true }))).toBeNull()
})

test('a line of a frame that does not exist is refused', () => {
  expect(() => createProfileBuilder().line(0, 12)).toThrow(RangeError)
})
