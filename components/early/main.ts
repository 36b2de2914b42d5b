/**
 * Runs as soon as its few bytes are there, long before the page is alive: draws where the graph will stand the picture that the script
 * before it brought, opens the profile in a worker, and asks for its first tree, which is drawn where there was no picture. The page takes
 * over what it finds (early-tree.ts). Built by lib/launch/build-early.ts.
 */
import { treeOfPicture, type TreePicture } from '../../lib/profile/layout/tree-picture.ts'
import { filtersOfView } from '../../lib/profile/view/view.ts'
import { viewFromQuery } from '../../lib/profile/view/view-query.ts'
import { loadProfile } from '../viewer/worker/load-profile.ts'
import { startTreeWorker } from '../viewer/worker/start-tree-worker.ts'
import { openTreeClient } from '../viewer/worker/tree-client.ts'
import { type EarlyTree, offerEarlyTree } from './early-tree.ts'
import { firstPictureId } from './first-picture-id.ts'
import { drawFirstPicture, faceReady, stylesReady, type FirstTree } from './first-picture.ts'
import { offerPicture } from './picture-offer.ts'
import { isPictured, isPlain } from './pictured-view.ts'
import { isSmall, smallTree } from './small-tree.ts'

const { dataUrl, event } = (document.currentScript as HTMLScriptElement).dataset as Record<'dataUrl' | 'event', string>
const view = viewFromQuery(new URLSearchParams(location.search))
const order = { filters: filtersOfView(view), sort: view.sort }

if (drawGiven())
  requestAnimationFrame(() => setTimeout(() => open(true))) // behind the frame that shows it
else open(false)

/** False where the script with the picture did not come, or had none. */
function drawGiven(): boolean {
  const given = globalThis as { hearthFirstPicture?: TreePicture | null }
  const picture = given.hearthFirstPicture
  delete given.hearthFirstPicture // nobody needs it a second time
  if (!picture || !isPictured(view)) return false
  draw(treeOfPicture(picture))
  return true
}

/** In a tab that nobody sees, which has no frames, or too late, it is for the page to open the profile. */
function open(isDrawn: boolean): void {
  const early = offerEarlyTree(() => {
    const loaded = loadProfile(dataUrl, new AbortController().signal)
    // The worker is given the bytes for good, so a copy is made before.
    const copy = loaded.then((bytes) => (!isDrawn && isSmall(bytes, order) ? bytes.slice() : null))
    const client = openTreeClient(startTreeWorker(), { url: dataUrl, load: () => loaded })
    return { dataUrl, client, order, built: client.build(order), copy }
  })
  // Why there is no tree is for the page to say, which hears of it too.
  early?.copy.catch(() => undefined)
  if (early && !isDrawn && isPlain(view)) drawBuilt(early).catch(() => undefined)
}

async function drawBuilt({ copy, built }: EarlyTree & { copy: Promise<Uint8Array | null> }): Promise<void> {
  const ready = stylesReady()
  void ready.then(faceReady)
  const bytes = await copy
  const drawn = bytes ? smallTree(bytes, order) : await built
  await ready
  draw(drawn)
}

function draw(drawn: FirstTree): void {
  const place = document.getElementById(firstPictureId)
  if (place) offerPicture(place, (here) => drawFirstPicture(here, drawn, view, event))
}
