import { describe, expect, test } from 'vitest'
import type { ThreadRow } from '../../../lib/profile/time/thread-table.ts'
import { getSelectionState, groupThreads, listThreadLines, listLineNames, toggleNames } from './thread-groups.ts'

const thread = (name: string, weight: number, bins: number[] = []): ThreadRow => ({
  name,
  weight,
  pool: name.replace(/\d+$/, '#'),
  bins,
})
const threads = [thread('http-2', 6, [6, 0]), thread('C2', 5, [0, 5]), thread('http-1', 3, [1, 2]), thread('gc-1', 1)]

describe('groupThreads', () => {
  test('puts the threads of a pool together, the heaviest pool first', () => {
    expect(groupThreads(threads).map(({ name, weight }) => `${name} ${weight}`)).toEqual(['http-# 9', 'C2 5', 'gc-1 1'])
    expect(groupThreads(threads)[0]!.bins).toEqual([7, 2])
  })

  test('finds threads by their name or by their pool', () => {
    expect(groupThreads(threads, 'HTTP-1').flatMap(({ threads }) => threads.map(({ name }) => name))).toEqual([
      'http-1',
    ])
    expect(groupThreads(threads, 'http-#')[0]!.threads).toHaveLength(2)
    expect(groupThreads(threads, 'nobody')).toEqual([])
  })
})

test('only open pools of several threads list them', () => {
  const groups = groupThreads(threads)
  const linesWith = (isOpen: boolean) =>
    listThreadLines(groups, () => isOpen).map((line) => listLineNames(line).join('+'))
  expect(linesWith(false)).toEqual(['http-2+http-1', 'C2', 'gc-1'])
  expect(linesWith(true)).toEqual(['http-2+http-1', 'http-2', 'http-1', 'C2', 'gc-1'])
})

describe('the choice of threads', () => {
  test('takes a pool in and out as a whole', () => {
    expect(toggleNames(['http-1', 'http-2'], ['C2'], 4)).toEqual(['C2', 'http-1', 'http-2'])
    expect(toggleNames(['http-1', 'http-2'], ['http-1'], 4)).toEqual(['http-1', 'http-2'])
    expect(toggleNames(['http-1', 'http-2'], ['http-1', 'C2', 'http-2'], 4)).toEqual(['C2'])
  })

  test('is empty when it would be all', () => {
    expect(toggleNames(['gc-1'], ['C2', 'http-1', 'http-2'], 4)).toEqual([])
  })

  test('knows a pool of which some are chosen', () => {
    const names = ['http-1', 'http-2']
    expect([[], ['http-1'], names].map((chosen) => getSelectionState(names, new Set(chosen)))).toEqual([
      'none',
      'some',
      'all',
    ])
  })
})
