import { findCanvasPoint, type Point } from './gestures.ts'

export type HoveredNode = ReturnType<typeof createHoveredNode>

/**
 * Which node the pointer is on; -1 for none. `find`, for a point of the canvas, is asked again by `update`, since the
 * graph moves under the pointer, and the canvas does where a line or a bar above it goes or comes.
 */
export function createHoveredNode(
  canvas: HTMLCanvasElement,
  find: (at: Point) => number,
  onChange: (node: number) => void,
) {
  /** In the window. */
  let pointer: Point | null = null
  let hovered = -1

  function update(): void {
    const node = pointer ? find(findCanvasPoint(canvas, pointer)) : -1
    if (node === hovered) return
    hovered = node
    if (pointer) canvas.style.cursor = node < 0 ? '' : 'pointer'
    onChange(node)
  }

  return {
    get: () => hovered,
    update,
    pointTo: (point: Point | null): void => {
      pointer = point
      update()
    },
    /** The nodes of another tree have other numbers. */
    forget(): void {
      if (hovered >= 0) onChange((hovered = -1))
    },
  }
}
