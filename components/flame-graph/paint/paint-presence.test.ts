import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import type { Presence } from '../scene/scene.ts'
import { createScene, recordDrawing } from '../testing/scene.ts'

const profile = profileFromDiagram(`
  a   b   c   d
  50  20  29  1
`)
const presences: Presence[] = ['both', 'both', 'new', 'gone', 'new']

describe('boxes that only one side has', () => {
  const { hatched, dashed } = recordDrawing(createScene(profile, { presenceOf: (node) => presences[node]! }))

  it('are hatched when they are new and have a dashed line when they are gone', () => {
    expect(hatched).toEqual([{ x: 50, width: 19 }])
    expect(dashed).toEqual([{ x: 70, width: 28 }])
  })

  it('have no shape where there is no room for one, and none without a comparison', () => {
    expect(hatched).toHaveLength(1)
    const plain = recordDrawing(createScene(profile))
    expect([plain.hatched, plain.dashed]).toEqual([[], []])
  })
})
