import { createCanvasTarget, createTextMeasure } from '../paint/canvas-target.ts'
import { createExportImage, type ExportOptions } from './export-scene.ts'
import type { Scene } from '../scene/scene.ts'

/** Chromium and Safari paint no larger canvas than this, in each direction. */
const maxDevicePx = 16_384
/** Pixels of the image for each CSS pixel: sharp on most screens. */
const ratio = 2

/**
 * A PNG of what a scene shows, with its title and legend.
 *
 * Keeps: cut at the bottom where it would be higher than a canvas can be.
 * Throws: Error when the browser cannot make an image of that size.
 */
export async function renderPng(scene: Scene, options: ExportOptions): Promise<Blob> {
  const image = createExportImage(scene, options, createTextMeasure(scene.theme.fontFamily), ratio)
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(image.widthPx * ratio, maxDevicePx)
  canvas.height = Math.min(image.heightPx * ratio, maxDevicePx)
  const context = canvas.getContext('2d', { alpha: false })!
  context.scale(ratio, ratio)
  image.draw(createCanvasTarget(context, scene.theme.fontFamily))
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) throw new Error(`The browser cannot make an image of ${canvas.width} x ${canvas.height} pixels.`)
  return blob
}
