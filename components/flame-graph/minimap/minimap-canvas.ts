import { createCanvasTarget } from '../paint/canvas-target.ts'
import { getBackground } from '../../../lib/profile/colour/event-tint.ts'
import { fitCanvas } from '../fit-canvas.ts'
import { followGrips } from './follow-grips.ts'
import { getMinimapFrame, type MinimapSize } from './minimap-frame.ts'
import type { VisibleArea } from '../motion/navigation.ts'
import { findWhole, getNodeRange } from '../geometry/node-ranges.ts'
import { fadesOthers, type Scene } from '../scene/scene.ts'
import { minBoxPx } from '../../../lib/profile/layout/box-look.ts'
import { boxFlags } from '../../../lib/profile/layout/boxes.ts'
import { visibleBoxes } from '../../../lib/profile/layout/visible-boxes.ts'
import type { DrawTarget } from '../paint/draw-target.ts'

/** The height of a row in the minimap, in CSS pixels: a flat graph gets no taller rows. */
const maxRowPx = 3
/** How opaque (0 to 1) boxes in the minimap are that a search did not find. */
const unmatchedAlpha = 0.35

/** Height of a row in a minimap: all rows fit, and few rows do not become bars. */
function minimapRowPx({ maxDepth }: Scene['tree'], heightPx: number): number {
  return Math.min(maxRowPx, heightPx / (maxDepth + 1))
}

/** The whole tree, small: boxes without names, what a search found in its colour. */
function paintMinimap(target: DrawTarget, scene: Scene, widthPx: number, heightPx: number): void {
  const { tree, searches, theme, orientation } = scene
  const whole = findWhole(scene, scene.zoomNode)
  const all = { ...getNodeRange(scene, whole), widthPx, firstRow: 0, lastRow: tree.maxDepth, minWidthPx: minBoxPx }
  const boxes = visibleBoxes(scene, all, whole, searches)
  const rowPx = minimapRowPx(tree, heightPx)
  const isFading = fadesOthers(scene)
  target.fillRect(0, 0, widthPx, heightPx, getBackground(scene), 1, -1)
  // Boxes that a search finds are drawn last: they lie on top where several rows share a pixel.
  for (const isFound of searches.length > 0 ? [false, true] : [false]) {
    for (let box = 0; box < boxes.length; box++) {
      if ((boxes.searches[box] !== 0) !== isFound) continue
      const node = boxes.node[box]!
      const row = boxes.row[box]!
      const isMerged = (boxes.flags[box]! & boxFlags.merged) !== 0
      const top = Math.floor(orientation === 'flame' ? heightPx - (row + 1) * rowPx : row * rowPx)
      const left = Math.floor(boxes.x0[box]!)
      // Of several searches that found it, the colour of the last: the highest bit that is set.
      const colour = isFound ? theme.searches[31 - Math.clz32(boxes.searches[box]!)]! : colourOf(scene, node, isMerged)
      const alpha = isFading && !isFound ? unmatchedAlpha : 1
      target.fillRect(left, top, Math.max(1, Math.round(boxes.x1[box]!) - left), Math.ceil(rowPx), colour, alpha, -1)
    }
  }
}

function colourOf({ tree, theme, colourOf }: Scene, node: number, isMerged: boolean): string {
  return isMerged ? theme.merged : tree.frame[node]! < 0 ? theme.root : colourOf(node)
}

export type MinimapCanvas = ReturnType<typeof createMinimapCanvas>

/** A small canvas of the whole tree with a frame around what the graph shows; `onMove` is asked for another place. */
export function createMinimapCanvas(
  container: HTMLElement,
  canvas: HTMLCanvasElement,
  onMove: (area: VisibleArea, isDone: boolean) => void,
) {
  // Transparent until it is painted: an opaque canvas begins black.
  const context = canvas.getContext('2d')!
  const image = Object.assign(document.createElement('canvas'), { width: 0 }) // nothing yet
  let scene: Scene | null = null
  let area: VisibleArea | null = null
  let widthPx = 0
  let ratio = 1
  let paintRequest: ReturnType<typeof setTimeout> | undefined

  const size = (): MinimapSize => {
    const heightPx = canvas.height / ratio
    const { tree, orientation } = scene!
    const bounds = getNodeRange(scene!, findWhole(scene!, scene!.zoomNode))
    return { bounds, orientation, widthPx, heightPx, rowPx: minimapRowPx(tree, heightPx) }
  }

  /** The graph itself comes first: a large tree takes as long here as there. */
  function paintLater(): void {
    clearTimeout(paintRequest)
    paintRequest = setTimeout(paintGraph)
  }

  /** The image of the tree is painted rarely, and kept: a frame of an animation only copies it. */
  function paintGraph(): void {
    if (!scene || widthPx === 0) return
    image.width = canvas.width
    image.height = canvas.height
    const small = image.getContext('2d', { alpha: false })!
    small.scale(ratio, ratio)
    paintMinimap(createCanvasTarget(small, scene.theme.fontFamily), scene, widthPx, canvas.height / ratio)
    paintFrame()
  }

  function paintFrame(): void {
    if (!scene || !area || image.width === 0 || widthPx === 0) return
    const { x0, x1, top, bottom } = getMinimapFrame(size(), area)
    context.globalAlpha = 1
    context.drawImage(image, 0, 0, widthPx, canvas.height / ratio)
    context.globalAlpha = 0.65
    context.fillStyle = getBackground(scene)
    context.beginPath()
    context.rect(0, 0, widthPx, canvas.height / ratio)
    context.rect(x0, top, x1 - x0, bottom - top)
    context.fill('evenodd')
    context.globalAlpha = 1
    context.strokeStyle = scene.theme.ink
    context.lineWidth = 1
    context.strokeRect(x0 + 0.5, top + 0.5, x1 - x0 - 1, bottom - top - 1)
  }

  const stopFollowing = followGrips(
    canvas,
    () => (scene && area && scene.tree.total[0] !== 0 ? { size: size(), area } : null),
    onMove,
  )
  const stopFitting = fitCanvas(container, canvas, context, (size) => {
    widthPx = size.widthPx
    ratio = size.ratio
    paintFrame() // the old one, stretched
    paintLater()
  })

  return {
    /** Another scene: the tree is painted again, once the page has time. */
    show(next: Scene): void {
      const before = scene
      scene = next
      if (before && hasSameContent(before, next)) return
      paintLater()
    },
    /** Only the frame moved. */
    frame(next: VisibleArea): void {
      area = next
      paintFrame()
    },
    dispose(): void {
      clearTimeout(paintRequest)
      stopFollowing()
      stopFitting()
    },
  }
}

function hasSameContent(one: Scene, other: Scene): boolean {
  const keys = ['tree', 'starts', 'orientation', 'searches', 'isFoundBeside', 'colourOf', 'event', 'theme'] as const
  const isSameWhole = findWhole(one, one.zoomNode) === findWhole(other, other.zoomNode)
  return isSameWhole && keys.every((key) => one[key] === other[key])
}
