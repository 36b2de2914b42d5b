import { expect, it } from 'vitest'
import { readFolds } from './use-folds.ts'

it('reads what it wrote, and nothing of anything else', () => {
  expect(readFolds(JSON.stringify(['shop', 'bank']))).toEqual(['shop', 'bank'])
  expect(readFolds(null)).toEqual([])
  expect(readFolds('{')).toEqual([])
  expect(readFolds('{"a":1}')).toEqual([])
  expect(readFolds('[1,"a"]')).toEqual(['a'])
})
