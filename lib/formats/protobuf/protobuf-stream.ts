/** The fields of large messages as they come, without the whole of them. */
import { Problem } from '../../errors.ts'
import { concatBytes } from '../reading/byte-stream.ts'
import { ProtobufReader } from './protobuf-reader.ts'

/** No table of pprof is one field. */
const largestField = 2 ** 26

/** Takes the fields of one message. */
export interface MessageVisitor {
  /** Must read or skip the value at once: its bytes do not stay. */
  readonly field: (field: number, reader: ProtobufReader) => void
  /**
   * Gives the visitor of the fields of a message that may have any size; null for a field that `field` takes whole.
   */
  readonly enter?: (field: number) => MessageVisitor | null
}

/** A message that has begun, and how many of its bytes are still to come behind those that were read. */
interface OpenMessage {
  readonly visitor: MessageVisitor
  left: number
}

/**
 * Reads a message field by field. Of those that are not entered, one is held whole, and nothing else is.
 *
 * Throws: Problem `unreadable-profile` when the bytes are no Protocol Buffers, or end too early.
 */
export async function readMessageStream(chunks: AsyncIterable<Uint8Array>, visitor: MessageVisitor): Promise<void> {
  const open: OpenMessage[] = [{ visitor, left: Infinity }]
  let parts: Uint8Array[] = []
  let length = 0
  let needed = 1
  for await (const chunk of chunks) {
    length += chunk.length
    if (length < needed) {
      // The sender may fill the same bytes again.
      parts.push(chunk.slice())
      continue
    }
    parts.push(chunk)
    const bytes = parts.length === 1 ? parts[0]! : concatBytes(parts, length)
    const read = readWholeFields(bytes, open)
    parts = [bytes.slice(read.end)]
    length = bytes.length - read.end
    needed = read.needed - read.end
  }
  const rest = concatBytes(parts, length)
  readFields(rest, 0, rest.length, open.at(-1)!.visitor)
  if (open.some(({ left }) => left > 0 && left < Infinity)) throw cutOff()
}

/**
 * Reads all fields that are here whole, and gives where the last of them ends and up to where bytes are needed for the
 * next one.
 */
function readWholeFields(bytes: Uint8Array, open: OpenMessage[]): { end: number; needed: number } {
  for (let from = 0; ;) {
    const { visitor, left } = open.at(-1)!
    const whole = findWholeFields(bytes, from, Math.min(bytes.length, from + left), visitor)
    readFields(bytes, from, whole.end, visitor)
    open.at(-1)!.left -= whole.end - from
    from = whole.end
    if (whole.entered !== null) {
      const { visitor: inner, start, size } = whole.entered
      // The bytes that it takes of the message around it.
      const taken = start - from + size
      if (taken > open.at(-1)!.left) throw cutOff()
      open.at(-1)!.left -= taken
      open.push({ visitor: inner, left: size })
      from = start
    } else if (open.at(-1)!.left > 0) {
      if (from + open.at(-1)!.left < whole.needed) throw cutOff()
      return whole
    }
    while (open.at(-1)!.left === 0) open.pop()
  }
}

function readFields(bytes: Uint8Array, start: number, end: number, visitor: MessageVisitor): void {
  const reader = new ProtobufReader(bytes, start, end)
  for (let field = reader.next(); field > 0; field = reader.next()) visitor.field(field, reader)
}

interface WholeFields {
  /** Where the last field ends that is here whole. */
  readonly end: number
  /** Up to where bytes are needed for the next one. */
  readonly needed: number
  /** The message that begins there and is not read whole: where its own fields start, and their bytes. */
  readonly entered: { readonly visitor: MessageVisitor; readonly start: number; readonly size: number } | null
}

/** Finds the whole fields from `from` up to `limit`. Damage counts as whole, since the reader reports it. */
function findWholeFields(bytes: Uint8Array, from: number, limit: number, { enter }: MessageVisitor): WholeFields {
  for (let end = from; ;) {
    const unknown = { end, needed: limit + 1, entered: null }
    const tag = readVarint(bytes, end, limit)
    if (tag === null) return unknown
    const start = end + tag.bytes
    let length: number
    switch (tag.value & 7) {
      case 0: {
        const value = readVarint(bytes, start, limit)
        if (value === null) return unknown
        length = value.bytes
        break
      }
      case 1:
        length = 8
        break
      case 2: {
        const size = readVarint(bytes, start, limit)
        if (size === null) return unknown
        const visitor = enter?.(Math.floor(tag.value / 8)) ?? null
        if (visitor !== null)
          return { end, needed: 0, entered: { visitor, start: start + size.bytes, size: size.value } }
        length = size.bytes + size.value
        break
      }
      case 5:
        length = 4
        break
      default:
        return { end: limit, needed: limit + 1, entered: null }
    }
    if (length > largestField)
      throw new Problem('unreadable-profile', { reason: 'a field in it is larger than 64 MiB' })
    if (start + length > limit) return { end, needed: start + length, entered: null }
    end = start + length
  }
}

/** Gives null when it ends behind these bytes. A longer one than any number is damage, and passed over. */
function readVarint(bytes: Uint8Array, start: number, limit: number): { value: number; bytes: number } | null {
  let value = 0
  for (let at = start; at < limit; at++) {
    value += (bytes[at]! & 127) * 2 ** (7 * (at - start))
    if (bytes[at]! < 128 || at - start === 9) return { value, bytes: at - start + 1 }
  }
  return null
}

const cutOff = () => new Problem('unreadable-profile', { reason: 'it is cut off' })
