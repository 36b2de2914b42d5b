/**
 * Remembers a number for each distinct line of bytes, so that a line met before costs a hash and a comparison, no
 * string and no allocation. It is a cache: when its text outgrows the limit it forgets everything and starts over.
 */
const empty = 0
const seed = 0x2545f491

export function createLineTable(maxTextBytes = 2 ** 27) {
  // Entry i: its text is arena[offsets[i], offsets[i + 1]); slots hold i + 1.
  let slots = new Int32Array(2 ** 9)
  let arena = new Uint8Array(2 ** 12)
  let hashes = new Int32Array(2 ** 8)
  let offsets = new Int32Array(2 ** 8 + 1)
  let values = new Int32Array(2 ** 8)
  // By entry, plus one: the entry that was asked for after it, which mostly comes again. Stacks repeat.
  let followers = new Int32Array(2 ** 8)
  let length = 0
  let lastHash = 0
  let last = 0

  return {
    /** The number kept for these bytes, undefined when they were not met or were forgotten. */
    find(bytes: Uint8Array, start: number, end: number): number | undefined {
      const expected = followers[last]! - 1
      if (expected >= 0 && hasText(expected, bytes, start, end)) {
        last = expected
        return values[expected]
      }
      const hash = hashBytes(bytes, start, end)
      lastHash = hash
      const mask = slots.length - 1
      for (let slot = hash & mask; slots[slot] !== empty; slot = (slot + 1) & mask) {
        const entry = slots[slot]! - 1
        if (hashes[entry] !== hash || !hasText(entry, bytes, start, end)) continue
        followers[last] = entry + 1
        last = entry
        return values[entry]
      }
      return undefined
    },
    /** Only right after `find` of the same bytes gave undefined. */
    add(bytes: Uint8Array, start: number, end: number, value: number): void {
      if (offsets[length]! + end - start > maxTextBytes) clearEntries()
      if (length === values.length) growEntries()
      const offset = offsets[length]!
      const needed = offset + end - start
      if (needed > arena.length) arena = extended(arena, Math.max(arena.length * 2, needed))
      arena.set(bytes.subarray(start, end), offset)
      hashes[length] = lastHash
      values[length] = value
      offsets[length + 1] = offset + end - start
      followers[length] = 0
      followers[last] = length + 1
      last = length++
      if (length * 2 > slots.length) growSlots()
      else insertEntry(lastHash, length)
    },
  }

  function hasText(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const offset = offsets[entry]!
    if (offsets[entry + 1]! - offset !== end - start) return false
    for (let at = start, own = offset; at < end; at++, own++) if (bytes[at] !== arena[own]) return false
    return true
  }

  function insertEntry(hash: number, entry: number): void {
    const mask = slots.length - 1
    let slot = hash & mask
    while (slots[slot] !== empty) slot = (slot + 1) & mask
    slots[slot] = entry
  }

  function clearEntries(): void {
    slots.fill(empty)
    followers.fill(0)
    length = 0
    last = 0
  }

  function growEntries(): void {
    hashes = extended(hashes, length * 2)
    values = extended(values, length * 2)
    followers = extended(followers, length * 2)
    offsets = extended(offsets, length * 2 + 1)
  }

  function growSlots(): void {
    slots = new Int32Array(slots.length * 4)
    for (let entry = 0; entry < length; entry++) insertEntry(hashes[entry]!, entry + 1)
  }
}

function extended<Column extends Int32Array | Uint8Array>(column: Column, length: number): Column {
  const larger = new (column.constructor as new (length: number) => Column)(length)
  larger.set(column)
  return larger
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = seed ^ (end - start)
  let at = start
  for (; at + 3 < end; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    hash = Math.imul(hash ^ word, 0x5bd1e995)
    hash ^= hash >>> 15
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash ^ (hash >>> 13)
}
