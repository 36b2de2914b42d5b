/** A dash and the gap after it. */
export const dashPx = [3, 2]

/** Between two slanting lines, along a horizontal. */
const stepPx = 6

export type LineSegment = readonly [x0: number, y0: number, x1: number, y1: number]

/**
 * Lines at 45 degrees that fill a rectangle, cut off at its edges. They lie on one grid for the whole canvas, so that
 * boxes side by side have one hatch.
 */
export function createHatchLines(x: number, y: number, width: number, height: number): LineSegment[] {
  const lines: LineSegment[] = []
  // Along a line x + y is the same; it meets the rectangle from its upper left to its lower right corner.
  for (let sum = Math.ceil((x + y) / stepPx) * stepPx; sum < x + y + width + height; sum += stepPx) {
    const x0 = Math.max(x, sum - y - height)
    const x1 = Math.min(x + width, sum - y)
    if (x1 > x0) lines.push([x0, sum - x0, x1, sum - x1])
  }
  return lines
}
