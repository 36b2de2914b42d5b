import { gzipSync } from 'node:zlib'

// 1 is five times faster than 6, and the columns shrink almost as well. A person waits for most of them.
/** The level of compression by gzip of stored profiles. */
const level = 1

/** Packs an encoded profile as the library stores it. */
export function packStored(encoded: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(encoded, { level }))
}
