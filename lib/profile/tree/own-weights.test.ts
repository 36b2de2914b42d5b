import { expect, test } from 'vitest'
import { applyFilters, type Filter } from '../filters/filters.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from './call-tree.ts'
import { buildFunctionTable } from './function-table.ts'
import { findOwnDepth, readOwnWeights } from './own-weights.ts'

const profile = profileFromDiagram(`
  main  main  main
  a     b     a
  c     c
  10    20    40
`)

function selfByName(filters: readonly Filter[]) {
  const shown = applyFilters(profile, filters)
  const tree = buildCallTree(shown)
  const depth = findOwnDepth(filters)
  const read = depth === null ? tree : { ...tree, self: readOwnWeights(tree, tree, depth) }
  const { frame, self } = buildFunctionTable(read, shown.frames.length)
  return Object.fromEntries(Array.from(frame, (row, at) => [shown.strings[shown.frames.name[row]!]!, self[at]!]))
}

const upright = { main: 0, a: 40, b: 0, c: 30 }

test('a function weighs by itself what it does in an upright tree', () => {
  expect(selfByName([])).toEqual(upright)
  expect(selfByName([{ type: 'invert' }])).toEqual(upright)
  expect(selfByName([{ type: 'invert' }, { type: 'by-thread' }])).toMatchObject(upright)
  expect(selfByName([{ type: 'invert' }, { type: 'invert' }])).toEqual(upright)
})
