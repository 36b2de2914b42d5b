/**
 * HotSpot's performance counters as it keeps them in /tmp/hsperfdata_<user>/<pid>: 32 KB, memory-mapped, written by the
 * JVM while we read. Any process in the container may have written it: every number is checked, all is a hint only.
 *
 * Source: perfMemory.hpp and perfMemory_prologue of HotSpot, version 2.0 (JDK 5 to 26).
 */

export interface PerfData {
  /** Texts such as `java.rt.vmArgs`, cut at 1024 bytes by HotSpot. */
  readonly texts: ReadonlyMap<string, string>
  /** Where the 64-bit value of `sun.gc.generation.0.space.0.used` stands in the bytes: it moves, its place does not. */
  readonly longOffsets: ReadonlyMap<string, number>
  readonly littleEndian: boolean
}

const prologueBytes = 32
const entryHeaderBytes = 20
/** Counters that are read of a JVM's hsperfdata; further ones are left out. */
const maxCounters = 4096

/** Whether these bytes begin with performance data of version 2 that the JVM has filled. */
export function isPerfData(bytes: Uint8Array): boolean {
  if (bytes.length < prologueBytes) return false
  const magic = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  return magic === 0xcafec0c0 && bytes[5] === 2 && bytes[7] !== 0
}

/**
 * null when this is no performance data of version 2, or it is not complete yet.
 *
 * Keeps: the entries before the first one that points outside the bytes.
 */
export function parsePerfData(bytes: Uint8Array): PerfData | null {
  if (!isPerfData(bytes)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const littleEndian = bytes[4] === 1
  const texts = new Map<string, string>()
  const longOffsets = new Map<string, number>()
  let start = view.getUint32(24, littleEndian)
  const entries = Math.min(view.getUint32(28, littleEndian), maxCounters)
  for (let entry = 0; entry < entries; entry++) {
    if (start + entryHeaderBytes > bytes.length) break
    const entryBytes = view.getUint32(start, littleEndian)
    const name = start + view.getUint32(start + 4, littleEndian)
    const vectorLength = view.getUint32(start + 8, littleEndian)
    const type = String.fromCharCode(bytes[start + 12]!)
    const data = start + view.getUint32(start + 16, littleEndian)
    const end = start + entryBytes
    if (entryBytes < entryHeaderBytes || end > bytes.length || name >= end || data >= end) break
    if (type === 'B' && vectorLength > 0) {
      texts.set(readText(bytes, name, data), readText(bytes, data, Math.min(data + vectorLength, end)))
    } else if (type === 'J' && vectorLength === 0 && data + 8 <= end) {
      longOffsets.set(readText(bytes, name, data), data)
    }
    start = end
  }
  return { texts, longOffsets, littleEndian }
}

/** A 64-bit value as it is in these bytes now; null when there is no such counter. */
export function readLong(perfData: PerfData, bytes: Uint8Array, name: string): number | null {
  const offset = perfData.longOffsets.get(name)
  if (offset === undefined || offset + 8 > bytes.length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Number(view.getBigInt64(offset, perfData.littleEndian))
}

/** Used bytes of the Java heap: the spaces of all generations. null when it does not say. */
export function readHeapUsed(perfData: PerfData, bytes: Uint8Array): number | null {
  return sum(perfData, bytes, /^sun\.gc\.generation\.[01]\.space\.\d+\.used$/)
}

/** The size the Java heap may grow to. null when it does not say. */
export function readHeapLimit(perfData: PerfData, bytes: Uint8Array): number | null {
  const generations = valuesOf(perfData, bytes, /^sun\.gc\.generation\.[01]\.maxCapacity$/)
  if (generations.length === 0) return null
  // These split the heap between their generations; collectors with regions give each generation the whole of it.
  const isSplit = ['Parallel', 'Serial', 'CMS'].includes(collectorOf(perfData) ?? '')
  return isSplit ? generations.reduce((a, b) => a + b, 0) : Math.max(...generations)
}

/** `G1`, `Parallel`, `Serial`, `ZGC`, `Shenandoah`, `CMS`, `Epsilon`; null when it does not say. */
export function collectorOf({ texts }: PerfData): string | null {
  const names = [...texts].filter(([name]) => /^sun\.gc\.(collector\.\d+|policy)\.name$/.test(name))
  const joined = names.map(([, value]) => value).join(' ')
  for (const [pattern, collector] of collectorNames) if (pattern.test(joined)) return collector
  return null
}

const collectorNames: readonly (readonly [RegExp, string])[] = [
  [/G1/, 'G1'],
  [/PS|ParScav/, 'Parallel'],
  [/\bZ(GC)?\b/, 'ZGC'],
  [/Shenandoah/, 'Shenandoah'],
  [/Epsilon/, 'Epsilon'],
  [/CMS/, 'CMS'],
  [/Copy|MSC|MarkSweepCompact/, 'Serial'],
]

function sum(perfData: PerfData, bytes: Uint8Array, pattern: RegExp): number | null {
  const values = valuesOf(perfData, bytes, pattern)
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0)
}

function valuesOf(perfData: PerfData, bytes: Uint8Array, pattern: RegExp): number[] {
  return [...perfData.longOffsets.keys()]
    .filter((name) => pattern.test(name))
    .map((name) => readLong(perfData, bytes, name) ?? 0)
    .filter((value) => value >= 0)
}

const decoder = new TextDecoder()

/** Up to the NUL, or `end`. */
function readText(bytes: Uint8Array, start: number, end: number): string {
  const nul = bytes.indexOf(0, start)
  return decoder.decode(bytes.subarray(start, nul < 0 || nul > end ? end : nul))
}
