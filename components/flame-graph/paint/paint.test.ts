import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import type { Scene } from '../scene/scene.ts'
import { createScene, recordDrawing } from '../testing/scene.ts'

// node 0 all, 1 a, 2 b, 3 c, 4 d
const wide = profileFromDiagram(`
  a  a  d
  b  c  .
  30 20 50
`)
// a calls one wide and 400 narrow functions: those are under a pixel each
const narrow = profileFromDiagram(
  [
    `a ${'a '.repeat(400)}`,
    `wide ${Array.from({ length: 400 }, (_, index) => `x${index}`).join(' ')}`,
    `400 ${'1 '.repeat(400)}`,
  ].join('\n'),
)
const nodeOf = (scene: Scene, name: string) => scene.tree.frame.findIndex((frame) => scene.labelOf(frame) === name)
const matches = (...nodes: number[]) => Int32Array.from(nodes)

describe('painting', () => {
  it('leaves a line between boxes, in both directions', () => {
    const { fills } = recordDrawing(createScene(wide))
    expect(fills.map(({ node, x, width, y, height }) => [node, x, width, y, height])).toEqual([
      [0, 0, 99, 72, 17],
      [1, 0, 49, 54, 17],
      [2, 0, 29, 36, 17],
      [3, 30, 19, 36, 17],
      [4, 50, 49, 54, 17],
    ])
  })

  it('grows an icicle downwards', () => {
    const { fills } = recordDrawing(createScene(wide, { orientation: 'icicle' }))
    expect(fills.map(({ node, y }) => [node, y])).toEqual([
      [0, 0],
      [1, 18],
      [2, 36],
      [3, 36],
      [4, 18],
    ])
  })

  it('colours each box by its node, all and what is merged by the theme', () => {
    expect(recordDrawing(createScene(wide)).fills.map(({ colour }) => colour)).toEqual([
      'root',
      'node1',
      'node2',
      'node3',
      'node4',
    ])
    expect(recordDrawing(createScene(narrow)).fills.at(-1)).toMatchObject({ colour: 'merged', node: -1 })
  })

  it('puts edges on device pixels', () => {
    const { fills } = recordDrawing(createScene(wide), { viewport: { ratio: 1.5, widthPx: 77 } })
    for (const { x, y, width, height } of fills) {
      for (const edge of [x, y, x + width, y + height]) expect(edge * 1.5).toBeCloseTo(Math.round(edge * 1.5))
    }
  })

  it('stretches the callers of the zoomed node over the whole width, faded', () => {
    const { fills, texts } = recordDrawing(createScene(wide, { zoomNode: 3 }))
    expect(fills.map(({ node, width, alpha }) => [node, width, alpha])).toEqual([
      [1, 99, 0.5],
      [0, 99, 0.5],
      [3, 99, 1],
    ])
    expect(texts.map(({ text, alpha }) => [text, alpha])).toEqual([
      ['a', 0.8],
      ['all', 0.8],
      ['c', 1],
    ])
  })

  it('writes a name where it fits, at the left of the part that can be seen', () => {
    const { texts } = recordDrawing(createScene(wide, { range: { from: 20, to: 60 } }))
    expect(texts.filter(({ text }) => text === 'a' || text === 'b')).toMatchObject([
      { text: 'a', x: 4 },
      { text: 'b', x: 4 },
    ])
  })
})

describe('what searches found', () => {
  it('keeps its strength in the colour of the search, while the rest fades', () => {
    const { fills, texts } = recordDrawing(createScene(wide, { searches: [matches(), matches(4)] }))
    expect(fills.at(-1)).toMatchObject({ node: 4, colour: 'search1', alpha: 1 })
    expect(fills.slice(0, -1).every(({ alpha }) => alpha < 1)).toBe(true)
    expect(texts.find(({ text }) => text === 'd')).toMatchObject({ colour: 'matchText', alpha: 1 })
  })

  it('fades nothing when nothing was found, unless the graph beside has a match', () => {
    const alphas = (more: Partial<Scene>) => {
      const { fills, texts } = recordDrawing(createScene(wide, { searches: [matches()], ...more }))
      return [...fills, ...texts].map(({ alpha }) => alpha)
    }
    expect(alphas({}).every((alpha) => alpha === 1)).toBe(true)
    expect(alphas({ isFoundBeside: true }).every((alpha) => alpha < 1)).toBe(true)
  })

  it('is striped in the colours of all searches that found it, over its whole height', () => {
    const { fills } = recordDrawing(createScene(wide, { searches: [matches(4), matches(1), matches(4), matches(4)] }))
    const stripes = fills.filter(({ node }) => node === 4)
    expect(stripes.map(({ colour }) => colour)).toEqual(['search0', 'search2', 'search3'])
    expect(stripes.reduce((sum, { height }) => sum + height, 0)).toBe(17)
    expect(stripes[1]!.y).toBe(stripes[0]!.y + stripes[0]!.height)
  })

  it('is readable above the zoomed node too', () => {
    const { fills } = recordDrawing(createScene(wide, { zoomNode: 3, searches: [matches(1)] }))
    expect(fills.find(({ node }) => node === 1)).toMatchObject({ colour: 'search0', alpha: 1 })
  })

  it('gets a tick where it is too small for a box, and the rest of the merged box none', () => {
    const scene = createScene(narrow)
    const found = nodeOf(scene, 'x200')
    const { fills } = recordDrawing({ ...scene, searches: [matches(found)] })
    const ticks = fills.filter(({ colour }) => colour === 'search0')
    expect(ticks).toHaveLength(1)
    expect(ticks[0]).toMatchObject({ width: 2, height: 17 })
    expect(Math.abs(ticks[0]!.x - (100 * scene.starts[found]!) / scene.tree.total[0]!)).toBeLessThan(1)
  })

  it('shows ticks of several searches in one place beside each other', () => {
    const scene = createScene(narrow)
    const found = matches(nodeOf(scene, 'x200'))
    const ticks = recordDrawing({ ...scene, searches: [found, found] }).fills.filter(({ colour }) =>
      colour.startsWith('search'),
    )
    expect(ticks.map(({ colour }) => colour)).toEqual(['search0', 'search1'])
    expect(ticks[1]!.y).toBe(ticks[0]!.y + ticks[0]!.height)
  })
})

describe('the stripe of tiers', () => {
  const tiers = new Uint8Array(20)
  tiers.set([51, 0, 102, 102], 4 * 4)

  it('splits the bottom of a box by how its frame ran', () => {
    const stripe = recordDrawing(createScene(wide, { tiers })).fills.filter(({ height }) => height === 3)
    expect(stripe.map(({ colour, x, width }) => [colour, x, width])).toEqual([
      ['interpreted', 50, 10],
      ['c2', 60, 19],
      ['inlined', 79, 20],
    ])
    expect(stripe.every(({ y }) => y === 54 + 17 - 3)).toBe(true)
  })

  it('is left out where nothing is known, and on boxes too narrow to read it from', () => {
    expect(recordDrawing(createScene(wide)).fills.every(({ height }) => height === 17)).toBe(true)
    const slim = recordDrawing(createScene(wide, { tiers }), { viewport: { widthPx: 18 } })
    expect(slim.fills.every(({ height }) => height === 17)).toBe(true)
  })
})

describe('marks', () => {
  it('outlines the selected node and the one under the pointer, however small they are', () => {
    const scene = createScene(narrow)
    const { outlines } = recordDrawing({ ...scene, selected: nodeOf(scene, 'x7') }, { hovered: nodeOf(scene, 'x300') })
    expect(outlines.map(({ linePx }) => linePx)).toEqual([1, 2])
    expect(outlines.every(({ width, linePx }) => width > linePx)).toBe(true)
  })

  it('frames every other box of the same function', () => {
    const twice = profileFromDiagram(`
      a b
      c c
      1 1
    `)
    const { outlines } = recordDrawing(createScene(twice, { selected: 2 }))
    expect(outlines.map(({ x, linePx, alpha }) => [x, linePx, alpha])).toEqual([
      [50, 1, 0.6],
      [0, 2, 1],
    ])
  })

  it('outlines nothing that is beside the window', () => {
    expect(recordDrawing(createScene(wide, { selected: 4, range: { from: 0, to: 20 } })).outlines).toEqual([])
  })

  it('pins a number on each noted box, beside its name', () => {
    const pins = [
      { node: 4, label: '1' },
      { node: 4, label: '2' },
    ]
    const { discs, texts } = recordDrawing(createScene(wide, { pins }))
    expect(discs.filter(({ colour }) => colour === 'ink')).toHaveLength(2)
    expect(texts.map(({ text }) => text)).toEqual(['all', 'a', 'b', 'c', 'd', '1', '2'])
    const crowded = createScene(wide, { pins: [...pins, { node: 4, label: '3' }] })
    expect(recordDrawing(crowded).texts.map(({ text }) => text)).not.toContain('d')
  })
})
