import { createCanvasPen } from '../paint/canvas-target.ts'
import { backgroundOf } from '../scene/event-tint.ts'
import { fitCanvas } from '../fit-canvas.ts'
import { dragFrame, frameOf, gripAt, placeAround, type Grip, type MinimapSize } from './minimap-frame.ts'
import { minimapRowPx, paintMinimap } from './minimap-picture.ts'
import type { ShownPlace } from '../motion/navigation.ts'
import type { Scene } from '../scene/scene.ts'

export interface MinimapCanvas {
  /** Another scene: the tree is painted again, once the page has time. */
  show(scene: Scene): void
  /** Only the frame moved. */
  frame(place: ShownPlace): void
  dispose(): void
}

const cursors: Record<Grip, string> = { frame: 'grab', left: 'ew-resize', right: 'ew-resize', jump: 'pointer' }

/** A small canvas of the whole tree with a frame around what the graph shows; `onMove` is asked for another place. */
export function createMinimapCanvas(
  container: HTMLElement,
  canvas: HTMLCanvasElement,
  onMove: (place: ShownPlace, isDone: boolean) => void,
): MinimapCanvas {
  const context = canvas.getContext('2d', { alpha: false })!
  const picture = Object.assign(document.createElement('canvas'), { width: 0 }) // nothing yet
  let scene: Scene | null = null
  let place: ShownPlace | null = null
  let widthPx = 0
  let ratio = 1
  let paintRequest: ReturnType<typeof setTimeout> | undefined
  /** A press: where it began, what was shown then, and where it has moved that to; null as long as it has not. */
  let held: { grip: Grip; x: number; y: number; start: ShownPlace; moved: ShownPlace | null } | null = null

  const size = (): MinimapSize => {
    const heightPx = canvas.height / ratio
    const { tree, orientation } = scene!
    return { total: tree.total[0]!, orientation, widthPx, heightPx, rowPx: minimapRowPx(tree, heightPx) }
  }

  /** The graph itself comes first: a large tree takes as long here as there. */
  function paintLater(): void {
    clearTimeout(paintRequest)
    paintRequest = setTimeout(paintPicture)
  }

  /** The picture of the tree is painted rarely, and kept: a frame of a glide only copies it. */
  function paintPicture(): void {
    if (!scene || widthPx === 0) return
    picture.width = canvas.width
    picture.height = canvas.height
    const small = picture.getContext('2d', { alpha: false })!
    small.scale(ratio, ratio)
    paintMinimap(createCanvasPen(small, scene.theme.fontFamily), scene, widthPx, canvas.height / ratio)
    paintFrame()
  }

  function paintFrame(): void {
    if (!scene || !place || picture.width === 0 || widthPx === 0) return
    const { x0, x1, top, bottom } = frameOf(size(), place)
    context.globalAlpha = 1
    context.drawImage(picture, 0, 0, widthPx, canvas.height / ratio)
    context.globalAlpha = 0.65
    context.fillStyle = backgroundOf(scene)
    context.beginPath()
    context.rect(0, 0, widthPx, canvas.height / ratio)
    context.rect(x0, top, x1 - x0, bottom - top)
    context.fill('evenodd')
    context.globalAlpha = 1
    context.strokeStyle = scene.theme.ink
    context.lineWidth = 1
    context.strokeRect(x0 + 0.5, top + 0.5, x1 - x0 - 1, bottom - top - 1)
  }

  function pointAt({ clientX, clientY }: PointerEvent) {
    const { left, top } = canvas.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  const stop = new AbortController()
  const { signal } = stop
  const onDown = (event: PointerEvent) => {
    if (!scene || !place || event.button !== 0 || scene.tree.total[0] === 0) return
    event.preventDefault() // keeps the focus, and with it the keys, where it is
    canvas.setPointerCapture(event.pointerId)
    const { x, y } = pointAt(event)
    const grip = gripAt(frameOf(size(), place), x, y)
    const start = grip === 'jump' ? placeAround(size(), place, x, y) : place
    held = { grip, x, y, start, moved: grip === 'jump' ? start : null }
    if (held.moved) onMove(held.moved, false)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!scene || !place) return
    const { x, y } = pointAt(event)
    if (held) {
      held.moved = dragFrame(size(), held.start, held.grip, x - held.x, y - held.y)
      onMove(held.moved, false)
    } else canvas.style.cursor = cursors[gripAt(frameOf(size(), place), x, y)]
  }
  const onUp = () => {
    if (held?.moved) onMove(held.moved, true)
    held = null
  }
  canvas.addEventListener('pointerdown', onDown, { signal })
  canvas.addEventListener('pointermove', onPointerMove, { signal })
  canvas.addEventListener('pointerup', onUp, { signal })
  canvas.addEventListener('pointercancel', onUp, { signal })
  const { stop: stopFitting } = fitCanvas(container, canvas, context, (nextWidthPx, nextRatio) => {
    widthPx = nextWidthPx
    ratio = nextRatio
    paintFrame() // the old one, stretched
    paintLater()
  })

  return {
    show(next) {
      const before = scene
      scene = next
      if (before && isSamePicture(before, next)) return
      paintLater()
    },
    frame(next) {
      place = next
      paintFrame()
    },
    dispose() {
      clearTimeout(paintRequest)
      stop.abort()
      stopFitting()
    },
  }
}

function isSamePicture(one: Scene, other: Scene): boolean {
  const keys = ['tree', 'starts', 'orientation', 'searches', 'colourOf', 'event', 'theme'] as const
  return keys.every((key) => one[key] === other[key])
}
