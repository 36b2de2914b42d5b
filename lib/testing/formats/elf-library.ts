/** Small ELF libraries for tests: nothing in them but what a loader reads first. */

export interface SmallLibrary {
  readonly needed?: readonly string[]
  readonly runpath?: string
  /** By file. */
  readonly versionsNeeded?: Readonly<Record<string, readonly string[]>>
  readonly versionsDefined?: readonly string[]
  readonly machine?: number
}

const bytesOfAll = 0x2000
const at = { programHeaders: 0x40, dynamic: 0x200, needs: 0x600, definitions: 0xc00, strings: 0x1000 }

/** One segment holds the whole file at address 0x10000. Numbers are those of elf.h; machine 62 is x86-64. */
export function smallLibrary(library: SmallLibrary): Uint8Array {
  const { needed = [], runpath, versionsNeeded = {}, versionsDefined = [], machine = 62 } = library
  const bytes = new Uint8Array(bytesOfAll)
  const data = new DataView(bytes.buffer)
  const address = 0x10000
  const put64 = (offset: number, value: number) => data.setBigUint64(offset, BigInt(value), true)
  const put32 = (offset: number, ...values: number[]) =>
    values.forEach((value, index) => data.setUint32(offset + 4 * index, value, true))
  const put16 = (offset: number, ...values: number[]) =>
    values.forEach((value, index) => data.setUint16(offset + 2 * index, value, true))
  let stringsEnd = 1
  const text = (value: string) => {
    const start = stringsEnd
    bytes.set(new TextEncoder().encode(value), at.strings + start)
    stringsEnd += value.length + 1
    return start
  }

  data.setUint32(0, 0x7f454c46)
  bytes.set([2, 1, 1], 4)
  put16(16, 3, machine) // a shared object
  put64(32, at.programHeaders)
  put16(54, 56, 2)
  const segment = (index: number, type: number, offset: number, size: number) => {
    const start = at.programHeaders + 56 * index
    put32(start, type)
    put64(start + 8, offset)
    put64(start + 16, address + offset)
    put64(start + 32, size)
  }

  // DT_NEEDED is 1, DT_RUNPATH 29; below DT_STRTAB 5, DT_STRSZ 10, the rest DT_VERNEED, DT_VERDEF and their numbers.
  const entries: [number, number][] = needed.map((name) => [1, text(name)])
  if (runpath !== undefined) entries.push([29, text(runpath)])
  let need = at.needs
  const files = Object.entries(versionsNeeded)
  files.forEach(([file, versions], index) => {
    const bytesOfOne = 16 + 16 * versions.length
    put16(need, 1, versions.length)
    put32(need + 4, text(file), 16, index === files.length - 1 ? 0 : bytesOfOne)
    versions.forEach((version, which) => {
      put32(need + 16 + 16 * which + 8, text(version), which === versions.length - 1 ? 0 : 16)
    })
    need += bytesOfOne
  })
  versionsDefined.forEach((version, index) => {
    const start = at.definitions + 28 * index
    put16(start, 1, 0, index + 1, 1)
    put32(start + 12, 20, index === versionsDefined.length - 1 ? 0 : 28)
    put32(start + 20, text(version))
  })
  entries.push([5, address + at.strings], [10, stringsEnd])
  if (files.length > 0) entries.push([0x6ffffffe, address + at.needs], [0x6fffffff, files.length])
  if (versionsDefined.length > 0)
    entries.push([0x6ffffffc, address + at.definitions], [0x6ffffffd, versionsDefined.length])
  entries.forEach(([tag, value], index) => {
    put64(at.dynamic + 16 * index, tag)
    put64(at.dynamic + 16 * index + 8, value)
  })
  segment(0, 1, 0, bytesOfAll) // PT_LOAD; below PT_DYNAMIC
  segment(1, 2, at.dynamic, 16 * (entries.length + 1))
  return bytes
}
