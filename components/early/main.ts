/**
 * Runs as soon as its few bytes are there, long before the page is alive: opens the profile in a worker, asks for its first tree and draws
 * it, or the picture that its bytes begin with, where the graph will stand. The page takes over what it finds (early-tree.ts). Built by
 * lib/launch/build-early.ts.
 */
import { pictureAtStart } from '../../lib/profile/encoded-start.ts'
import { treeOfPicture, type TreePicture } from '../../lib/profile/tree-picture.ts'
import { filtersOfView } from '../../lib/profile/view.ts'
import { viewFromQuery } from '../../lib/profile/view-query.ts'
import { loadProfile } from '../viewer/load-profile.ts'
import { startTreeWorker } from '../viewer/start-tree-worker.ts'
import { openTreeClient } from '../viewer/tree-client.ts'
import { offerEarlyTree } from './early-tree.ts'
import { firstPictureId } from './first-picture-id.ts'
import { drawFirstPicture, isPlain, readyToDraw } from './first-picture.ts'
import { offerPicture } from './picture-offer.ts'
import { isSmall, smallTree } from './small-tree.ts'

const { dataUrl, event } = (document.currentScript as HTMLScriptElement).dataset as Record<'dataUrl' | 'event', string>
const view = viewFromQuery(new URLSearchParams(location.search))
const order = { filters: filtersOfView(view), sort: view.sort }
const isWhole = order.filters.length === 0 && order.sort === 'name'

const early = offerEarlyTree(() => {
  const picture = Promise.withResolvers<TreePicture | null>()
  let isPictured = false
  const watch = (bytes: Uint8Array): boolean => {
    const found = pictureAtStart(bytes)
    if (found === undefined) return false
    isPictured = isWhole && found !== null
    picture.resolve(isPictured ? found : null)
    return true
  }
  const loaded = loadProfile(dataUrl, new AbortController().signal, watch)
  loaded.catch(() => undefined).finally(() => picture.resolve(null))
  // The worker is given the bytes for good, so a copy is made before.
  const copy = loaded.then((bytes) => (!isPictured && isSmall(bytes, order) ? bytes.slice() : null))
  const client = openTreeClient(startTreeWorker(), { url: dataUrl, load: () => loaded })
  return { dataUrl, client, order, built: client.build(order), picture: picture.promise, copy }
})
// Why there is no tree is for the page to say, which hears of it too.
if (early && isPlain(view)) draw(early).catch(() => undefined)

async function draw({ picture, copy, built }: NonNullable<typeof early>): Promise<void> {
  const ready = readyToDraw()
  const seen = await picture
  const bytes = seen ? null : await copy
  const drawn = seen ? treeOfPicture(seen) : bytes ? smallTree(bytes, order) : await built
  await ready
  const place = document.getElementById(firstPictureId)
  if (place) offerPicture(place, (here) => drawFirstPicture(here, drawn, view, event))
}
