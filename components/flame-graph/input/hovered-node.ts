import type { Point } from './gestures.ts'

export type HoveredNode = ReturnType<typeof createHoveredNode>

/**
 * Which node the pointer is on; -1 for none. `find` is asked again by `update`, since the graph moves under the
 * pointer.
 */
export function createHoveredNode(
  canvas: HTMLCanvasElement,
  find: (at: Point) => number,
  onChange: (node: number) => void,
) {
  let pointer: Point | null = null
  let hovered = -1

  function update(): void {
    const node = pointer ? find(pointer) : -1
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
