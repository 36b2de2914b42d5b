/**
 * Remembers a number for each distinct line of bytes, so that a line met before costs a comparison and perhaps a hash,
 * no string and no allocation. It is a cache: when its text outgrows the limit it forgets everything and starts over.
 *
 * Lines of equal hashes cannot make it slow, by chance or on purpose: a line without a free slot near its own goes to a
 * Map, whose hashes no file can foresee.
 */
import { doubled } from '../../profile/model/pair-table.ts'
import { decodeBytes } from './lines.ts'

const empty = 0
const newline = 10
const seed = 0x2545f491

/** Slots looked at for one hash. At most half of all are full, so a run as long as this does not come by chance. */
const longestSearch = 64

/** In bytes: the text of all lines that a table remembers; beyond it the table forgets all and starts over. */
const usualTableBytes = 2 ** 27

export function createLineTable(maxTextBytes = usualTableBytes) {
  // Entry i: its text is arena[offsets[i], offsets[i + 1] - 1), a newline follows; slots hold i + 1.
  let slots = new Int32Array(2 ** 9)
  let arena = new Uint8Array(2 ** 12)
  let hashes = new Int32Array(2 ** 8)
  let offsets = new Int32Array(2 ** 8 + 1)
  let values = new Int32Array(2 ** 8)
  // followers[i]: one more than the entry that followed entry i last time, and mostly does again: stacks repeat.
  let followers = new Int32Array(2 ** 8)
  /** Entries without a slot, by text. */
  const crowded = new Map<string, number>()
  let length = 0
  let lastHash = 0
  let last = 0
  // Views read four bytes at once wherever they start: of the bytes that `find` looks for, and of the arena.
  let asked: Uint8Array = arena
  let askedView: DataView = new DataView(arena.buffer)
  let arenaView = askedView

  return {
    /** The number kept for these bytes, undefined when they were not met or were forgotten. */
    find(bytes: Uint8Array, start: number, end: number): number | undefined {
      ask(bytes)
      const expected = followers[last]! - 1
      if (expected >= 0 && hasText(expected, start, end)) return values[(last = expected)]
      lastHash = hashBytes(askedView, start, end)
      const entry = findEntry(start, end)
      if (entry === -1) return undefined
      followers[last] = entry + 1
      return values[(last = entry)]
    },
    /**
     * Where the line that starts here ends, when it is the one that followed the last one before, with its newline
     * before `limit`; else -1. Its number is then `lastValue()`.
     */
    endOfExpected(bytes: Uint8Array, start: number, limit: number): number {
      const expected = followers[last]! - 1
      if (expected < 0) return -1
      ask(bytes)
      const offset = offsets[expected]!
      const end = start + offsets[expected + 1]! - offset
      if (end > limit || !isSameText(askedView, start, end, arenaView, offset)) return -1
      last = expected
      return end - 1
    },
    lastValue: (): number => values[last]!,
    /** Call it only right after `find` of the same bytes gave undefined. */
    add(bytes: Uint8Array, start: number, end: number, value: number): void {
      if (offsets[length]! + end - start + 1 > maxTextBytes) clearEntries()
      if (length === values.length) {
        hashes = doubled(hashes)
        values = doubled(values)
        followers = doubled(followers)
        offsets = doubled(offsets)
      }
      const offset = offsets[length]!
      const needed = offset + end - start + 1
      while (needed > arena.length) arena = doubled(arena)
      if (arenaView.buffer !== arena.buffer) arenaView = new DataView(arena.buffer)
      arena.set(bytes.subarray(start, end), offset)
      arena[needed - 1] = newline
      hashes[length] = lastHash
      values[length] = value
      offsets[length + 1] = needed
      followers[length] = 0
      followers[last] = length + 1
      last = length++
      if (length * 2 > slots.length) growSlots()
      else insertEntry(last)
    },
  }

  function ask(bytes: Uint8Array): void {
    if (bytes === asked) return
    asked = bytes
    askedView = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The entry of these bytes, whose hash is `lastHash`; -1 when there is none. */
  function findEntry(start: number, end: number): number {
    const mask = slots.length - 1
    let slot = lastHash & mask
    for (let searched = 0; searched < longestSearch; searched++, slot = (slot + 1) & mask) {
      const entry = slots[slot]! - 1
      if (entry < 0) return -1
      if (hashes[entry] === lastHash && hasText(entry, start, end)) return entry
    }
    return crowded.get(decodeBytes(asked, start, end)) ?? -1
  }

  function hasText(entry: number, start: number, end: number): boolean {
    const offset = offsets[entry]!
    return offsets[entry + 1]! - offset === end - start + 1 && isSameText(askedView, start, end, arenaView, offset)
  }

  function insertEntry(entry: number): void {
    const mask = slots.length - 1
    let slot = hashes[entry]! & mask
    let searched = 0
    while (slots[slot] !== empty && ++searched < longestSearch) slot = (slot + 1) & mask
    if (slots[slot] === empty) slots[slot] = entry + 1
    else crowded.set(decodeBytes(arena, offsets[entry]!, offsets[entry + 1]! - 1), entry)
  }

  function clearEntries(): void {
    slots.fill(empty)
    followers.fill(0)
    crowded.clear()
    length = 0
    last = 0
  }

  function growSlots(): void {
    slots = new Int32Array(slots.length * 4)
    crowded.clear()
    for (let entry = 0; entry < length; entry++) insertEntry(entry)
  }
}

/** Whether the bytes of `one` from `at` to before `end` are those of `other` from `otherAt`. */
function isSameText(one: DataView, at: number, end: number, other: DataView, otherAt: number): boolean {
  for (; at + 15 < end; at += 16, otherAt += 16) {
    const differs =
      (one.getInt32(at, true) ^ other.getInt32(otherAt, true)) |
      (one.getInt32(at + 4, true) ^ other.getInt32(otherAt + 4, true)) |
      (one.getInt32(at + 8, true) ^ other.getInt32(otherAt + 8, true)) |
      (one.getInt32(at + 12, true) ^ other.getInt32(otherAt + 12, true))
    if (differs !== 0) return false
  }
  for (; at + 3 < end; at += 4, otherAt += 4) if (one.getInt32(at, true) !== other.getInt32(otherAt, true)) return false
  for (; at < end; at++, otherAt++) if (one.getUint8(at) !== other.getUint8(otherAt)) return false
  return true
}

function hashBytes(view: DataView, start: number, end: number): number {
  let hash = seed ^ (end - start)
  let at = start
  for (; at + 3 < end; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  for (; at < end; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x01000193)
  return hash ^ (hash >>> 13)
}
