/**
 * Starts the viewer of a file when the first paint is on the screen. Until then it stands in the file as text: a module
 * would be run as soon as the file is read, and the first paint would have to wait for it.
 */
import { viewerElementId } from '../../lib/formats/html/html-file.ts'
import { answerFirstClicks } from '../../lib/profile/first-paint/answer-first-clicks.ts'
import { afterNextFrame } from '../ui/after-next-frame.ts'

answerFirstClicks()
afterNextFrame(startViewer)

function startViewer(): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', startViewer, { once: true })
    return
  }
  const text = document.getElementById(viewerElementId)!
  const script = Object.assign(document.createElement('script'), { type: 'module', textContent: text.textContent })
  text.replaceWith(script)
}
