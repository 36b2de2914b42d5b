import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { layoutStarts } from '../../../lib/profile/layout/layout.ts'
import { nameOfFrame, type Profile } from '../../../lib/profile/model/profile.ts'
import type { LabelFitter } from '../paint/label-fitter.ts'
import { paintScene } from '../paint/paint.ts'
import type { DrawTarget, TextStyle } from '../paint/draw-target.ts'
import { getNodeRange } from '../geometry/node-ranges.ts'
import type { Scene } from '../scene/scene.ts'
import type { GraphViewport } from '../scene/viewport.ts'

/** A theme whose colours say what they are for. */
export const testTheme: Scene['theme'] = {
  mode: 'light',
  background: 'background',
  ink: 'ink',
  root: 'root',
  text: 'text',
  matchText: 'matchText',
  merged: 'merged',
  searches: ['search0', 'search1', 'search2', 'search3', 'search4', 'search5'],
  tiers: ['interpreted', 'c1', 'c2', 'inlined'],
  marks: { gc: 'gc', safepoint: 'safepoint', throttled: 'throttled' },
  fontFamily: 'mono',
}

/** All of a profile, as tests draw it: node 3 has the colour `node3`, a label is the frame's name. */
export function createScene(profile: Profile, more: Partial<Scene> = {}): Scene {
  const tree = buildCallTree(profile)
  return {
    tree,
    starts: layoutStarts(tree),
    orientation: 'flame',
    zoomNode: 0,
    range: null,
    row: null,
    selected: -1,
    searches: [],
    labelOf: (frame) => (frame < 0 ? 'all' : nameOfFrame(profile, frame)),
    colourOf: (node) => `node${node}`,
    tiers: null,
    pins: [],
    event: '',
    theme: testTheme,
    ...more,
  }
}

/** A scene in a window of 100 x 90 pixels: five rows. */
export function createViewport(scene: Scene, more: Partial<GraphViewport> = {}): GraphViewport {
  const { zoomNode: node, orientation } = scene
  const range = scene.range ?? getNodeRange(scene, node)
  return { range, node, orientation, widthPx: 100, heightPx: 90, scrollPx: 0, ratio: 1, ...more }
}

export interface RecordedDrawing {
  readonly fills: { x: number; y: number; width: number; height: number; colour: string; alpha: number; node: number }[]
  readonly outlines: { x: number; y: number; width: number; linePx: number; alpha: number }[]
  readonly dashed: { x: number; width: number }[]
  readonly hatched: { x: number; width: number; alpha: number }[]
  readonly discs: { x: number; y: number; colour: string }[]
  readonly texts: { text: string; x: number; y: number; colour: string; alpha: number; textStyle: TextStyle }[]
}

/** A draw target that keeps what it was asked to draw. */
export function createRecordingTarget(): DrawTarget & RecordedDrawing {
  const strokes: RecordedDrawing = { fills: [], outlines: [], dashed: [], hatched: [], discs: [], texts: [] }
  return {
    ...strokes,
    fillRect: (x, y, width, height, colour, alpha, node) =>
      void strokes.fills.push({ x, y, width, height, colour, alpha, node }),
    strokeRect: (x, y, width, _height, linePx, _colour, alpha) =>
      void strokes.outlines.push({ x, y, width, linePx, alpha }),
    strokeDashedRect: (x, _y, width) => void strokes.dashed.push({ x, width }),
    hatchRect: (x, _y, width, _height, _linePx, _colour, alpha) => void strokes.hatched.push({ x, width, alpha }),
    fillCircle: (x, y, _radius, colour) => void strokes.discs.push({ x, y, colour }),
    fillText: (text, x, y, textStyle, colour, alpha) =>
      void strokes.texts.push({ text, x, y, colour, alpha, textStyle }),
    clipTo: (_x, _y, _width, _height, draw) => draw(),
  }
}

/** Seven pixels a character. */
export const testLabels = (scene: Scene): LabelFitter => ({
  fit: (frame, widthPx) => {
    const label = scene.labelOf(frame)
    return label.length * 7 <= widthPx ? label : ''
  },
  measure: (text) => text.length * 7,
})

/** Lists the calls of a paint, without the background. */
export function recordDrawing(
  scene: Scene,
  more: { viewport?: Partial<GraphViewport>; hovered?: number } = {},
): RecordedDrawing {
  const target = createRecordingTarget()
  paintScene(target, scene, createViewport(scene, more.viewport), testLabels(scene), more.hovered ?? -1)
  target.fills.shift()
  return target
}
