/** Is the C library of a process new enough for a library that is to be loaded into it? */
import { unlessProblem } from '../../errors.ts'
import { readContainerFile } from '../container-files/container-file.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'

const maxBytes = 16 * 2 ** 20
const needed = new WeakMap<Uint8Array, number>()

/** The N of the newest GLIBC_2.N a library asks for; 0 when it asks for none. */
export function neededGlibc(library: Buffer): number {
  let version = needed.get(library)
  if (version === undefined) {
    version = newest(library.toString('latin1').matchAll(/GLIBC_2\.(\d{1,3})\b/g))
    needed.set(library, version)
  }
  return version
}

/**
 * The N of glibc 2.N that a process runs on; null when it runs on another C library, or it cannot be told.
 *
 * Source: up to 2.33 the file is called `libc-2.31.so`; later it is `libc.so.6`, and holds `stable release version 2.36.`
 */
export function glibcOf(p: PinnedProcess, mapped: readonly string[]): number | null {
  const path = mapped.find((library) => /\/libc(-2\.\d+)?\.so(\.6)?$/.test(library))
  if (path === undefined) return null
  const byName = /\/libc-2\.(\d{1,3})\.so$/.exec(path)?.[1]
  if (byName !== undefined) return Number(byName)
  // What cannot be read safely is found out by trying.
  return unlessProblem(() => {
    const contents = readContainerFile(p, path, { maxBytes })?.toString('latin1') ?? ''
    const version = /GNU C Library [^\n]{0,200}version 2\.(\d{1,3})/.exec(contents)?.[1]
    return version === undefined ? null : Number(version)
  }, null)
}

function newest(found: Iterable<RegExpMatchArray>): number {
  let version = 0
  for (const [, minor] of found) version = Math.max(version, Number(minor))
  return version
}
