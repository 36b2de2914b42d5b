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

export interface CollapseHeader {
  readonly comm: string
  readonly first: string
  /** After the slash, where there is one. */
  readonly second: string | null
  readonly period: string | null
  readonly event: string | null
}

export interface CollapseFrame {
  /** Outermost first; more than one where perf-map-agent wrote inlined methods as a chain. */
  readonly parts: readonly string[]
  /** How many of the parts have a line of their own with `srcline`. */
  readonly sourceLines: number
}

/** A comm of at least two bytes, blank, number, perhaps slash and number, blank; the leftmost such place counts. */
export function readCollapseHeader(bytes: Uint8Array, start: number, end: number): CollapseHeader | null {
  if (isSpace(bytes[start]!)) return null
  for (let at = start + 2; at < end; at++) {
    if (!isSpace(bytes[at]!)) continue
    const firstStart = skip(bytes, at, end, isSpace)
    const firstEnd = skip(bytes, firstStart, end, isDigit)
    const secondStart = skip(bytes, firstEnd, end, isSlash)
    const secondEnd = skip(bytes, secondStart, end, isDigit)
    if (firstEnd > firstStart && secondEnd < end && isSpace(bytes[secondEnd]!)) {
      return {
        comm: decodeBytes(bytes, start, at),
        first: decodeBytes(bytes, firstStart, firstEnd),
        second: secondEnd > secondStart ? decodeBytes(bytes, secondStart, secondEnd) : null,
        ...readEvent(bytes, start, end),
      }
    }
    at = firstStart - 1
  }
  return null
}

/** At the end of the line: a colon, perhaps a period, blank, the event, a colon, perhaps blanks. */
function readEvent(bytes: Uint8Array, start: number, end: number): { period: string | null; event: string | null } {
  const none = { period: null, event: null }
  const eventEnd = skipBack(bytes, start, end, isSpace) - 1
  if (bytes[eventEnd] !== colon) return none
  const eventStart = skipBack(bytes, start, eventEnd, (byte) => !isSpace(byte))
  const before = skipBack(bytes, start, eventStart, isSpace)
  if (eventStart === eventEnd || before === eventStart) return none
  const event = decodeBytes(bytes, eventStart, eventEnd)
  if (before > start && bytes[before - 1] === colon) return { period: null, event }
  const periodStart = skipBack(bytes, start, before, isDigit)
  const colonEnd = skipBack(bytes, start, periodStart, isSpace)
  if (periodStart === before || colonEnd === start || bytes[colonEnd - 1] !== colon) return none
  return { period: decodeBytes(bytes, periodStart, before), event }
}

export function nameProcess({ comm, first, second }: CollapseHeader, { pid, tid }: CollapseOptions): string {
  const hasBoth = second !== null && second !== '0'
  const ownPid = hasBoth ? first : '?'
  const suffix = tid === true ? `-${ownPid}/${hasBoth ? second : first}` : pid === true ? `-${ownPid}` : ''
  return `${comm}${suffix}`.replaceAll(' ', '_')
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

/** As Perl splits: empty parts at the end vanish. */
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

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13)
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57
}

function isSlash(byte: number): boolean {
  return byte === 47
}

function skip(bytes: Uint8Array, from: number, end: number, is: (byte: number) => boolean): number {
  let at = from
  while (at < end && is(bytes[at]!)) at++
  return at
}

function skipBack(bytes: Uint8Array, start: number, from: number, is: (byte: number) => boolean): number {
  let at = from
  while (at > start && is(bytes[at - 1]!)) at--
  return at
}
