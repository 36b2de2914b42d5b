import { createCanvasTarget, createTextMeasure } from '../paint/canvas-target.ts'
import { createExportImage, type ExportOptions } from './export-scene.ts'

/** Chromium and Safari paint no larger canvas than this, in each direction. */
const maxDevicePx = 16_384
/** Pixels of the image for each CSS pixel: sharp on most screens. */
const ratio = 2

/**
 * A PNG of the graphs, with their title and legends.
 *
 * Keeps: cut at the bottom where it would be higher than a canvas can be.
 * Throws: Error when the browser cannot make an image of that size.
 */
export async function renderPng(options: ExportOptions): Promise<Blob> {
  const { fontFamily } = options.columns[0]![0]!.scene.theme
  const image = createExportImage(options, createTextMeasure(fontFamily), ratio)
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(image.widthPx * ratio, maxDevicePx)
  canvas.height = Math.min(image.heightPx * ratio, maxDevicePx)
  const context = canvas.getContext('2d', { alpha: false })!
  context.scale(ratio, ratio)
  image.draw(createCanvasTarget(context, fontFamily))
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) throw new Error(`The browser cannot make an image of ${canvas.width} x ${canvas.height} pixels.`)
  return blob
}
