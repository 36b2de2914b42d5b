/** HotSpot's performance counters where they are in no file but in the JVM's memory. */
import fs from 'node:fs'
import { isPerfData } from '../../jvm/hsperfdata.ts'
import { at } from '../container-files/by-descriptor.ts'
import { errnoOf } from '../kernel/errno.ts'
import { kernelFiles } from '../kernel/named-files.ts'
import { type PinnedProcess, readProcFile } from '../process/pinned-process.ts'

export interface PerfMemory {
  /** Of the process's memory; the caller closes it. */
  readonly fd: number
  readonly address: number
  readonly bytes: number
}

const pageBytes = 4096
/** A JVM has some fifty mappings as small as this one. */
const maxMappings = 500

/**
 * Looks at the pages of small writable mappings without a name. null when there are none that hold counters, or when this process may
 * not read the other's memory. Nothing is stopped or attached.
 *
 * Source: PerfMemory::create_memory_region of HotSpot: without a file it reserves PerfDataMemorySize, 32 KB, of anonymous memory.
 */
export function findPerfMemory(p: PinnedProcess, maxBytes: number): PerfMemory | null {
  try {
    const mappings = parseSmallMappings(readProcFile(p, 'maps', 32 * 2 ** 20), maxBytes)
    const fd = kernelFiles.openSync(at(p.directory, 'mem'), fs.constants.O_RDONLY)
    for (const { start, end } of mappings) {
      const offset = findPage(readMapping(fd, start, end))
      if (offset !== null) return { fd, address: start + offset, bytes: end - start - offset }
    }
    fs.closeSync(fd)
    return null
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT', 'ESRCH'].includes(errnoOf(error))) return null
    throw error
  }
}

/** Writable, private, anonymous, at most `maxBytes` long. Source: proc_pid_maps(5). */
function parseSmallMappings(maps: string, maxBytes: number): { start: number; end: number }[] {
  const lines = maps.matchAll(/^([0-9a-f]{1,13})-([0-9a-f]{1,13}) rw-p 0+ 00:00 0 *$/gm)
  return Array.from(lines, ([, start, end]) => ({ start: parseInt(start!, 16), end: parseInt(end!, 16) }))
    .filter(({ start, end }) => end - start <= maxBytes)
    .slice(0, maxMappings)
}

function readMapping(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start)
  try {
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, start))
  } catch (error) {
    if (errnoOf(error) === 'EIO') return bytes.subarray(0, 0) // given back since
    throw error
  }
}

function findPage(bytes: Buffer): number | null {
  for (let offset = 0; offset < bytes.length; offset += pageBytes) if (isPerfData(bytes.subarray(offset))) return offset
  return null
}
