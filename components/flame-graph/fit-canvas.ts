/**
 * Keeps the canvas as large as its container, in device pixels, so that text is sharp on any screen; one unit of its
 * context stays one CSS pixel. Returns a function that stops it.
 *
 * Units: CSS pixels; `ratio` is how many device pixels one of them has.
 */
export function fitCanvas(
  container: HTMLElement,
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  onResize: (size: { readonly widthPx: number; readonly heightPx: number; readonly ratio: number }) => void,
): () => void {
  let fittedKey = ''
  const fit = () => {
    const { clientWidth, clientHeight } = container
    const ratio = devicePixelRatio || 1
    const key = `${clientWidth} ${clientHeight} ${ratio}`
    if (key === fittedKey) return
    fittedKey = key
    canvas.width = Math.round(clientWidth * ratio)
    canvas.height = Math.round(clientHeight * ratio)
    // From the rounded size in device pixels: else the browser would stretch the canvas by up to half a pixel, and blur
    // every edge.
    canvas.style.width = `${canvas.width / ratio}px`
    canvas.style.height = `${canvas.height / ratio}px`
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    onResize({ widthPx: clientWidth, heightPx: clientHeight, ratio })
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
