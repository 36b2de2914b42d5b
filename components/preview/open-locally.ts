import { filtersOfView } from '../../lib/profile/view/view.ts'
import { viewFromQuery } from '../../lib/profile/view/view-query.ts'
import { treeOfPicture, type TreePicture } from '../../lib/profile/layout/tree-picture.ts'
import { handOverTree } from '../early/early-tree.ts'
import { drawFirstPicture, faceReady, stylesReady } from '../early/first-picture.ts'
import type { DrawPicture } from '../early/picture-offer.ts'
import { takeTreeWorker } from '../viewer/spare-worker.ts'
import { openTreeClient, type TreeClient } from '../viewer/worker/tree-client.ts'
import type { LocalReply, LocalRequest } from './local-reader.worker.ts'
import { startLocalReader } from './start-local-reader.ts'

/** A file that was read here while it is still on its way to the server: its picture, and all that the viewer starts with. */
export interface LocalProfile {
  readonly draw: DrawPicture
  /** The viewer of this address takes over what was read, as far as that is: nothing is fetched or read again. */
  handOver(dataUrl: string): void
  close(): void
}

/** Larger ones would take memory from the page for longer than the server takes to answer. */
const mostBytes = 192 * 2 ** 20
const view = viewFromQuery(new URLSearchParams())
const order = { filters: filtersOfView(view), sort: view.sort }

// Started with this script, so that it is there when a file is; nor does the picture then wait for the face of its labels.
let spareReader: Worker | undefined = typeof window === 'undefined' ? undefined : startLocalReader()
if (typeof window !== 'undefined') void stylesReady().then(faceReady)

/** As soon as there is something to see; null for what the server has to read. */
export async function openLocally(request: LocalRequest, signal: AbortSignal): Promise<LocalProfile | null> {
  if (request.file.size > mostBytes || signal.aborted) return null
  const reader = spareReader ?? startLocalReader()
  spareReader = undefined
  let opened: Opened | null = null
  const close = (): void => {
    reader.terminate()
    opened?.client.close()
  }
  signal.addEventListener('abort', close, { once: true })
  return new Promise((resolve) => {
    reader.onerror = () => resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
    const show = (picture: TreePicture, event: string): void => {
      const handOver = (dataUrl: string): void => {
        reader.terminate()
        if (opened) handOverTree({ dataUrl, ...opened, order })
      }
      resolve({ draw: (place) => drawPicture(place, picture, event), handOver, close })
    }
    reader.onmessage = ({ data }: MessageEvent<LocalReply>) => {
      if (data.type === 'picture') show(data.picture, data.event)
      else if (data.type === 'left') resolve(null)
      else opened = openBytes(data.bytes)
      if (data.type !== 'picture') reader.terminate()
    }
    reader.postMessage(request)
  })
}

interface Opened {
  readonly client: TreeClient
  readonly built: ReturnType<TreeClient['build']>
}

/** The first tree is asked for at once: it is the one that the viewer asks for. */
function openBytes(bytes: Uint8Array<ArrayBuffer>): Opened {
  const client = openTreeClient(takeTreeWorker(), { load: () => Promise.resolve(bytes) })
  return { client, built: client.build(order) }
}

function drawPicture(place: HTMLElement, picture: TreePicture, event: string): () => void {
  return drawFirstPicture(place, treeOfPicture(picture), view, event)
}
