import type { DrawTarget } from './draw-target.ts'
import { findWhole } from '../geometry/node-ranges.ts'
import type { MarkKind } from '../scene/mark-colours.ts'
import type { Scene } from '../scene/scene.ts'
import { type GraphViewport, snapToPixel } from '../scene/viewport.ts'

const bandAlpha = { light: 0.2, dark: 0.26 }

/** Over a flame chart, from top to bottom: when the JVM collected garbage or stood still, and when it was throttled. */
export function paintMarks(target: DrawTarget, scene: Scene, viewport: GraphViewport): void {
  const { chart, theme } = scene
  if (!chart) return
  const { range, widthPx, heightPx } = viewport
  // Widths of a flame chart are ms: so much is between a time in the recording and its position on x.
  const originMs = scene.starts[findWhole(scene, viewport.node)]! - chart.span[0]
  const xOf = (ms: number) => snapToPixel(((ms + originMs - range.from) / (range.to - range.from)) * widthPx, viewport)
  /** Where the last band of each kind ends: bands as narrow as a pixel are not painted twice. */
  const painted: Record<MarkKind, number> = { gc: 0, safepoint: 0, throttled: 0 }
  for (const { kind, fromMs, toMs } of chart.marks) {
    const left = Math.max(xOf(fromMs), painted[kind])
    const right = Math.min(Math.max(xOf(toMs), xOf(fromMs) + 1), widthPx)
    if (right <= left) continue
    target.fillRect(left, 0, right - left, heightPx, theme.marks[kind], bandAlpha[theme.mode], -1)
    painted[kind] = right
  }
}
