import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import type { Presence } from '../scene/scene.ts'
import { createScene, recordDrawing } from '../testing/scene.ts'

const profile = profileFromDiagram(`
  a   bcd  c   d
  50  20   29  1
`)
const presences: Presence[] = ['both', 'both', 'new', 'gone', 'new']

describe('boxes that only one side has', () => {
  const { hatched, dashed } = recordDrawing(createScene(profile, { presenceOf: (node) => presences[node]! }))

  it('are hatched when they are new and have a dashed line when they are gone', () => {
    expect(hatched).toMatchObject([{ x: 50, width: 19 }])
    expect(dashed).toEqual([{ x: 70, width: 28 }])
  })

  it('are hatched less beneath their name, which the lines would cross', () => {
    const named = profileFromDiagram(`
      a   name
      20  80
    `)
    const { hatched } = recordDrawing(createScene(named, { presenceOf: (node) => (node === 2 ? 'new' : 'both') }))
    // The name is 28 px wide, with 4 px before it.
    expect(hatched.map(({ x, width }) => [x, width])).toEqual([
      [20, 3],
      [23, 30],
      [53, 46],
    ])
    expect(hatched[1]!.alpha).toBeLessThan(hatched[0]!.alpha / 2)
    expect(hatched[2]!.alpha).toBe(hatched[0]!.alpha)
  })

  it('have no shape where there is no room for one, and none without a comparison', () => {
    expect(hatched).toHaveLength(1)
    const plain = recordDrawing(createScene(profile))
    expect([plain.hatched, plain.dashed]).toEqual([[], []])
  })
})
