import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { createCamera } from './camera.ts'
import { createNavigation } from './navigation.ts'
import { createRowScroll } from './row-scroll.ts'
import { rowPx } from '../geometry/rows.ts'
import type { Scene } from '../scene/scene.ts'
import { stubFrames, type Frames } from '../testing/frames.ts'
import { createScene } from '../testing/scene.ts'

// Forty rows: node 0 all, 1 to 39 one below the other, then 40 beside them in row 1.
const names = Array.from({ length: 39 }, (_, row) => `f${row}`)
const deep = profileFromDiagram([`${names[0]} other`, ...names.slice(1).map((name) => `${name} .`), '60 40'].join('\n'))

/** A camera over a scene 100 px wide and ten rows high, whose frames the test runs. */
function stage(more: Partial<Scene> = {}) {
  let scene = createScene(deep, more)
  const container = { clientHeight: 10 * rowPx, scrollTop: 0 } as HTMLElement
  const scroll = createRowScroll(container, { style: {} } as HTMLElement)
  const camera = createCamera(scroll, () => undefined)
  const gestures: unknown[][] = []
  const moves = createNavigation({ camera, scroll, scene: () => scene, widthPx: () => 100 }, (...gesture) =>
    gestures.push(gesture),
  )
  scroll.setRows(scene.tree.maxDepth + 1, scene.orientation)
  const view = moves.computeCameraView(scene)
  scroll.reach(view.scrollPx)
  camera.jumpTo(view)
  const show = (next: Partial<Scene>) => {
    scene = { ...scene, ...next }
    camera.animateTo(moves.computeCameraView(scene), scene.tree, 100)
  }
  return { camera, moves, gestures, show }
}

let frames: Frames
let now = 0
const finish = () => frames.run(...[0, 80, 200].map((ms) => (now += ms)))
beforeEach(() => {
  frames = stubFrames()
})
afterEach(() => vi.unstubAllGlobals())

describe('moving', () => {
  it('rests where the hot node is in sight as long as everything is shown, and a zoom leaves it', () => {
    const { camera, show } = stage({ hotNode: 30 })
    // Ten rows of the forty: the hot node with one row beside it.
    expect(camera.current().scrollPx).toBe(22 * rowPx)
    show({ zoomNode: 40 })
    finish()
    expect(camera.current().scrollPx).toBe(0)
    show({ zoomNode: 0, row: 3 })
    finish()
    expect(camera.current().scrollPx).toBe(3 * rowPx)
  })

  it('rests where the hot node of the graph beside it is, too, as far as its own stays in sight', () => {
    const { tree } = createScene(deep)
    const beside = (hotNode: number) => ({ tree, hotNode, zoomNode: 0 })
    expect(stage({ hotNode: 30, beside: beside(32) }).camera.current().scrollPx).toBe(24 * rowPx)
    expect(stage({ hotNode: 3, beside: beside(32) }).camera.current().scrollPx).toBe(2 * rowPx)
    expect(stage({ beside: beside(12) }).camera.current().scrollPx).toBe(4 * rowPx)
  })

  it('rests zoomed at the height that the same frame has in the graph beside it', () => {
    // The same callers, and one callee in place of 28.
    const short = createScene(profileFromDiagram([...names.slice(0, 12), '100'].join('\n')))
    const { tree } = createScene(deep)
    const zoom = { zoomNode: 11 }
    const inDeep = stage({ ...zoom, beside: { tree: short.tree, hotNode: -1, ...zoom } })
    const inShort = stage({ ...short, ...zoom, beside: { tree, hotNode: -1, ...zoom } })
    expect(inDeep.camera.current().scrollPx).toBe(8 * rowPx)
    expect(inShort.camera.current().scrollPx).toBe(8 * rowPx)
    // Alone it needs no such scroll. A pan leaves the rows where they are.
    expect(stage({ ...short, ...zoom }).camera.current().scrollPx).toBe(3 * rowPx)
    inShort.moves.zoomAt(50, 2, false)
    inShort.moves.drag(-10, 0)
    inShort.moves.finishGesture('push')
    finish()
    expect(inShort.gestures.at(-1)![2]).toBeNull()
    expect(inShort.camera.current().scrollPx).toBe(8 * rowPx)
  })

  it('stays at its rows when a zoom needs no others', () => {
    const branch = (row: number) => (row < 25 ? names[row] : row < 29 ? `g${row}` : '.')
    const branching = profileFromDiagram([...names.map((name, row) => `${name} ${branch(row)}`), '60 40'].join('\n'))
    const { camera, show } = stage({ ...createScene(branching), hotNode: 30 })
    show({ zoomNode: 40 }) // g25, in row 26
    finish()
    expect(camera.current().node).toBe(40)
    expect(camera.current().scrollPx).toBe(22 * rowPx)
  })

  it('tells where a drag ended, on whole rows, and is not moved again by the scene that comes of it', () => {
    const { camera, moves, gestures, show } = stage({ range: { from: 0, to: 50 } })
    moves.drag(-20, 5 * rowPx + 7)
    moves.finishGesture('push')
    finish()
    expect(gestures).toEqual([[0, { from: 10, to: 60 }, 5, 'push']])
    expect(camera.current().scrollPx).toBe(5 * rowPx)
    show({ range: { from: 10 + 1e-9, to: 60 + 1e-9 }, row: 5 })
    expect(camera.isAnimating()).toBe(false)
    expect(camera.current()).toEqual({ from: 10 + 1e-9, to: 60 + 1e-9, scrollPx: 5 * rowPx, node: 0 })
  })

  it('tells no row where the zoom would have put it by itself', () => {
    const { moves, gestures } = stage({ zoomNode: 20, range: { from: 10, to: 30 } })
    moves.drag(-10, 0)
    moves.finishGesture('push')
    expect(gestures.at(-1)).toEqual([20, { from: 12, to: 32 }, null, 'push'])
    moves.drag(0, rowPx)
    moves.finishGesture('push')
    expect(gestures.at(-1)![2]).toBe(18)
  })

  it('makes no step in the history of what only scrolled rows, or went nowhere', () => {
    const { camera, moves, gestures } = stage()
    moves.drag(-50, 5)
    moves.finishGesture('push')
    finish()
    expect(gestures).toEqual([])
    expect(camera.current().scrollPx).toBe(0)
    moves.drag(0, 2 * rowPx)
    moves.finishGesture('push')
    expect(gestures).toEqual([[0, { from: 0, to: 100 }, 2, 'replace']])
  })

  it('drags rows the other way in an icicle', () => {
    const { camera, moves } = stage({ orientation: 'icicle' })
    moves.drag(0, -3 * rowPx)
    expect(camera.current().scrollPx).toBe(3 * rowPx)
  })

  it('leaves the zoomed node for its first caller that holds what is shown', () => {
    const { moves, gestures } = stage({ zoomNode: 40, range: { from: 70, to: 80 } })
    moves.drag(50, 0)
    moves.finishGesture('push')
    expect(gestures.at(-1)!.slice(0, 2)).toEqual([40, { from: 65, to: 75 }])
    moves.drag(100, 0)
    moves.finishGesture('push')
    expect(gestures.at(-1)!.slice(0, 2)).toEqual([0, { from: 55, to: 65 }])
  })

  it('is back at all when it was zoomed out as far as it goes, not at a caller that is as wide', () => {
    const alone = createScene(profileFromDiagram('main main\na b\n3 1'))
    const { moves, gestures } = stage({ ...alone, zoomNode: 1, range: { from: 1, to: 2 } })
    moves.zoomAt(50, 0.1, false)
    moves.finishGesture('push')
    expect(gestures).toEqual([[0, { from: 0, to: 4 }, null, 'push']])
  })

  it('zooms by keys around the selected node, gliding, and tells it once for a key held down', () => {
    const { camera, moves, gestures } = stage({ selected: 40 })
    moves.zoomBy(2)
    frames.run(now, (now += 50))
    moves.zoomBy(2)
    expect(gestures).toEqual([])
    finish()
    expect(gestures).toEqual([[0, { from: 57.5, to: 82.5 }, null, 'push']])
    expect(camera.isAnimating()).toBe(false)
  })

  it('pans by keys by a share of what is shown, as far as there is something', () => {
    const { moves, gestures, show } = stage({ range: { from: 0, to: 40 } })
    moves.panBy(0.25)
    finish()
    show({ range: { from: 10, to: 50 } })
    moves.panBy(-5)
    finish()
    expect(gestures.map(([, range]) => range)).toEqual([
      { from: 10, to: 50 },
      { from: 0, to: 40 },
    ])
  })

  it('scrolls rows without a step in the history', () => {
    const { moves, gestures } = stage()
    moves.scrollRows(4)
    finish()
    expect(gestures).toEqual([[0, { from: 0, to: 100 }, 4, 'replace']])
  })

  it('reveals a node by rows and sideways, and says nothing when it can be seen', () => {
    const { moves, gestures } = stage({ range: { from: 0, to: 30 } })
    moves.reveal(3)
    expect(gestures).toEqual([])
    moves.reveal(30)
    moves.reveal(40)
    expect(gestures).toEqual([
      [0, { from: 0, to: 30 }, 22, 'replace'],
      [0, { from: 65, to: 95 }, null, 'replace'],
    ])
  })

  it('goes on gliding when the scene learns where it is going', () => {
    const { camera, moves, show } = stage()
    moves.zoomAt(50, 2, true)
    frames.run(now, (now += 50))
    moves.finishGesture('push')
    const before = frames.waiting()
    show({ range: { from: 25, to: 75 } })
    expect(frames.waiting()).toBe(before)
    finish()
    expect(camera.current()).toMatchObject({ from: 25, to: 75 })
  })

  it('draws from the node that holds both views while it moves from one to the other', () => {
    const { camera, show } = stage({ zoomNode: 40 })
    show({ zoomNode: 5 })
    expect(camera.current().node).toBe(0)
    finish()
    expect(camera.current().node).toBe(5)
  })

  it('ends exactly where the scene says, whatever it was on the way to', () => {
    const { camera, moves, gestures, show } = stage()
    moves.zoomBy(3)
    frames.run(now, (now += 30))
    show({ zoomNode: 40, range: { from: 61, to: 72 } })
    finish()
    expect(camera.current()).toMatchObject({ from: 61, to: 72, node: 40 })
    expect(gestures).toEqual([])
  })

  it('stands still over nothing', () => {
    const { moves, gestures, camera } = stage()
    const empty = createScene(profileFromDiagram('a\n0'))
    const still = createNavigation({ camera, scroll: {} as never, scene: () => empty, widthPx: () => 100 }, () =>
      gestures.push([]),
    )
    still.zoomAt(5, 2, false)
    still.drag(5, 5)
    still.zoomBy(2)
    still.moveTo({ from: 0, to: 1, row: 1 }, false)
    moves.drag(0, 0)
    expect(gestures).toEqual([])
  })
})
