/** Draws what the exporter put into the file for the first picture, before the file is read to its end (components/early is the app's). */
import { pageElementId, pictureElementId, type ExportedPage } from '../../lib/formats/html/html-file.ts'
import { treeOfPicture, type TreePicture } from '../../lib/profile/layout/tree-picture.ts'
import { viewFromQuery } from '../../lib/profile/view/view-query.ts'
import { firstPageHtml } from '../early/first-picture-html.ts'
import { firstPictureId } from '../early/first-picture-id.ts'
import { drawFirstPicture, faceReady } from '../early/first-picture.ts'
import { offerPicture } from '../early/picture-offer.ts'
import { isPictured } from '../early/pictured-view.ts'
import { afterNextFrame, startViewer } from './start-viewer.ts'

// eslint-disable-next-line no-restricted-syntax -- a constant of ours: no name is in it
document.getElementById('root')!.innerHTML = firstPageHtml

try {
  drawFirst()
} catch (error) {
  console.error(error)
}
// Whatever the picture came to, the viewer comes after it, and says what is wrong with a damaged file.
void faceReady().then(() => afterNextFrame(startViewer))

function drawFirst(): void {
  const picture = takeContent(pictureElementId) as TreePicture | null
  const page = contentOf(pageElementId) as ExportedPage
  const view = viewFromQuery(new URLSearchParams(location.hash.slice(1) || page.query))
  if (!picture || !isPictured(view)) return
  const place = document.getElementById(firstPictureId)!
  // Text wants fonts looked up that the picture does not.
  place.querySelector('[role=status]')?.remove()
  const tree = treeOfPicture(picture)
  offerPicture(place, (here) => drawFirstPicture(here, tree, view, page.summary.event))
}

function contentOf(id: string): unknown {
  return JSON.parse(document.getElementById(id)!.textContent)
}

/** Out of the document too: nobody needs it a second time. */
function takeContent(id: string): unknown {
  const content = contentOf(id)
  document.getElementById(id)!.remove()
  return content
}
