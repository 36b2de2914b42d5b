/**
 * 32 bits of a text, the same in every process and on every machine: FNV-1a over UTF-16 units, then mixed once more.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5 | 0 // an int32 from the start: of a double the loop takes four times as long
  for (let unit = 0; unit < text.length; unit++) hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193)
  return mixHashes(hash, text.length)
}

/** 32 bits of two hashes, where the order matters. */
export function mixHashes(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ second
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
