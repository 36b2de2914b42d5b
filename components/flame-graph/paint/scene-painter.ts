import type { GraphViewport } from '../scene/viewport.ts'
import type { Scene } from '../scene/scene.ts'
import { createCanvasTarget, createTextMeasure } from './canvas-target.ts'
import type { DrawTarget } from './draw-target.ts'
import { createLabelFitter, type LabelFitter } from './label-fitter.ts'
import { paintScene } from './paint.ts'

/** Paints scenes on one canvas. Fitted labels stay from one scene to the next of the same names and theme. */
export function createScenePainter(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  shorten: (name: string, chars: number) => string,
) {
  let labels: LabelFitter | null = null
  let target: DrawTarget | null = null
  let before: Scene | null = null
  let paintCount = 0

  return {
    paint(scene: Scene, viewport: GraphViewport, hovered: number): void {
      if (before?.labelOf !== scene.labelOf || before.theme !== scene.theme) labels = target = null
      before = scene
      const { fontFamily } = scene.theme
      labels ??= createLabelFitter(createTextMeasure(fontFamily), scene.labelOf, shorten)
      target ??= createCanvasTarget(context, fontFamily)
      paintScene(target, scene, viewport, labels, hovered)
      // For journeys, which wait for a paint and read how large the tree is.
      canvas.dataset.drawn = String(++paintCount)
      canvas.dataset.nodes = String(scene.tree.length)
    },
    /** A canvas that was resized has lost the styles of its context. */
    forgetStyles(): void {
      target = null
    },
  }
}
