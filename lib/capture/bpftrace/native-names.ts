/** Names of the functions at the addresses in bpftrace's text, out of copies of the libraries that the target has mapped. */
import fs from 'node:fs'
import { join } from 'node:path'
import type { Mapping } from '../../formats/bpftrace-facts.ts'
import { cppName } from '../../formats/cpp-name.ts'
import { type ElfSymbols, readElfSymbols } from '../../formats/elf-symbols.ts'
import { eachLine } from '../../formats/lines.ts'

const maxAddresses = 200_000
/** Of one piece of a file; the reader checks what it asks for, this is against what it misses. */
const maxPieceBytes = 256 * 2 ** 20

export interface NativeNames {
  /** Names the addresses in this text too, and gives all there are so far. Addresses in no mapping have none. */
  update(text: AsyncIterable<Uint8Array>, mappings: readonly Mapping[]): Promise<ReadonlyMap<number, string>>
}

/** `symfs` holds the copies below the paths that the target knows. */
export function createNativeNames(symfs: string): NativeNames {
  const names = new Map<number, string>()
  const done = new Set<number>()
  const libraries = new Map<string, ElfSymbols | null>()
  return {
    async update(text, mappings) {
      for (const address of await userAddresses(text)) {
        const mapping = mappings.find(({ start, end }) => address >= start && address < end)
        if (mapping === undefined || done.has(address)) continue
        done.add(address)
        if (!libraries.has(mapping.path)) libraries.set(mapping.path, openLibrary(join(symfs, mapping.path)))
        const name = libraries.get(mapping.path)?.nameAt(address - mapping.start + mapping.offset)
        if (name != null) names.set(address, cppName(name))
      }
      return names
    },
  }
}

async function userAddresses(texts: AsyncIterable<Uint8Array>): Promise<Set<number>> {
  const found = new Set<number>()
  const seen = new Set<string>()
  await eachLine(texts, (bytes, start, end) => {
    if (bytes[start] !== 9 || end - start > 200 || found.size >= maxAddresses) return
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start + 1, Math.min(17, end - start - 1)).toString(
      'latin1',
    )
    const hex = text.slice(0, text.indexOf(' '))
    if (seen.has(hex)) return
    seen.add(hex)
    const address = Number.parseInt(hex, 16)
    if (address < 2 ** 63) found.add(address)
  })
  return found
}

function openLibrary(path: string): ElfSymbols | null {
  let file: number
  try {
    file = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW)
  } catch {
    return null // it could not be copied, and a warning says so
  }
  try {
    return readElfSymbols((offset, length) => {
      if (!Number.isSafeInteger(offset) || length > maxPieceBytes) return new Uint8Array(0)
      const size = fs.fstatSync(file).size
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
      return bytes.subarray(0, fs.readSync(file, bytes, 0, bytes.length, offset))
    })
  } finally {
    fs.closeSync(file)
  }
}
