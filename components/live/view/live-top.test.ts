import { expect, it } from 'vitest'
import type { TopMethod } from '../../../lib/profile/tree/top-methods.ts'
import { sortTopMethods } from './live-top.tsx'

const method = (name: string, now: number, all: number): TopMethod => ({ name, kind: 'java', now, all })
const names = (rows: readonly TopMethod[]) => rows.map(({ name }) => name)

it('keeps rows where they are until one has clearly passed another', () => {
  const close = [method('a', 0.3, 0.1), method('b', 0.303, 0.5), method('c', 0.1, 0.4)]
  expect(names(sortTopMethods(close, 'now', ['a', 'b', 'c'], 9))).toEqual(['a', 'b', 'c'])
  expect(names(sortTopMethods(close, 'now', [], 9))).toEqual(['b', 'a', 'c'])
  const passed = [method('a', 0.3, 0.1), method('b', 0.31, 0.5), method('c', 0.4, 0.4)]
  expect(names(sortTopMethods(passed, 'now', ['a', 'b', 'c'], 9))).toEqual(['c', 'b', 'a'])
  expect(names(sortTopMethods(passed, 'all', ['a', 'b', 'c'], 9))).toEqual(['b', 'c', 'a'])
})

it('shows the first so many, newcomers among them', () => {
  const methods = [method('a', 0.1, 0.1), method('b', 0.2, 0.1), method('new', 0.7, 0.1)]
  expect(names(sortTopMethods(methods, 'now', ['a', 'b'], 2))).toEqual(['new', 'b'])
})
