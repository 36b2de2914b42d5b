let kept: HTMLCanvasElement | null = null

/**
 * For whoever removes a picture where a canvas of the same size stands in this very frame. That one starts with a copy: painting a large tree
 * for the first time takes as long as laying out its page, and both in one task would be felt.
 */
export function keepPicture(canvas: HTMLCanvasElement): void {
  kept = canvas
  const forget = () => {
    if (kept === canvas) kept = null
  }
  requestAnimationFrame(() => requestAnimationFrame(forget))
}

/** False when there is nothing to copy: no picture was kept, or one of another size. */
export function drawKeptPicture(context: CanvasRenderingContext2D): boolean {
  const picture = kept
  kept = null
  if (picture?.width !== context.canvas.width || picture.height !== context.canvas.height) return false
  context.save()
  context.resetTransform()
  context.drawImage(picture, 0, 0)
  context.restore()
  return true
}
