import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { createScene } from '../testing/scene.ts'
import { countPaintedRows } from './painted-rows.ts'

// node 0 all, 1 a, 2 b, 3 c, 4 d, 5 e
const profile = profileFromDiagram(`
  a    d
  b    e
  c    .
  1  999
`)
const all = { range: { from: 0, to: 1000 }, node: 0, widthPx: 100 }

describe('the rows of a graph', () => {
  it('end at the last one in which something is drawn at this width', () => {
    expect(countPaintedRows(createScene(profile), all)).toBe(3)
    expect(countPaintedRows(createScene(profile), { ...all, widthPx: 1000 })).toBe(4)
    expect(countPaintedRows(createScene(profile), { ...all, range: { from: 0, to: 50 } })).toBe(4)
    expect(countPaintedRows(createScene(profile), { ...all, range: { from: 500, to: 1000 } })).toBe(3)
  })

  it('have those of the selected frame and of notes, however narrow, and of the callers of a zoomed frame', () => {
    expect(countPaintedRows(createScene(profile, { selected: 3 }), all)).toBe(4)
    expect(countPaintedRows(createScene(profile, { pins: [{ node: 3, label: '1' }] }), all)).toBe(4)
    expect(countPaintedRows(createScene(profile), { range: { from: 0, to: 1 }, node: 3, widthPx: 100 })).toBe(4)
  })

  it('have no box without a width, as of frames that only the other side of a comparison has', () => {
    const gone = createScene(profile)
    gone.tree.total.fill(0, 1, 4)
    expect(countPaintedRows(gone, { ...all, widthPx: 1e6 })).toBe(3)
  })
})
