import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { layOutCase } from '../../testing/profiles/layout-of.ts'
import { boxFlags, type Boxes } from './boxes.ts'
import type { CallTree } from '../tree/call-tree.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'
import { listFrameNames, matchesLiteral } from '../search/search.ts'
import { matchSearches } from '../search/search-matches.ts'
import { findNodeAt } from './layout.ts'
import { visibleBoxes } from './visible-boxes.ts'

const letterOf: [flag: number, letter: string][] = [
  [boxFlags.merged, 'm'],
  [boxFlags.matched, '!'],
  [boxFlags.ancestor, '^'],
]

const px = (x: number) => Number(x.toFixed(3))

/** Each box as `name x0-x1 flags`, a line per row. */
function printBoxes({ strings, frames }: Profile, tree: CallTree, boxes: Boxes): string[] {
  const rows: string[][] = []
  for (let box = 0; box < boxes.length; box++) {
    const node = boxes.node[box]!
    const name = node === 0 ? 'all' : strings[frames.name[tree.frame[node]!]!]!
    const flags = letterOf.map(([flag, letter]) => (boxes.flags[box]! & flag ? letter : '')).join('')
    ;(rows[boxes.row[box]!] ??= []).push(`${name} ${px(boxes.x0[box]!)}-${px(boxes.x1[box]!)} ${flags}`.trim())
  }
  return Array.from(rows, (row) => (row ?? []).join(', '))
}

const small = layOutCase(
  profileFromDiagram(`
    main main main main
    .    a    a    b
    .    .    c    d
    2    1    3    4
  `),
)
// Nodes: 0 all, 1 main, 2 a, 3 c, 4 b, 5 d.

/** `main` with weight 100,000 in `wide` and `count` callees of weight 1, each with a callee of its own. */
function manyNarrow(count: number) {
  const builder = createProfileBuilder()
  const thread = builder.thread('')
  const main = builder.stack(-1, builder.frame('main', 'java'))
  for (let index = 0; index < count; index++) {
    const callee = builder.stack(main, builder.frame(`a${String(index).padStart(7, '0')}`, 'java'))
    builder.sample(builder.stack(callee, builder.frame(`deep${index}`, 'java')), thread, NaN, 1)
  }
  builder.sample(builder.stack(main, builder.frame('wide', 'java')), thread, NaN, 100_000)
  return layOutCase(builder.finish('samples', emptyProvenance('test')))
}

describe('visibleBoxes', () => {
  test('leaves a gap for self time at the left and puts callees after it', () => {
    const { profile, tree, starts, whole } = small
    expect(printBoxes(profile, tree, visibleBoxes({ tree, starts }, whole, 0))).toEqual([
      'all 0-1000',
      'main 0-1000',
      'a 200-600, b 600-1000',
      'c 300-600, d 600-1000',
    ])
  })

  test('stretches the zoomed node and its callers over the whole width', () => {
    const { profile, tree, starts, zoomed } = small
    expect(printBoxes(profile, tree, visibleBoxes({ tree, starts }, zoomed(2), 2))).toEqual([
      'all 0-1000 ^',
      'main 0-1000 ^',
      'a 0-1000',
      'c 250-1000',
    ])
  })

  test('gives only the rows on the screen', () => {
    const { profile, tree, starts, zoomed } = small
    const viewport = zoomed(0, { firstRow: 2, lastRow: 2 })
    expect(printBoxes(profile, tree, visibleBoxes({ tree, starts }, viewport, 0))).toEqual([
      '',
      '',
      'a 200-600, b 600-1000',
    ])
  })

  test('cuts boxes off at the edges of the viewport', () => {
    const { profile, tree, starts, whole } = small
    expect(printBoxes(profile, tree, visibleBoxes({ tree, starts }, { ...whole, from: 5, to: 7 }, 0))).toEqual([
      'all 0-1000',
      'main 0-1000',
      'a 0-500, b 500-1000',
      'c 0-500, d 500-1000',
    ])
  })

  test('marks what matches', () => {
    const { profile, tree, starts, whole } = small
    const boxes = visibleBoxes({ tree, starts }, whole, 0, [Int32Array.of(2, 5)])
    expect(printBoxes(profile, tree, boxes)).toEqual([
      'all 0-1000',
      'main 0-1000',
      'a 200-600 !, b 600-1000',
      'c 300-600, d 600-1000 !',
    ])
  })

  test('tells which searches found a box, its callers and each merged run among them', () => {
    const { tree, starts, whole, zoomed } = small
    const bySearch = [[1, 2], [2, 5], [], [5]].map((nodes) => Int32Array.from(nodes))
    const searchesOf = (boxes: Boxes) =>
      Object.fromEntries(Array.from({ length: boxes.length }, (_, box) => [boxes.node[box]!, boxes.searches[box]!]))
    expect(searchesOf(visibleBoxes({ tree, starts }, whole, 0, bySearch))).toEqual({
      0: 0,
      1: 1,
      2: 3,
      3: 0,
      4: 0,
      5: 10,
    })
    expect(searchesOf(visibleBoxes({ tree, starts }, zoomed(3), 3, bySearch))).toEqual({ 0: 0, 1: 1, 2: 3, 3: 0 })
    // Too narrow to be drawn, so main's callees a and b become one.
    const merged = visibleBoxes({ tree, starts }, { ...whole, widthPx: 8, minWidthPx: 5 }, 0, bySearch)
    expect(searchesOf(merged)).toEqual({ 0: 0, 1: 1, 2: 11 })
  })

  test('merges neighbours too narrow to see into one box that still tells of a match below them', () => {
    const { profile, tree, starts, whole } = manyNarrow(100_000)
    const { bySearch } = matchSearches(tree, matchesLiteral(listFrameNames(profile), 'deep77777', true), 1)
    expect(printBoxes(profile, tree, visibleBoxes({ tree, starts }, whole, 0, bySearch))).toEqual([
      'all 0-1000',
      'main 0-1000',
      'wide 500-1000, a0000000 0-500 m!',
    ])
  })

  test('shows a single match however narrow, and nothing for other crumbs', () => {
    const { profile, tree, starts, whole } = manyNarrow(1)
    const boxes = visibleBoxes({ tree, starts }, whole, 0)
    expect(printBoxes(profile, tree, boxes).at(-1)).toBe('wide 0.01-1000')
    const { bySearch } = matchSearches(tree, matchesLiteral(listFrameNames(profile), 'deep0', true), 1)
    expect(printBoxes(profile, tree, visibleBoxes({ tree, starts }, whole, 0, bySearch)).at(-1)).toBe(
      'wide 0.01-1000, a0000000 0-0.01 m!',
    )
  })

  describe('of a flame chart', () => {
    const { profile, tree, whole } = small
    const starts = Float64Array.of(0, 0, 200, 200, 600, 600)
    /** Both stacks run for a third of a pixel. */
    const widths = Float64Array.of(1000, 1000, 0.3, 0.3, 0.3, 0.3)
    const chart = { tree, starts, widths }
    const viewport = { ...whole, to: 1000, minWidthPx: 1 }

    test('shows each stack of a moment too short to see, a pixel wide', () => {
      expect(printBoxes(profile, tree, visibleBoxes(chart, viewport, 0))).toEqual([
        'all 0-1000',
        'main 0-1000',
        'a 200-201, b 600-601',
        'c 200-201, d 600-601',
      ])
      const rows = { firstRow: 3, lastRow: 3 }
      expect(printBoxes(profile, tree, visibleBoxes(chart, { ...viewport, ...rows }, 0)).at(-1)).toBe(
        'c 200-201, d 600-601',
      )
      const hits = [200.8, 201.2, 599.9, 600.1].map((x) => findNodeAt(chart, viewport, 0, x, 3))
      expect(hits).toEqual([3, -1, -1, 5])
    })

    test('marks a match among the stacks of a pixel as it does elsewhere', () => {
      const boxes = visibleBoxes(chart, viewport, 0, [Int32Array.of(5)])
      expect(printBoxes(profile, tree, boxes).slice(2)).toEqual(['a 200-201, b 600-601 m!', 'c 200-201'])
    })

    test('draws no more stacks than there are pixels', () => {
      const { tree, profile } = manyNarrow(100_000)
      const widths = Float64Array.from(tree.total, (_, node) => (tree.depth[node]! < 2 ? 1000 : 0.001))
      const starts = Float64Array.from(tree.total, (_, node) =>
        tree.depth[node]! < 2 ? 0 : Math.floor(node / 2) * 0.01,
      )
      const view = { ...whole, to: 1000, minWidthPx: 1 }
      const rows = printBoxes(profile, tree, visibleBoxes({ tree, starts, widths }, view, 0))
      const counts = rows.slice(2).map((row) => row.split(', ').length)
      expect(Math.min(...counts)).toBeGreaterThan(900)
      expect(Math.max(...counts)).toBeLessThan(1002)
    })
  })

  test('gives the rows on the screen of a stack of 200,000 frames', () => {
    const builder = createProfileBuilder()
    let stack = -1
    for (let depth = 0; depth < 200_000; depth++) stack = builder.stack(stack, builder.frame(`f${depth % 7}`, 'java'))
    builder.sample(stack, builder.thread(''), NaN, 3)
    const { tree, starts, zoomed } = layOutCase(builder.finish('samples', emptyProvenance('test')))
    const onScreen = { firstRow: 150_000, lastRow: 150_049 }
    expect(visibleBoxes({ tree, starts }, zoomed(0, onScreen), 0).length).toBe(50)
    expect(visibleBoxes({ tree, starts }, zoomed(180_000, onScreen), 180_000).length).toBe(50)
    expect(findNodeAt({ tree, starts }, zoomed(0, onScreen), 0, 500, 150_020)).toBe(150_020)
  })

  test('gives nothing for a profile without weight', () => {
    const { tree, starts, whole } = layOutCase(createProfileBuilder().finish('samples', emptyProvenance('test')))
    expect(visibleBoxes({ tree, starts }, whole, 0).length).toBe(0)
    expect(findNodeAt({ tree, starts }, whole, 0, 500, 0)).toBe(-1)
  })
})
