/** Reads the cache that `ldconfig` wrote for glibc's loader: the path of each library of a container. */
import { isProblem } from '../../errors.ts'
import { readContainerFile } from '../container-files/container-file.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'

const path = '/etc/ld.so.cache'
/** A larger file is not read as the cache of the loader. */
const maxCacheBytes = 8 * 2 ** 20
/** Entries of the loader's cache that are read; further ones are left out. */
const maxCacheEntries = 50_000
const magic = 'glibc-ld.so.cache1.1'
const headerBytes = 48
const entryBytes = 24
/** Bytes of the name or the path of a library in that cache; an entry with more is left out. */
const longestCacheText = 4096

/** Gives paths by name; none without such a file. Throws: Problem `target-gone`. */
export function readCachedLibraries(p: PinnedProcess): ReadonlyMap<string, readonly string[]> {
  try {
    return parseLoaderCache(readContainerFile(p, path, { maxBytes: maxCacheBytes }) ?? Buffer.alloc(0))
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone') throw error
    return new Map()
  }
}

/**
 * Keeps: entries that point outside the file are left out.
 *
 * Source: struct cache_file_new in sysdeps/generic/dl-cache.h of glibc; an older table may stand before it.
 */
export function parseLoaderCache(file: Buffer): Map<string, string[]> {
  const libraries = new Map<string, string[]>()
  const start = file.indexOf(magic, 0, 'latin1')
  if (start < 0 || file.length < start + headerBytes) return libraries
  const table = file.subarray(start)
  const count = Math.min(table.readUInt32LE(20), maxCacheEntries)
  const textAt = (offset: number) => {
    const text = table.subarray(offset, offset + longestCacheText)
    const end = text.indexOf(0)
    return end < 0 ? '' : text.toString('latin1', 0, end)
  }
  for (let index = 0; index < count; index++) {
    const at = headerBytes + entryBytes * index
    if (at + entryBytes > table.length) break
    const name = textAt(table.readUInt32LE(at + 4))
    const library = textAt(table.readUInt32LE(at + 8))
    if (name === '' || !library.startsWith('/')) continue
    libraries.set(name, [...(libraries.get(name) ?? []), library])
  }
  return libraries
}
