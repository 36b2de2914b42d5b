/**
 * Keeps the canvas as large as its container, in device pixels, so that text is sharp on any screen; one unit of its
 * context stays one CSS pixel. `ratio` is device pixels in one of those. Returns what ends it.
 */
export function fitCanvas(
  container: HTMLElement,
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  onResize: (widthPx: number, ratio: number) => void,
): () => void {
  let fitted = ''
  const fit = () => {
    const { clientWidth, clientHeight } = container
    const ratio = devicePixelRatio || 1
    const next = `${clientWidth} ${clientHeight} ${ratio}`
    if (next === fitted) return
    fitted = next
    canvas.width = Math.round(clientWidth * ratio)
    canvas.height = Math.round(clientHeight * ratio)
    // Of just so many device pixels, or the browser would stretch it by half of one and blur every edge.
    canvas.style.width = `${canvas.width / ratio}px`
    canvas.style.height = `${canvas.height / ratio}px`
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    onResize(clientWidth, ratio)
  }
  const resizes = new ResizeObserver(fit)
  resizes.observe(container)

  // A window that moves to another screen, or a page zoom, changes the ratio but maybe not the size.
  let density: MediaQueryList
  const followDensity = () => {
    density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    density.addEventListener('change', onDensity)
  }
  const onDensity = () => {
    density.removeEventListener('change', onDensity)
    followDensity()
    fit()
  }
  followDensity()

  return () => {
    resizes.disconnect()
    density.removeEventListener('change', onDensity)
  }
}
