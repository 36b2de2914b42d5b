/** A point in a chart, in CSS pixels. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

/** Points that a finger cannot tell apart, in the order given, and what they take up. */
export interface PointGroup<Point extends ChartPoint> extends ChartPoint {
  readonly points: readonly Point[]
  /** From its middle, which is `x` and `y`, to its last point. */
  readonly halfWidth: number
  readonly halfHeight: number
}

/** A target is at least so wide and high, in CSS pixels. Source: WCAG 2.2, 2.5.8. */
export const leastTargetPx = 24

/**
 * Groups points of a chart that lie closer than `leastTargetPx`: a finger cannot tell them apart, so each group is one
 * mark with one menu. The middles of any two groups are as far apart as targets are wide.
 */
export function groupNear<Point extends ChartPoint>(points: readonly Point[]): PointGroup<Point>[] {
  const groups: PointGroup<Point>[] = []
  for (const point of points) {
    let group = toGroup([point])
    // The middle of a larger group may be near another one.
    for (;;) {
      const at = groups.findIndex((other) => isNear(other, group))
      if (at < 0) break
      group = toGroup([...groups.splice(at, 1)[0]!.points, ...group.points])
    }
    groups.push(group)
  }
  return groups
}

function isNear(one: ChartPoint, other: ChartPoint): boolean {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) < leastTargetPx
}

function toGroup<Point extends ChartPoint>(points: readonly Point[]): PointGroup<Point> {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return {
    points,
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    halfWidth: (right - left) / 2,
    halfHeight: (bottom - top) / 2,
  }
}
