import { expect, test } from 'vitest'
import { createMatchCache } from './match-cache.ts'

const term = (text: string, caseSensitive = false) => ({ text, caseSensitive })
const found = (...matches: number[]) => Uint8Array.from(matches)

test('answers are kept by names, text and case', () => {
  const names = ['a', 'B']
  const cache = createMatchCache(2)
  cache.put(names, term('b'), found(0, 1))
  expect(cache.get(names, term('b'))).toEqual(found(0, 1))
  expect(cache.get(names, term('b', true))).toBeUndefined()
  expect(cache.get([...names], term('b'))).toBeUndefined()
})

test('the answer that was used longest ago makes way', () => {
  const names = ['a']
  const cache = createMatchCache(2)
  for (const text of ['x', 'y', 'x', 'z']) cache.put(names, term(text), cache.get(names, term(text)) ?? found(0))
  expect(['x', 'y', 'z'].map((text) => cache.get(names, term(text)) !== undefined)).toEqual([true, false, true])
})
