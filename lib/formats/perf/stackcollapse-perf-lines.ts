/** The two kinds of lines stackcollapse-perf.pl knows, read by hand where its patterns would take quadratic time. */
import { decodeBytes } from '../reading/lines.ts'

export interface CollapseOptions {
  readonly pid?: boolean
  readonly tid?: boolean
  readonly kernel?: boolean
  readonly jit?: boolean
  /** Kernel and jit. */
  readonly all?: boolean
  readonly addrs?: boolean
  /** A line with the place in the source follows each frame, `perf script -F+srcline`. */
  readonly srcline?: boolean
  /** Which event to count; the first one met when not given. */
  readonly eventFilter?: string
}

/** Where the parts of the header read last are; an empty range is a part that is not there. */
export interface CollapseHeader {
  commEnd: number
  firstStart: number
  firstEnd: number
  /** After the slash. */
  secondStart: number
  secondEnd: number
  periodStart: number
  periodEnd: number
  eventStart: number
  eventEnd: number
}

export const createHeader = (): CollapseHeader => ({
  ...{ commEnd: 0, firstStart: 0, firstEnd: 0, secondStart: 0, secondEnd: 0 },
  ...{ periodStart: 0, periodEnd: 0, eventStart: 0, eventEnd: 0 },
})

export interface CollapseFrame {
  /** Outermost first; more than one where perf-map-agent wrote inlined methods as a chain. */
  readonly parts: readonly string[]
  /** How many of the parts have a line of their own with `srcline`. */
  readonly sourceLines: number
}

/**
 * Whether the line is a header: a comm of at least two bytes, blank, number, perhaps slash and number, blank; the
 * leftmost such place counts. Then `header` says where all that is.
 */
export function readCollapseHeader(bytes: Uint8Array, start: number, end: number, header: CollapseHeader): boolean {
  if (isSpace(bytes[start]!)) return false
  for (let at = start + 2; at < end; at++) {
    if (!isSpace(bytes[at]!)) continue
    let firstStart = at
    while (firstStart < end && isSpace(bytes[firstStart]!)) firstStart++
    const firstEnd = skipDigits(bytes, firstStart, end)
    let secondStart = firstEnd
    while (secondStart < end && bytes[secondStart] === slash) secondStart++
    const secondEnd = skipDigits(bytes, secondStart, end)
    if (firstEnd > firstStart && secondEnd < end && isSpace(bytes[secondEnd]!)) {
      header.commEnd = at
      header.firstStart = firstStart
      header.firstEnd = firstEnd
      header.secondStart = secondStart
      header.secondEnd = secondEnd
      readEvent(bytes, start, end, header)
      return true
    }
    at = firstStart - 1
  }
  return false
}

/** At the end of the line: a colon, perhaps a period, blank, the event, a colon, perhaps blanks. */
function readEvent(bytes: Uint8Array, start: number, end: number, header: CollapseHeader): void {
  header.eventStart = header.eventEnd = header.periodStart = header.periodEnd = end
  const eventEnd = skipSpacesBack(bytes, start, end) - 1
  if (bytes[eventEnd] !== colon) return
  let eventStart = eventEnd
  while (eventStart > start && !isSpace(bytes[eventStart - 1]!)) eventStart--
  const before = skipSpacesBack(bytes, start, eventStart)
  if (eventStart === eventEnd || before === eventStart) return
  if (before === start || bytes[before - 1] !== colon) {
    let periodStart = before
    while (periodStart > start && isDigit(bytes[periodStart - 1]!)) periodStart--
    const colonEnd = skipSpacesBack(bytes, start, periodStart)
    if (periodStart === before || colonEnd === start || bytes[colonEnd - 1] !== colon) return
    header.periodStart = periodStart
    header.periodEnd = before
  }
  header.eventStart = eventStart
  header.eventEnd = eventEnd
}

/** Gives the name of the process of a header that begins at `start`. */
export function nameProcess(
  bytes: Uint8Array,
  start: number,
  { commEnd, firstStart, firstEnd, secondStart, secondEnd }: CollapseHeader,
  { pid, tid }: CollapseOptions,
): string {
  const first = decodeBytes(bytes, firstStart, firstEnd)
  const second = decodeBytes(bytes, secondStart, secondEnd)
  const hasBoth = second !== '' && second !== '0'
  const ownPid = hasBoth ? first : '?'
  const suffix = tid === true ? `-${ownPid}/${hasBoth ? second : first}` : pid === true ? `-${ownPid}` : ''
  return `${decodeBytes(bytes, start, commEnd)}${suffix}`.replaceAll(' ', '_')
}

/** Null when the line is no frame; no parts when it is one that is skipped. */
export function readCollapseFrame(line: string, isJava: boolean, options: CollapseOptions): CollapseFrame | null {
  const split = splitFrameLine(line)
  if (split === null) return null
  const { address, file } = split
  const symbol = split.symbol.replace(/\+0x[\da-f]+$/, '')
  if (symbol.startsWith('(')) return { parts: [], sourceLines: 0 }
  const isKernel = (options.kernel ?? options.all) === true && /^\[|vmlinux$/.test(file) && !file.includes('unknown')
  const isJit = (options.jit ?? options.all) === true && /\/tmp\/perf-\d+\.map/.test(file)
  const names = splitChain(symbol)
  const parts = names.map((raw, index) => {
    const name = tidy(raw === '[unknown]' ? unknownName(file, address, options) : raw, isJava)
    if (index > 0) return name.includes('_[i]') ? name : `${name}_[i]`
    if (isKernel) return `${name}_[k]`
    return isJit && !name.includes('_[j]') ? `${name}_[j]` : name
  })
  const firstUnknown = file === '[unknown]' ? names.indexOf('[unknown]') : -1
  return { parts, sourceLines: firstUnknown === -1 ? parts.length : firstUnknown }
}

/** What `perf script -F+srcline` printed below a frame, without the address in brackets and the blanks around it. */
export function tidySourceLine(line: string): string {
  return line
    .replace(/\[[^\n]*?\]/g, '')
    .replace(/^[ \t\n\v\f\r]+/, '')
    .replace(/[ \t\n\v\f\r]+$/, '')
}

/**
 * Word, symbol, file in parentheses. The symbol goes up to the last ` (` that a `)` follows, the file up to the last
 * `)`; where no byte is left for the symbol, it takes the last one of the word.
 */
function splitFrameLine(line: string): { address: string; symbol: string; file: string } | null {
  const close = line.lastIndexOf(')')
  const open = close < 2 ? -1 : line.lastIndexOf(' (', close - 2)
  if (open === -1) return null
  let start = 0
  while (start < open && isSpace(line.charCodeAt(start))) start++
  let wordEnd = start
  while (wordEnd < open && /\w/.test(line[wordEnd]!)) wordEnd++
  let symbolStart = wordEnd
  while (symbolStart <= open && isSpace(line.charCodeAt(symbolStart))) symbolStart++
  symbolStart = Math.min(symbolStart, open - 1)
  wordEnd = Math.min(wordEnd, symbolStart)
  if (wordEnd <= start) return null
  return {
    address: line.slice(start, wordEnd),
    symbol: line.slice(symbolStart, open),
    file: line.slice(open + 2, close),
  }
}

/** Splits as Perl does: empty parts at the end vanish. */
function splitChain(symbol: string): string[] {
  const parts = symbol.split('->')
  while (parts.length > 0 && parts.at(-1) === '') parts.pop()
  return parts
}

function unknownName(file: string, address: string, { addrs }: CollapseOptions): string {
  const name = file === '[unknown]' ? 'unknown' : file.slice(file.lastIndexOf('/') + 1)
  return addrs === true ? `[${name} <${address}>]` : `[${name}]`
}

function tidy(name: string, isJava: boolean): string {
  let text = name.replaceAll(';', ':')
  if (!isGoMethod(text)) text = upToParameters(text)
  text = text.replace(/["']/g, '')
  return isJava && text.startsWith('L') && text.includes('/') ? text.slice(1) : text
}

/** `net/http.(*Client).Do` */
function isGoMethod(text: string): boolean {
  const open = text.indexOf('.(')
  return open !== -1 && text.lastIndexOf(').') >= open + 2
}

function upToParameters(text: string): string {
  let open = text.indexOf('(')
  while (open !== -1 && text.startsWith('anonymous namespace)', open + 1)) open = text.indexOf('(', open + 1)
  return open === -1 ? text : text.slice(0, open)
}

const colon = 58
const slash = 47

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13)
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57
}

function skipDigits(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && isDigit(bytes[at]!)) at++
  return at
}

function skipSpacesBack(bytes: Uint8Array, start: number, from: number): number {
  let at = from
  while (at > start && isSpace(bytes[at - 1]!)) at--
  return at
}
