import { pictureAtStart } from '../../profile/encoded-start.ts'
import type { TreePicture } from '../../profile/tree-picture.ts'
import type { StoredBytes } from '../../store/library/profiles.ts'

/** The picture that stored bytes begin with, unpacking no more of them than that; null for those of small profiles, which have none. */
export async function readFirstPicture({ stream }: StoredBytes): Promise<TreePicture | null> {
  const unpacked = stream.pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>)
  let bytes: Uint8Array = new Uint8Array()
  // Leaving the loop early cancels the stream.
  for await (const piece of unpacked) {
    bytes = Buffer.concat([bytes, piece])
    const picture = pictureAtStart(bytes)
    if (picture !== undefined) return picture
  }
  return null
}
