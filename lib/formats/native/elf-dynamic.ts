import { number64, type ReadBytes, readElfHeader, readSegments, textAt, view } from './elf-file.ts'

/** The needs of an ELF library from the loader, and the versions of symbols that it defines for other libraries. */
export interface ElfDynamic {
  /** Number of the processor: 62 is x86-64, 183 is arm64. */
  readonly machine: number
  /** Libraries that must be loaded with it, in their order: `libc.so.6`. */
  readonly needed: readonly string[]
  /** Directories in which the loader looks for them first: `$ORIGIN/../lib`. */
  readonly searchPath: readonly string[]
  /** Versions of symbols that one of them must have: `{ file: 'libc.so.6', version: 'GLIBC_2.34' }`. */
  readonly versionsNeeded: readonly { readonly file: string; readonly version: string }[]
  /** The versions of its own symbols; empty when they have none. */
  readonly versionsDefined: readonly string[]
}

// Numbers of <elf.h>. All offsets in the code below are those of its 64-bit structs.
const segmentTypes = { load: 1, dynamic: 2 }
const tags = {
  needed: 1,
  strings: 5,
  stringsSize: 10,
  rpath: 15,
  runpath: 29,
  definitions: 0x6ffffffc,
  definitionCount: 0x6ffffffd,
  needs: 0x6ffffffe,
  needCount: 0x6fffffff,
}
const weakVersion = 2
/** Bytes that are read of what a library says for the loader; the rest is left out. */
const maxDynamicBytes = 64 * 1024
/** Bytes that are read of the names in that; the rest is left out. */
const maxStringBytes = 16 * 2 ** 20
/** No library has more: the C library itself has some fifty. */
const maxVersions = 2000
/** Libraries that a library needs; further ones are left out. */
const maxNeeded = 200

/**
 * null when it is no ELF file, or not one for a loader.
 *
 * Source: the program headers, as a loader reads it: sections may be stripped. Versions: Drepper, "ELF Symbol
 * Versioning".
 */
export function readElfDynamic(read: ReadBytes): ElfDynamic | null {
  const header = readElfHeader(read)
  if (header === null) return null
  const segments = readSegments(read, header)
  const dynamic = segments.find(({ type }) => type === segmentTypes.dynamic)
  if (dynamic === undefined) return null
  const entries = readEntries(view(read(dynamic.offset, Math.min(dynamic.size, maxDynamicBytes))))
  const valuesOf = (tag: number) => entries.filter((entry) => entry.tag === tag).map(({ value }) => value)

  /**
   * The bytes of the file that the loader would map to this address; fewer where its segment ends, none outside of all.
   */
  const readAt = (address: number | undefined, length: number): Uint8Array => {
    const segment = segments.find(
      (one) =>
        one.type === segmentTypes.load &&
        address !== undefined &&
        address >= one.address &&
        address < one.address + one.size,
    )
    if (segment === undefined) return new Uint8Array(0)
    return read(segment.offset + address! - segment.address, Math.min(length, segment.size))
  }

  const strings = readAt(valuesOf(tags.strings)[0], Math.min(valuesOf(tags.stringsSize)[0] ?? 0, maxStringBytes))
  /** Reads entries whose value is an offset in the table of strings. */
  const texts = (tag: number) => valuesOf(tag).flatMap((at) => textAt(strings, at) ?? [])
  const [runpath] = texts(tags.runpath)
  const [rpath] = texts(tags.rpath)
  const count = (tag: number) => Math.min(valuesOf(tag)[0] ?? 0, maxVersions)
  return {
    machine: header.getUint16(18, true), // e_machine
    needed: texts(tags.needed).slice(0, maxNeeded),
    // A loader ignores RPATH where there is a RUNPATH.
    searchPath: (runpath ?? rpath ?? '').split(':').filter((directory) => directory !== ''),
    versionsNeeded: readNeeds(valuesOf(tags.needs)[0] ?? 0, count(tags.needCount)),
    versionsDefined: readDefinitions(valuesOf(tags.definitions)[0] ?? 0, count(tags.definitionCount)),
  }

  /**
   * Elf64_Verneed: version and count of 2 bytes; file, aux, next of 4. Elf64_Vernaux: hash of 4; flags, other of 2;
   * name, next of 4. `aux` and `next` are offsets from the struct that holds them.
   */
  function readNeeds(start: number, files: number): ElfDynamic['versionsNeeded'] {
    const found: { file: string; version: string }[] = []
    for (let at = start, file = 0; file < files; file++) {
      const need = view(readAt(at, 16))
      if (need.byteLength < 16) break
      const name = textAt(strings, need.getUint32(4, true))
      let auxiliaryAt = at + need.getUint32(8, true)
      for (let index = 0; index < need.getUint16(2, true) && found.length < maxVersions; index++) {
        const auxiliary = view(readAt(auxiliaryAt, 16))
        if (auxiliary.byteLength < 16) break
        const version = textAt(strings, auxiliary.getUint32(8, true))
        const isWeak = (auxiliary.getUint16(4, true) & weakVersion) !== 0 // it is no error where such a version is missing
        if (name !== null && version !== null && !isWeak) found.push({ file: name, version })
        const next = auxiliary.getUint32(12, true)
        if (next === 0) break
        auxiliaryAt += next
      }
      const next = need.getUint32(12, true)
      if (next === 0) break
      at += next
    }
    return found
  }

  /**
   * Elf64_Verdef: version, flags, index, count of 2 bytes; hash, aux, next of 4. The first Elf64_Verdaux has its name.
   */
  function readDefinitions(start: number, definitions: number): string[] {
    const found: string[] = []
    for (let at = start, index = 0; index < definitions; index++) {
      const definition = view(readAt(at, 20))
      if (definition.byteLength < 20) break
      const name = view(readAt(at + definition.getUint32(12, true), 8))
      const version = name.byteLength < 8 ? null : textAt(strings, name.getUint32(0, true))
      if (version !== null) found.push(version)
      const next = definition.getUint32(16, true)
      if (next === 0) break
      at += next
    }
    return found
  }
}

function readEntries(table: DataView): { tag: number; value: number }[] {
  const entries: { tag: number; value: number }[] = []
  for (let at = 0; at + 16 <= table.byteLength; at += 16) {
    const tag = number64(table, at)
    if (tag === 0) break
    entries.push({ tag, value: number64(table, at + 8) })
  }
  return entries
}
