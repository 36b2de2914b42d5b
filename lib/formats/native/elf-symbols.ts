import { findLastFrom } from '../../profile/model/sorted-columns.ts'

/**
 * The functions of an ELF file by their place in it. The file may be a hostile container's: every size is checked before
 * it is believed, and what does not fit gives no names.
 *
 * Source: elf(5); 64 bits, little-endian.
 */
export interface ElfSymbols {
  /** Name of the function at this place of the file, as the linker knows it; null when none is known. */
  nameAt(fileOffset: number): string | null
}

/** `length` bytes of the file at `offset`, less at its end. */
export type ReadBytes = (offset: number, length: number) => Uint8Array

const maxTableBytes = 128 * 2 ** 20
const maxSections = 10_000
const symbolBytes = 24
const longestName = 4096
const symtab = 2
const dynsym = 11
const functionTypes = [2, 10]

interface Section {
  readonly type: number
  readonly offset: number
  readonly size: number
  readonly link: number
}
interface Segment {
  readonly offset: number
  readonly address: number
  readonly size: number
}

/** null when it is no such file. */
export function readElfSymbols(read: ReadBytes): ElfSymbols | null {
  const header = view(read(0, 64))
  if (header.byteLength < 64 || header.getUint32(0) !== 0x7f454c46) return null
  if (header.getUint8(4) !== 2 || header.getUint8(5) !== 1) return null
  const segments = readSegments(read, header)
  const sections = readSections(read, header)
  const table = sections.find(({ type }) => type === symtab) ?? sections.find(({ type }) => type === dynsym)
  if (table === undefined) return null
  const strings = sections[table.link]
  if (strings === undefined || table.size > maxTableBytes || strings.size > maxTableBytes) return null
  const functions = readFunctions(view(read(table.offset, table.size)))
  const names = read(strings.offset, strings.size)
  return {
    nameAt(fileOffset) {
      const segment = segments.find(({ offset, size }) => fileOffset >= offset && fileOffset < offset + size)
      if (segment === undefined) return null
      const found = functions.findAt(fileOffset - segment.offset + segment.address)
      return found === null ? null : textAt(names, found)
    },
  }
}

function readSegments(read: ReadBytes, header: DataView): Segment[] {
  const size = header.getUint16(54, true)
  const count = header.getUint16(56, true)
  if (size < 56) return []
  const table = view(read(number64(header, 32), size * count))
  const segments: Segment[] = []
  for (let at = 0; at + 56 <= table.byteLength; at += size) {
    const isLoaded = table.getUint32(at, true) === 1
    if (isLoaded)
      segments.push({
        offset: number64(table, at + 8),
        address: number64(table, at + 16),
        size: number64(table, at + 32),
      })
  }
  return segments
}

function readSections(read: ReadBytes, header: DataView): Section[] {
  const size = header.getUint16(58, true)
  const count = Math.min(header.getUint16(60, true), maxSections)
  if (size < 64) return []
  const table = view(read(number64(header, 40), size * count))
  const sections: Section[] = []
  for (let at = 0; at + 64 <= table.byteLength; at += size) {
    sections.push({
      type: table.getUint32(at + 4, true),
      offset: number64(table, at + 24),
      size: number64(table, at + 32),
      link: table.getUint32(at + 40, true),
    })
  }
  return sections
}

/** Columns, sorted by address. */
function readFunctions(table: DataView) {
  const rows: { address: number; size: number; name: number }[] = []
  for (let at = 0; at + symbolBytes <= table.byteLength; at += symbolBytes) {
    const isFunction = functionTypes.includes(table.getUint8(at + 4) & 15) && table.getUint16(at + 6, true) !== 0
    if (!isFunction) continue
    rows.push({ address: number64(table, at + 8), size: number64(table, at + 16), name: table.getUint32(at, true) })
  }
  rows.sort((a, b) => a.address - b.address)
  return {
    /** Where its name stands. */
    findAt(address: number): number | null {
      // Several names of one function stand together; hand-written ones may have no size.
      const found = findLastFrom(rows, (row) => row.address, address)
      return found !== undefined && (found.size === 0 || address < found.address + found.size) ? found.name : null
    },
  }
}

function textAt(bytes: Uint8Array, start: number): string | null {
  if (start >= bytes.length) return null
  const end = bytes.indexOf(0, start)
  const text = new TextDecoder().decode(
    bytes.subarray(start, Math.min(end === -1 ? bytes.length : end, start + longestName)),
  )
  return text === '' ? null : text
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Past 2^53 nothing of a file can be. */
function number64(data: DataView, at: number): number {
  return Number(data.getBigUint64(at, true))
}
