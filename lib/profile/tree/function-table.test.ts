import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from './call-tree.ts'
import { buildFunctionTable, orderRows, type TableColumn } from './function-table.ts'
import type { Profile } from '../model/profile.ts'

function rowsOf(profile: Profile, from = 0): string[] {
  const { length, frame, self, total } = buildFunctionTable(buildCallTree(profile), profile.frames.length, from)
  return Array.from(
    { length },
    (_, row) => `${profile.strings[profile.frames.name[frame[row]!]!]} ${self[row]} ${total[row]}`,
  )
}

describe('buildFunctionTable', () => {
  const recursive = profileFromDiagram(`
    main main main
    a    a    b
    b    .    a
    a    .    .
    5    1    3
  `)

  test('counts a stack once in the total of a function that calls itself', () => {
    expect(rowsOf(recursive)).toEqual(['a 9 9', 'main 0 9', 'b 0 8'])
  })

  test('counts only what is under a node', () => {
    expect(rowsOf(recursive, 2)).toEqual(['a 6 6', 'b 0 5'])
  })

  test('knows where each function weighs most', () => {
    const { frame, widest } = buildFunctionTable(buildCallTree(recursive), recursive.frames.length)
    const names = Array.from(frame, (one) => recursive.strings[recursive.frames.name[one]!]!)
    expect(Object.fromEntries(names.map((name, row) => [name, widest[row]]))).toEqual({ a: 2, main: 1, b: 3 })
  })

  test('law: selfs add up to all stacks, no total is above all', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const tree = buildCallTree(profile)
        const { self, total } = buildFunctionTable(tree, profile.frames.length)
        expect(self.reduce((sum, weight) => sum + weight, 0)).toBe(tree.total[0]! - tree.self[0]!)
        for (const weight of total) expect(weight).toBeLessThanOrEqual(tree.total[0]!)
      }),
      { seed: 13, numRuns: 200 },
    )
  })
})

describe('orderRows', () => {
  const profile = profileFromDiagram(`
    main main main
    c    a    b
    .    d    .
    1    7    4
  `)
  const table = buildFunctionTable(buildCallTree(profile), profile.frames.length)
  const nameOf = (frame: number) => profile.strings[profile.frames.name[frame]!]!
  const nameRanks = Array.from(profile.frames.name, (_, frame) => 'abcdm'.indexOf(nameOf(frame)[0]!))
  const namesBy = (column: TableColumn, reversed: boolean, rows = Uint32Array.from(table.frame.keys())) =>
    Array.from(orderRows(table, rows, column, reversed, nameRanks), (row) => nameOf(table.frame[row]!))

  test('sorts by each column, and the other way around', () => {
    expect(namesBy('self', false)).toEqual(['d', 'b', 'c', 'main', 'a'])
    expect(namesBy('self', true)).toEqual(['a', 'main', 'c', 'b', 'd'])
    expect(namesBy('total', false)).toEqual(['main', 'd', 'a', 'b', 'c'])
    expect(namesBy('name', false)).toEqual(['a', 'b', 'c', 'd', 'main'])
    expect(namesBy('name', true)).toEqual(['main', 'd', 'c', 'b', 'a'])
  })

  test('sorts only the rows it is given', () => {
    expect(namesBy('name', false, Uint32Array.of(0, 2))).toEqual(['c', 'd'])
  })
})
