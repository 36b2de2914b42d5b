/**
 * A symbol map: which address range is which function, as HotSpot and perf-map-agent write it for perf.
 *
 *     0x00007fcfb0eca940 0x0000000000000150 long Load.fib(int)      the JDK, with 0x
 *     7fcfb0eca940 150 LLoad;::fib                                  perf-map-agent, without
 *
 * The text comes out of a container, so it is hostile: nothing here trusts its order, sizes or names.
 */
import type { ProfileWarning } from '../profile/model/profile.ts'

/** Columns sorted by `starts`; ranges never overlap. */
export interface PerfMap {
  readonly length: number
  // Float64 holds every user-space address: 47 bits, exact up to 53.
  readonly starts: Float64Array
  /** First address after each range. */
  readonly ends: Float64Array
  readonly names: readonly string[]
}

const linePattern = /^(?:0[xX])?([0-9a-fA-F]{1,16})[ \t]+(?:0[xX])?([0-9a-fA-F]{1,16})[ \t]+(\S.*)$/s
/** Some 600,000 methods. A larger symbol map is not copied from a container, and the doctor says so. */
export const largestPerfMapBytes = 64 * 2 ** 20
const highestAddress = Number.MAX_SAFE_INTEGER

/** The map, without lines that cannot be read or whose range is empty. Of two that overlap, the later line stays. */
export function parsePerfMap(bytes: Uint8Array): { map: PerfMap; warnings: ProfileWarning[] } {
  const symbols: MapSymbol[] = []
  let skipped = 0
  let firstSkipped = 0
  let line = 0
  for (const text of linesOf(new TextDecoder().decode(bytes))) {
    line++
    if (text === '') continue
    const symbol = readSymbol(text)
    if (symbol !== null) symbols.push(symbol)
    else if (skipped++ === 0) firstSkipped = line
  }
  const ordered = withoutOverlaps(symbols)
  const warnings: ProfileWarning[] = []
  if (skipped > 0)
    warnings.push({
      code: 'symbol-lines-skipped',
      text: 'Lines of the symbol map could not be read and were skipped.',
      count: skipped,
      line: firstSkipped,
    })
  if (ordered.length < symbols.length)
    warnings.push({
      code: 'symbols-overlap',
      text: 'Symbols shared addresses with a later one and were dropped.',
      count: symbols.length - ordered.length,
    })
  return { map: toColumns(ordered), warnings }
}

/** Index of the symbol that holds this address, -1 when none does. */
export function findSymbol({ starts, ends, length }: PerfMap, address: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= address) low = middle + 1
    else high = middle
  }
  return low > 0 && address < ends[low - 1]! ? low - 1 : -1
}

interface MapSymbol {
  readonly start: number
  readonly end: number
  readonly name: string
}

function* linesOf(text: string): Generator<string> {
  let from = 0
  while (from < text.length) {
    const newline = text.indexOf('\n', from)
    const end = newline === -1 ? text.length : newline
    yield text.slice(from, text[end - 1] === '\r' ? Math.max(from, end - 1) : end)
    from = end + 1
  }
}

function readSymbol(text: string): MapSymbol | null {
  const parts = linePattern.exec(text)
  if (parts === null) return null
  const start = Number.parseInt(parts[1]!, 16)
  const end = start + Number.parseInt(parts[2]!, 16)
  if (end <= start || end > highestAddress) return null
  return { start, end, name: parts[3]! }
}

/** Sorted by address. The later line of an overlap stays: a tool that appends to a map writes the newer owner last. */
function withoutOverlaps(symbols: readonly MapSymbol[]): MapSymbol[] {
  const order = symbols.map((_, i) => i).sort((a, b) => symbols[a]!.start - symbols[b]!.start || a - b)
  const ordered: number[] = []
  for (const index of order) {
    let wins = true
    while (wins && ordered.length > 0 && symbols[index]!.start < symbols[ordered.at(-1)!]!.end) {
      if (index > ordered.at(-1)!) ordered.pop()
      else wins = false
    }
    if (wins) ordered.push(index)
  }
  return ordered.map((index) => symbols[index]!)
}

function toColumns(symbols: readonly MapSymbol[]): PerfMap {
  return {
    length: symbols.length,
    starts: Float64Array.from(symbols, (symbol) => symbol.start),
    ends: Float64Array.from(symbols, (symbol) => symbol.end),
    names: symbols.map((symbol) => symbol.name),
  }
}
