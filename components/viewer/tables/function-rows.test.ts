import { expect, test } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { buildFunctionTable } from '../../../lib/profile/tree/function-table.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { defaultFunctionTableState, selectFunctions, toggleSort } from './function-rows.ts'

const profile = profileFromDiagram(`
  Main Main Main
  Cart read_[k] Cart
  .    .    get
  4    2    1
`)
const table = buildFunctionTable(buildCallTree(profile), profile.frames.length)
const nameOf = (frame: number) => profile.strings[profile.frames.name[frame]!]!

function namesWith(tableState: Partial<typeof defaultFunctionTableState>, masks: Uint8Array | null = null): string[] {
  const rows = selectFunctions(table, profile, { ...defaultFunctionTableState, ...tableState }, masks)
  return Array.from(rows, (row) => nameOf(table.frame[row]!))
}

test('shows all functions, the largest self first', () => {
  expect(namesWith({})).toEqual(['Cart', 'read', 'get', 'Main'])
})

test('narrows by text, kind and search', () => {
  expect(namesWith({ text: 'CA' })).toEqual(['Cart'])
  expect(namesWith({ kind: 'kernel' })).toEqual(['read'])
  const found = Uint8Array.from(profile.frames.name, (_, frame) => (nameOf(frame) === 'get' ? 2 : 0))
  expect(namesWith({}, found)).toEqual(['get'])
  expect(namesWith({ onlyMatches: false }, found)).toHaveLength(4)
})

test('a second click on a heading turns the order around', () => {
  const byTotal = toggleSort(defaultFunctionTableState, 'total')
  expect(byTotal).toMatchObject({ column: 'total', reversed: false })
  expect(toggleSort(byTotal, 'total')).toMatchObject({ column: 'total', reversed: true })
  expect(toggleSort(toggleSort(byTotal, 'total'), 'self')).toMatchObject({ column: 'self', reversed: false })
})
