import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { createScene, recordDrawing } from '../testing/scene.ts'

// node 0 all, 1 a, 2 b, 3 c
const profile = profileFromDiagram(`
  a  a
  b  c
  60 40
`)

describe('paintTwin', () => {
  test('outlines the box, with dashes where only its caller is here', () => {
    const here = recordDrawing(createScene(profile, { counterpart: { node: 2, isAbsent: false } }))
    expect(here.outlines).toMatchObject([{ x: 0, linePx: 3 }])
    expect(here.dashed).toEqual([])
    const absent = recordDrawing(createScene(profile, { counterpart: { node: 3, isAbsent: true } }))
    expect(absent.outlines).toEqual([])
    expect(absent.dashed).toMatchObject([{ x: 60 }])
  })

  test('draws nothing beside the window, nor for a node of another tree', () => {
    const beside = recordDrawing(
      createScene(profile, { range: { from: 0, to: 50 }, counterpart: { node: 3, isAbsent: false } }),
    )
    expect(beside.outlines).toEqual([])
    expect(recordDrawing(createScene(profile, { counterpart: { node: 9, isAbsent: false } })).outlines).toEqual([])
    expect(recordDrawing(createScene(profile, { counterpart: null })).outlines).toEqual([])
  })
})
