import type { LineTable } from '../model/profile.ts'
import type { EncodedLines } from './byte-layout.ts'

/** Whole numbers of 1, 2 or 4 bytes, by the largest of them: half of a file would otherwise be zeros. */
const columnTypes = [Uint8Array, Uint16Array, Uint32Array] as const

export function encodeLines({ frame, line, ofSample }: LineTable): EncodedLines {
  // Row + 1, so that -1 is no special case.
  return { frame: toBase64(frame), line: toBase64(line), ofSample: toBase64(ofSample.map((row) => row + 1)) }
}

/** Null when damaged: a row outside its table, a line 0, or columns of other lengths. */
export function decodeLines(value: unknown, frames: number, samples: number): LineTable | null {
  const fields = (value ?? {}) as Record<string, unknown>
  const frame = fromBase64(fields.frame)
  const line = fromBase64(fields.line)
  const sampleRows = fromBase64(fields.ofSample)
  if (!frame || !line || !sampleRows) return null
  if (line.length !== frame.length || sampleRows.length !== samples) return null
  if (frame.some((row) => row >= frames) || line.includes(0)) return null
  if (sampleRows.some((row) => row > frame.length)) return null
  return { length: frame.length, frame, line, ofSample: Int32Array.from(sampleRows, (row) => row - 1) }
}

/** `2:AQACAA==`: bytes of a number, then the numbers in little endian. */
function toBase64(column: Uint32Array | Int32Array): string {
  let largest = 0
  for (const number of column) largest = Math.max(largest, number)
  const narrow = columnTypes.find(({ BYTES_PER_ELEMENT: size }) => largest < 2 ** (8 * size))!.from(column)
  const bytes = new Uint8Array(narrow.buffer)
  let binary = ''
  // One call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return `${narrow.BYTES_PER_ELEMENT}:${btoa(binary)}`
}

function fromBase64(text: unknown): Uint32Array<ArrayBuffer> | null {
  if (typeof text !== 'string') return null
  const columnType = columnTypes.find(({ BYTES_PER_ELEMENT: size }) => text.startsWith(`${size}:`))
  if (columnType === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(text.slice(2)), (letter) => letter.charCodeAt(0))
    return bytes.length % columnType.BYTES_PER_ELEMENT === 0 ? Uint32Array.from(new columnType(bytes.buffer)) : null
  } catch {
    return null
  }
}
