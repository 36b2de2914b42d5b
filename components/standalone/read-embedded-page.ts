import { decodeBase64 } from '../../lib/formats/base64.ts'
import { type ExportedPage, pageElementId, profileElementId } from '../../lib/formats/html-file.ts'

/**
 * What the server wrote into this file, and the encoded profile. The base64 leaves the document: nobody needs it a second
 * time. Bytes and no blob: URL, since a page from a disk has an origin of its own, which its workers may not fetch from.
 */
export async function readEmbeddedPage(): Promise<{ page: ExportedPage; bytes: Uint8Array<ArrayBuffer> }> {
  const page = JSON.parse(document.getElementById(pageElementId)!.textContent) as ExportedPage
  const element = document.getElementById(profileElementId)!
  const gzipped = decodeBase64(new TextEncoder().encode(element.textContent))
  element.remove()
  const unpacked = new Blob([gzipped]).stream().pipeThrough(new DecompressionStream('gzip'))
  return { page, bytes: new Uint8Array(await new Response(unpacked).arrayBuffer()) }
}
