/** Text as a stream of bytes, cut into lines; never a string of the whole, never a string per line. */

/**
 * In bytes: the longest line of a text file that is read (folded stacks, perf script, bpftrace, thread dumps, pages of
 * async-profiler ...). A longer one is skipped, with the warning `lines-too-long`, and the rest of the file is read.
 */
export const longestTextLineBytes = 2 ** 20

/** `[start, end)` of one line in `bytes`, without its newline; CR of a CRLF is cut off. Valid only during the call. */
export type OnLine = (bytes: Uint8Array, start: number, end: number, line: number) => void

export interface LineOptions {
  /**
   * Longer lines are not handed over but counted: a hostile file may be one line of gigabytes. `longestTextLineBytes`
   * unless said otherwise.
   */
  readonly maxLineBytes?: number
  /** Hands over the CR of a CRLF too. */
  readonly keepsCarriageReturn?: boolean
  /**
   * Takes a line that it knows, and gives where it ends, -1 when it knows none that begins here and has its newline
   * before `limit`. A known line costs no search for its end, and is not handed to `onLine`.
   */
  readonly takeKnown?: (bytes: Uint8Array, start: number, limit: number, line: number) => number
}

const knowsNone = () => -1

/** Calls `onLine` for each line, the last one also without a newline. Gives how many were too long, and the first. */
export async function eachLine(
  chunks: AsyncIterable<Uint8Array>,
  onLine: OnLine,
  { maxLineBytes = longestTextLineBytes, keepsCarriageReturn = false, takeKnown = knowsNone }: LineOptions = {},
): Promise<{ tooLong: number; firstTooLong: number }> {
  const newline = 10
  const carriageReturn = 13
  let buffer = new Uint8Array(2 ** 12)
  let filled = 0
  let line = 0
  let tooLong = 0
  let firstTooLong = 0
  let isSkipping = false

  const hand = (start: number, end: number): void => {
    line++
    if (isSkipping || end - start > maxLineBytes) {
      isSkipping = false
      if (tooLong++ === 0) firstTooLong = line
      return
    }
    const hasReturn = !keepsCarriageReturn && end > start && buffer[end - 1] === carriageReturn
    onLine(buffer, start, hasReturn ? end - 1 : end, line)
  }

  for await (const chunk of chunks) {
    if (filled + chunk.length > buffer.length) {
      const larger = new Uint8Array(Math.max(buffer.length * 2, filled + chunk.length))
      larger.set(buffer.subarray(0, filled))
      buffer = larger
    }
    const searchFrom = filled
    buffer.set(chunk, filled)
    filled += chunk.length
    let start = 0
    for (let end = indexOfNewline(buffer, searchFrom, filled); end !== -1;) {
      hand(start, end)
      start = end + 1
      for (let knownEnd = takeKnown(buffer, start, filled, line + 1); knownEnd !== -1;) {
        line++
        start = knownEnd + 1
        knownEnd = takeKnown(buffer, start, filled, line + 1)
      }
      end = indexOfNewline(buffer, start, filled)
    }
    if (filled - start > maxLineBytes) {
      isSkipping = true
      start = filled
    }
    buffer.copyWithin(0, start, filled)
    filled -= start
  }
  if (filled > 0 || isSkipping) hand(0, filled)
  return { tooLong, firstTooLong }

  function indexOfNewline(bytes: Uint8Array, from: number, to: number): number {
    if (from < to && bytes[from] === newline) return from
    const at = bytes.indexOf(newline, from)
    return at < to ? at : -1
  }
}

const decoder = new TextDecoder()

export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

/** Gives one character a byte, so that patterns match and cut bytes, as in Perl and C. */
export function decodeBytes(bytes: Uint8Array, start: number, end: number): string {
  // The number of arguments of a call is limited.
  if (end - start <= 4096) return String.fromCharCode.apply(null, bytes.subarray(start, end) as unknown as number[])
  let text = ''
  for (let at = start; at < end; at += 4096) text += decodeBytes(bytes, at, Math.min(end, at + 4096))
  return text
}

/** The other way round: a string of one character a byte, read as the UTF-8 it is. */
export function textOfBytes(byteString: string): string {
  if (/^[\0-\x7f]*$/.test(byteString)) return byteString
  return decoder.decode(Uint8Array.from(byteString, (char) => char.charCodeAt(0)))
}
