/** HotSpot's performance counters as they are in the JVM's memory, with a file behind it or without. */
import fs from 'node:fs'
import { isPerfData } from '../../jvm/hsperfdata.ts'
import { at } from '../container-files/by-descriptor.ts'
import { errnoOf } from '../kernel/errno.ts'
import { kernelFiles } from '../kernel/named-files.ts'
import { type PinnedProcess, readProcFile, mapsBytes } from '../process/pinned-process.ts'

export interface PerfMemory {
  /** Descriptor of the process's memory; the caller closes it. */
  readonly fd: number
  readonly address: number
  readonly bytes: number
}

/** A JVM's counters begin at the start of a page of so many bytes. */
const pageBytes = 4096
/** Mappings that are searched for the counters of a JVM, which has some fifty that are as small. */
const maxSmallMappings = 500

/**
 * Looks where the JVM has mapped a file of counters, else at the pages of small writable mappings without a name. What
 * it has mapped is its own: a file of the same name may be that of a JVM in another container that shares its /tmp.
 * null when there are none that hold counters, `unreadable` when this process may not read the other's memory. Nothing
 * is stopped or attached.
 *
 * Source: PerfMemory::create_memory_region of HotSpot: without a file it reserves PerfDataMemorySize, 32 KB, of
 * anonymous memory.
 */
export function findPerfMemory(p: PinnedProcess, maxBytes: number): PerfMemory | 'unreadable' | null {
  try {
    const mappings = parseMappings(readProcFile(p, 'maps', mapsBytes), maxBytes)
    const fd = kernelFiles.openSync(at(p.directory, 'mem'), fs.constants.O_RDONLY)
    for (const { start, end } of mappings) {
      const offset = findPage(readMapping(fd, start, end))
      if (offset !== null) return { fd, address: start + offset, bytes: end - start - offset }
    }
    fs.closeSync(fd)
    return null
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(errnoOf(error))) return 'unreadable'
    if (['ENOENT', 'ESRCH'].includes(errnoOf(error))) return null
    throw error
  }
}

/**
 * Writable, and shared with a file of counters, or private and anonymous; at most `maxBytes` long. Source:
 * proc_pid_maps(5).
 */
function parseMappings(maps: string, maxBytes: number): { start: number; end: number }[] {
  const range = '^([0-9a-f]{1,13})-([0-9a-f]{1,13})'
  const named = new RegExp(`${range} rw-s \\S+ \\S+ \\S+ +\\S*/hsperfdata_[^/]*/\\d+(?: \\(deleted\\))?$`, 'gm')
  const anonymous = new RegExp(`${range} rw-p 0+ 00:00 0 *$`, 'gm')
  return [...maps.matchAll(named), ...maps.matchAll(anonymous)]
    .map(([, start, end]) => ({ start: parseInt(start!, 16), end: parseInt(end!, 16) }))
    .filter(({ start, end }) => end - start <= maxBytes)
    .slice(0, maxSmallMappings)
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
