import { type EncodedHeader, headerStart } from './encoding-layout.ts'
import type { TreePicture } from '../layout/tree-picture.ts'

/**
 * What can be seen of an encoded profile at first sight, when so many of its bytes have arrived. Shape: encoding-layout.ts.
 *
 * Returns undefined as long as they are too few, null where there is no picture, or a header that decodeProfile will complain about.
 */
export function pictureAtStart(bytes: Uint8Array): TreePicture | null | undefined {
  if (bytes.length < headerStart) return undefined
  const headerBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true)
  if (bytes.length < headerStart + headerBytes) return undefined
  try {
    const text = new TextDecoder().decode(bytes.subarray(headerStart, headerStart + headerBytes))
    return (JSON.parse(text) as EncodedHeader).picture ?? null
  } catch {
    return null
  }
}
