/**
 * The header, segments and sections of an ELF file. The file may be a hostile container's: every size is checked before
 * it is believed, and entries that do not fit are left out.
 *
 * Source: elf(5); 64 bits, little-endian.
 */

/** `length` bytes of the file at `offset`, less at its end. */
export type ReadBytes = (offset: number, length: number) => Uint8Array

export interface ElfSection {
  readonly type: number
  readonly offset: number
  readonly size: number
  readonly link: number
}
export interface ElfSegment {
  readonly type: number
  readonly offset: number
  readonly address: number
  readonly size: number
}

/** Sections of an ELF file that are looked at; further ones are left out. */
const maxSections = 10_000
/** Bytes of a name in an ELF file; the rest is cut. */
const longestElfName = 4096

/** null when it is no such file. */
export function readElfHeader(read: ReadBytes): DataView | null {
  const header = view(read(0, 64))
  if (header.byteLength < 64 || header.getUint32(0) !== 0x7f454c46) return null
  return header.getUint8(4) === 2 && header.getUint8(5) === 1 ? header : null
}

export function readSegments(read: ReadBytes, header: DataView): ElfSegment[] {
  const size = header.getUint16(54, true)
  const count = header.getUint16(56, true)
  if (size < 56) return []
  const table = view(read(number64(header, 32), size * count))
  const segments: ElfSegment[] = []
  for (let at = 0; at + 56 <= table.byteLength; at += size) {
    segments.push({
      type: table.getUint32(at, true),
      offset: number64(table, at + 8),
      address: number64(table, at + 16),
      size: number64(table, at + 32),
    })
  }
  return segments
}

export function readSections(read: ReadBytes, header: DataView): ElfSection[] {
  const size = header.getUint16(58, true)
  const count = Math.min(header.getUint16(60, true), maxSections)
  if (size < 64) return []
  const table = view(read(number64(header, 40), size * count))
  const sections: ElfSection[] = []
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

/** The text that ends with NUL there, cut when it is endless; null when it is empty or outside. */
export function textAt(bytes: Uint8Array, start: number): string | null {
  if (start >= bytes.length) return null
  const window = bytes.subarray(start, start + longestElfName)
  const end = window.indexOf(0)
  const text = new TextDecoder().decode(end === -1 ? window : window.subarray(0, end))
  return text === '' ? null : text
}

export function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Past 2^53 nothing of a file can be. */
export function number64(data: DataView, at: number): number {
  return Number(data.getBigUint64(at, true))
}
