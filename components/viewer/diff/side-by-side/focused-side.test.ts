import { expect, test } from 'vitest'
import { homeSide, type SidePlace } from './side-paths.ts'

const nowhere: SidePlace = { path: [], node: 0, missing: 0, absent: [] }
const here: SidePlace = { path: ['AAAAA', 'BBBBB'], node: 2, missing: 0, absent: [] }
/** Its caller is there. */
const absent: SidePlace = { path: ['AAAAA'], node: 1, missing: 1, absent: ['b'] }

test('the details are of the side that has the frame that is selected', () => {
  const panes = { before: { zoom: here, selection: here }, after: { zoom: here, selection: absent } }
  expect([homeSide(panes, 'before'), homeSide(panes, 'after')]).toEqual(['before', 'before'])
  const both = { before: { zoom: nowhere, selection: here }, after: { zoom: nowhere, selection: here } }
  expect([homeSide(both, 'before'), homeSide(both, 'after')]).toEqual(['before', 'after'])
})

test('they are of the side that has the frame both are zoomed to when none is selected', () => {
  const panes = { before: { zoom: absent, selection: nowhere }, after: { zoom: here, selection: nowhere } }
  expect([homeSide(panes, 'before'), homeSide(panes, 'after')]).toEqual(['after', 'after'])
})

test('they are of the active side when it has as much as the other', () => {
  for (const place of [nowhere, absent]) {
    const panes = { before: { zoom: place, selection: place }, after: { zoom: place, selection: place } }
    expect([homeSide(panes, 'before'), homeSide(panes, 'after')]).toEqual(['before', 'after'])
  }
})
