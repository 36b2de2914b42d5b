import { findLastFrom } from '../../profile/model/sorted-columns.ts'
import { number64, type ReadBytes, readElfHeader, readSections, readSegments, textAt, view } from './elf-file.ts'

/** The functions of an ELF file by their offset in it. */
export interface ElfSymbols {
  /** Name of the function at this place of the file, as the linker knows it; null when none is known. */
  nameAt(fileOffset: number): string | null
  /**
   * Where the largest function of this name begins in the file; older versions of one are stubs. Null when there is
   * none.
   */
  offsetOf(name: string): number | null
}

/** Bytes of a table of symbols, and of their names; a library with larger ones has no names of functions. */
const maxTableBytes = 128 * 2 ** 20
const symbolBytes = 24
const symtab = 2
const dynsym = 11
const functionTypes = [2, 10]
const loadSegment = 1

/** null when it is no such file. */
export function readElfSymbols(read: ReadBytes): ElfSymbols | null {
  const header = readElfHeader(read)
  if (header === null) return null
  const segments = readSegments(read, header).filter(({ type }) => type === loadSegment)
  const sections = readSections(read, header)
  const table = sections.find(({ type }) => type === symtab) ?? sections.find(({ type }) => type === dynsym)
  if (table === undefined) return null
  const strings = sections[table.link]
  if (strings === undefined || table.size > maxTableBytes || strings.size > maxTableBytes) return null
  const functions = readFunctions(view(read(table.offset, table.size)))
  const names = read(strings.offset, strings.size)
  return {
    nameAt(fileOffset) {
      const segment = segments.find(({ offset, size }) => isWithin(fileOffset, offset, size))
      if (segment === undefined) return null
      const found = functions.findAt(fileOffset - segment.offset + segment.address)
      return found === null ? null : textAt(names, found)
    },
    offsetOf(name) {
      const address = functions.findLargest((at) => textAt(names, at) === name)
      const segment = segments.find(({ address: start, size }) => address !== null && isWithin(address, start, size))
      return segment === undefined ? null : address! - segment.address + segment.offset
    },
  }
}

function isWithin(value: number, start: number, size: number): boolean {
  return value >= start && value < start + size
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
    /** Its address. `isNamed` gets where the name stands. */
    findLargest(isNamed: (name: number) => boolean): number | null {
      const named = rows.filter(({ name }) => isNamed(name)).sort((a, b) => b.size - a.size)
      return named[0]?.address ?? null
    },
  }
}
