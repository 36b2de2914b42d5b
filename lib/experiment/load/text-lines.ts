/** Lines and records of CSV in a stream, with as little garbage as a file of gigabytes needs. */
import { decodeText, eachLine } from '../../formats/reading/lines.ts'

/** Limit of a line, in bytes: a response message or a URL may be long, more is no line of a load generator. */
const maxLineBytes = 2 ** 20
const quote = 34

/** Why a text cannot be read, with the line. */
export class UnreadableText extends Error {}

/** The last one also without its end. Throws: UnreadableText. */
export async function eachTextLine(
  chunks: AsyncIterable<Uint8Array>,
  onLine: (text: string, line: number) => void,
): Promise<void> {
  await eachByteLine(chunks, (bytes, start, end, line) => onLine(decodeText(bytes, start, end), line))
}

async function eachByteLine(chunks: AsyncIterable<Uint8Array>, onLine: Parameters<typeof eachLine>[1]): Promise<void> {
  const { tooLong, firstTooLong } = await eachLine(chunks, onLine, { maxLineBytes })
  if (tooLong > 0) throw new UnreadableText(`line ${firstTooLong} is longer than any that a load generator writes`)
}

/** One record, valid only during the call. Fields that it does not have are empty. */
export interface CsvRecord {
  readonly count: number
  text(field: number): string
  /** Gives a field that is a whole number from 0 on, written in digits; NaN for any other text. */
  whole(field: number): number
  /** In ASCII. */
  startsWith(field: number, beginning: string): boolean
}

/**
 * Calls `onRecord` with each record and the number of its first line. Fields in quotes may hold the separator, doubled
 * quotes and line ends. Empty lines are no records.
 *
 * Throws: UnreadableText.
 */
export async function eachCsvRecord(
  chunks: AsyncIterable<Uint8Array>,
  separator: string,
  onRecord: (record: CsvRecord, line: number) => void,
): Promise<void> {
  const plain = createPlainRecord(separator.charCodeAt(0))
  let open = ''
  let firstLine = 0
  await eachByteLine(chunks, (bytes, start, end, line) => {
    if (open === '') {
      if (start === end) return
      if (plain.read(bytes, start, end)) {
        onRecord(plain, line)
        return
      }
      firstLine = line
    }
    open = open === '' ? decodeText(bytes, start, end) : `${open}\n${decodeText(bytes, start, end)}`
    if (open.length > maxLineBytes) throw new UnreadableText(`a quote in line ${firstLine} is never closed`)
    const fields = splitQuoted(open, separator)
    if (fields === null) return
    open = ''
    onRecord(quotedRecord(fields), firstLine)
  })
  if (open !== '') throw new UnreadableText(`a quote in line ${firstLine} is never closed`)
}

/**
 * A record without quotes, by the offsets of its fields: those that are not read are not decoded. `read` is false for
 * one with quotes.
 */
function createPlainRecord(
  separator: number,
): CsvRecord & { read(bytes: Uint8Array, start: number, end: number): boolean } {
  let source = new Uint8Array(0)
  let count = 0
  /** Field n is from `offsets[n]` to one before `offsets[n + 1]`, its separator. */
  let offsets = new Int32Array(64)
  const from = (field: number) => (field >= 0 && field < count ? offsets[field]! : 0)
  const to = (field: number) => (field >= 0 && field < count ? offsets[field + 1]! - 1 : 0)
  return {
    get count() {
      return count
    },
    read(bytes, start, end) {
      source = bytes as Uint8Array<ArrayBuffer>
      count = 1
      offsets[0] = start
      for (let at = start; at < end; at++) {
        const byte = bytes[at]
        if (byte === quote) return false
        if (byte !== separator) continue
        if (count + 2 > offsets.length) {
          const larger = new Int32Array(offsets.length * 2)
          larger.set(offsets)
          offsets = larger
        }
        offsets[count++] = at + 1
      }
      offsets[count] = end + 1
      return true
    },
    text: (field) => decodeText(source, from(field), to(field)),
    whole(field) {
      const end = to(field)
      let value = 0
      let at = from(field)
      if (at === end || end - at > 15) return NaN
      for (; at < end; at++) {
        const digit = source[at]! - 48
        if (digit < 0 || digit > 9) return NaN
        value = value * 10 + digit
      }
      return value
    },
    startsWith(field, beginning) {
      const start = from(field)
      if (to(field) - start < beginning.length) return false
      for (let at = 0; at < beginning.length; at++) if (source[start + at] !== beginning.charCodeAt(at)) return false
      return true
    },
  }
}

function quotedRecord(fields: readonly string[]): CsvRecord {
  const text = (field: number) => fields[field] ?? ''
  return {
    count: fields.length,
    text,
    whole: (field) => (/^\d{1,15}$/.test(text(field)) ? Number(text(field)) : NaN),
    startsWith: (field, beginning) => text(field).startsWith(beginning),
  }
}

/** null while a quote is open. */
function splitQuoted(record: string, separator: string): string[] | null {
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (record[at] !== '"') {
      const end = record.indexOf(separator, at)
      fields.push(record.slice(at, end < 0 ? undefined : end))
      if (end < 0) return fields
      at = end + 1
      continue
    }
    let close = at + 1
    for (;;) {
      close = record.indexOf('"', close)
      if (close < 0) return null
      if (record[close + 1] !== '"') break
      close += 2
    }
    fields.push(record.slice(at + 1, close).replaceAll('""', '"'))
    const end = record.indexOf(separator, close)
    if (end < 0) return fields
    at = end + 1
  }
}
