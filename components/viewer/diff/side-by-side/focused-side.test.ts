import { expect, test } from 'vitest'
import { getFocusedSide, type SidePath } from './side-paths.ts'

const nowhere: SidePath = { path: [], node: 0, missing: 0, absent: [] }
const here: SidePath = { path: ['AAAAA', 'BBBBB'], node: 2, missing: 0, absent: [] }
/** Its caller is there. */
const absent: SidePath = { path: ['AAAAA'], node: 1, missing: 1, absent: ['b'] }

test('the details are of the side that has the frame that is selected', () => {
  const panes = { before: { zoom: here, selection: here }, after: { zoom: here, selection: absent } }
  expect([getFocusedSide(panes, 'before'), getFocusedSide(panes, 'after')]).toEqual(['before', 'before'])
  const both = { before: { zoom: nowhere, selection: here }, after: { zoom: nowhere, selection: here } }
  expect([getFocusedSide(both, 'before'), getFocusedSide(both, 'after')]).toEqual(['before', 'after'])
})

test('they are of the side that has the frame both are zoomed to when none is selected', () => {
  const panes = { before: { zoom: absent, selection: nowhere }, after: { zoom: here, selection: nowhere } }
  expect([getFocusedSide(panes, 'before'), getFocusedSide(panes, 'after')]).toEqual(['after', 'after'])
})

test('they are of the active side when it has as much as the other', () => {
  for (const sidePath of [nowhere, absent]) {
    const panes = { before: { zoom: sidePath, selection: sidePath }, after: { zoom: sidePath, selection: sidePath } }
    expect([getFocusedSide(panes, 'before'), getFocusedSide(panes, 'after')]).toEqual(['before', 'after'])
  }
})
