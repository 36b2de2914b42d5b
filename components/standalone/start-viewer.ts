import { viewerElementId } from '../../lib/formats/html/html-file.ts'

/**
 * Runs the viewer, which stands in the file as text until then: a module would be run as soon as the file is read, and the first picture
 * would have to wait for it.
 */
export function startViewer(): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', startViewer, { once: true })
    return
  }
  const text = document.getElementById(viewerElementId)!
  const script = Object.assign(document.createElement('script'), { type: 'module', textContent: text.textContent })
  text.replaceWith(script)
}

/**
 * Once the next frame is on the screen, which it is when the one after it begins: what is drawn in a frame is drawn after its callbacks. At
 * once in a tab that nobody sees, which has no frames.
 */
export function afterNextFrame(then: () => void): void {
  const go = () => {
    cancelAnimationFrame(request)
    document.removeEventListener('visibilitychange', go)
    then()
  }
  let request = requestAnimationFrame(() => {
    request = requestAnimationFrame(() => setTimeout(go))
  })
  if (document.hidden) go()
  else document.addEventListener('visibilitychange', go, { once: true })
}
