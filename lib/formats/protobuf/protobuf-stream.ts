/** The fields of one large message as they come, without the whole of it. */
import { Problem } from '../../errors.ts'
import { concatBytes } from '../reading/byte-stream.ts'
import { ProtobufReader } from './protobuf-reader.ts'

/** No table of pprof is one field. */
const largestField = 2 ** 26

/**
 * Calls `onField` for each field, whose value it must read or skip at once: its bytes do not stay. A field is held whole, and nothing else is.
 *
 * Throws: Problem `unreadable-profile` when the bytes are no Protocol Buffers, or end too early.
 */
export async function readMessageStream(
  chunks: AsyncIterable<Uint8Array>,
  onField: (field: number, reader: ProtobufReader) => void,
): Promise<void> {
  let parts: Uint8Array[] = []
  let length = 0
  let needed = 1
  const read = (bytes: Uint8Array, end: number): void => {
    const reader = new ProtobufReader(bytes, 0, end)
    for (let field = reader.next(); field > 0; field = reader.next()) onField(field, reader)
  }
  for await (const chunk of chunks) {
    length += chunk.length
    if (length < needed) {
      // The sender may fill the same bytes again.
      parts.push(chunk.slice())
      continue
    }
    parts.push(chunk)
    const bytes = parts.length === 1 ? parts[0]! : concatBytes(parts, length)
    const whole = findWholeFields(bytes)
    read(bytes, whole.end)
    parts = [bytes.slice(whole.end)]
    length = bytes.length - whole.end
    needed = whole.needed - whole.end
  }
  const rest = concatBytes(parts, length)
  read(rest, rest.length)
}

/**
 * Where the last field ends that is here whole, and up to where bytes are needed for the next one. Damage counts as whole, since the
 * reader says what it is.
 */
function findWholeFields(bytes: Uint8Array): { end: number; needed: number } {
  const unknown = bytes.length + 1
  for (let end = 0; ;) {
    const tag = readVarint(bytes, end)
    if (tag === null) return { end, needed: unknown }
    const start = end + tag.bytes
    let length: number
    switch (tag.value & 7) {
      case 0: {
        const value = readVarint(bytes, start)
        if (value === null) return { end, needed: unknown }
        length = value.bytes
        break
      }
      case 1:
        length = 8
        break
      case 2: {
        const size = readVarint(bytes, start)
        if (size === null) return { end, needed: unknown }
        length = size.bytes + size.value
        break
      }
      case 5:
        length = 4
        break
      default:
        return { end: bytes.length, needed: unknown }
    }
    if (length > largestField)
      throw new Problem('unreadable-profile', { reason: 'a field in it is larger than 64 MiB' })
    if (start + length > bytes.length) return { end, needed: start + length }
    end = start + length
  }
}

/** Null when it ends behind these bytes. What is longer than any number is damage, and passed over. */
function readVarint(bytes: Uint8Array, start: number): { value: number; bytes: number } | null {
  let value = 0
  for (let at = start; at < bytes.length; at++) {
    value += (bytes[at]! & 127) * 2 ** (7 * (at - start))
    if (bytes[at]! < 128 || at - start === 9) return { value, bytes: at - start + 1 }
  }
  return null
}
