import { visibleBoxes } from '../../../lib/profile/visible-boxes.ts'
import { backgroundOf } from '../scene/event-tint.ts'
import type { LabelFitter } from './label-fitter.ts'
import { paintFills, type Sketch } from './paint-boxes.ts'
import { paintLabels } from './paint-labels.ts'
import { paintAlike, paintOutline, paintPins } from './paint-marks.ts'
import { paintPresence } from './paint-presence.ts'
import type { Pen } from './draw-target.ts'
import { paintTwin } from './paint-counterpart.ts'
import { placePins } from '../scene/pins.ts'
import type { Scene } from '../scene/scene.ts'
import { viewportOf, type Sight } from '../scene/viewport.ts'

/** Paints what is in sight of a scene. The work follows the pixels, not the profile. `hovered` is a node, or -1. */
export function paint(pen: Pen, scene: Scene, sight: Sight, labels: LabelFitter, hovered: number): void {
  const { tree, starts, searches, selected } = scene
  const boxes = visibleBoxes(tree, starts, viewportOf(sight), sight.node, searches)
  const sketch: Sketch = { scene, sight, boxes, labels, pins: placePins(scene, sight) }
  pen.fill(0, 0, sight.widthPx, sight.heightPx, backgroundOf(scene), 1, -1)
  paintFills(pen, sketch)
  if (scene.presenceOf) paintPresence(pen, sketch, scene.presenceOf)
  if (!scene.isUnnamed) paintLabels(pen, sketch)
  for (const node of new Set([hovered, selected]))
    if (node >= 0 && tree.frame[node]! >= 0) paintAlike(pen, sketch, node)
  if (hovered >= 0) paintOutline(pen, sketch, hovered, 1)
  if (selected >= 0) paintOutline(pen, sketch, selected, 2)
  paintTwin(pen, sketch)
  paintPins(pen, sketch)
}
