/** A library on our side that is to be loaded into JVMs. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { type ElfDynamic, readElfDynamic } from '../../formats/native/elf-dynamic.ts'
import { errnoOf } from '../kernel/errno.ts'
import { hostFiles } from '../kernel/named-files.ts'
import { closing } from '../kernel/open-file.ts'

export interface LibraryFile {
  readonly path: string
  readonly contents: Buffer
  readonly sha256: string
  /** Its table for the loader, with the libraries that it needs; null when no loader would take it. */
  readonly dynamic: ElfDynamic | null
}

/** A larger file is not read as a library. */
const maxReadLibraryBytes = 64 * 2 ** 20
/** The cache of libraries that were read, by path. `stamp` changes with the file. */
const read = new Map<string, { stamp: string; library: LibraryFile }>()

/**
 * Reads a library, again only when it changed: the list of JVMs asks for each of them. null where there is no ELF file.
 */
export function readLibraryFile(path: string): LibraryFile | null {
  let descriptor: number
  try {
    descriptor = hostFiles.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(errnoOf(error))) return null
    throw error
  }
  using file = closing(descriptor)
  const stat = fs.fstatSync(file.fd)
  if (!stat.isFile() || stat.size > maxReadLibraryBytes) return null
  const stamp = `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`
  const cached = read.get(path)
  if (cached?.stamp === stamp) return cached.library
  const contents = hostFiles.readFileSync(file.fd)
  if (contents.subarray(0, 4).toString('latin1') !== '\x7fELF') return null
  const sha256 = createHash('sha256').update(contents).digest('hex')
  const dynamic = readElfDynamic((offset, length) => contents.subarray(offset, offset + length))
  const library = { path, contents, sha256, dynamic }
  read.set(path, { stamp, library })
  return library
}
