/** HotSpot's performance counters of a running JVM, opened once and read again for nothing. */
import fs from 'node:fs'
import { isProblem } from '../../errors.ts'
import { type PerfData, parsePerfData } from '../../jvm/hsperfdata.ts'
import { errnoOf } from '../kernel/errno.ts'
import { listNames, openForReading } from '../container-files/by-descriptor.ts'
import { withContainerPath } from '../container-files/container-path.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import type { ProcessStatus } from '../process/process-status.ts'
import { findPerfMemory } from './hsperfdata-memory.ts'

export interface PerfDataFile extends Disposable {
  readonly perfData: PerfData
  /** The counters as they are now, in the same bytes each time; what `perfData` says of places stays true. */
  read(): Uint8Array
}

/** 32 KB, up to what `-XX:PerfDataMemorySize` may reasonably say. */
const maxPerfDataBytes = 256 * 1024

/** A container may fill its /tmp with anything: no more than these names are looked at. */
const maxNames = 4096

/**
 * Opens the counters in the JVM's memory, else, where this process may not read that, in their file. Some JVMs have no
 * file: a user without a name, a /tmp that it may not write, `-XX:+PerfDisableSharedMem`. null when there are none
 * (`-XX:-UsePerfData`), or the file is not safe to read. The caller disposes of it.
 */
export function openPerfData(p: PinnedProcess, status: ProcessStatus, userName: string | null): PerfDataFile | null {
  const memory = findPerfMemory(p, maxPerfDataBytes)
  if (memory === null) return null
  if (memory !== 'unreadable') return openAt(memory.fd, memory.address, memory.bytes)
  const fd = findOwn(p, status, userName)
  return fd === null ? null : openAt(fd, 0, Math.min(fs.fstatSync(fd).size, maxPerfDataBytes))
}

function openAt(fd: number, position: number, bytes: number): PerfDataFile | null {
  const buffer = Buffer.allocUnsafe(bytes)
  const read = () => {
    try {
      return buffer.subarray(0, fs.readSync(fd, buffer, 0, buffer.length, position))
    } catch (error) {
      if (errnoOf(error) === 'EIO') return buffer.subarray(0, 0) // memory that the JVM has given back as it ended
      throw error
    }
  }
  const perfData = parsePerfData(read())
  if (perfData === null) {
    fs.closeSync(fd)
    return null
  }
  return { perfData, read, [Symbol.dispose]: () => fs.closeSync(fd) }
}

function findOwn(p: PinnedProcess, status: ProcessStatus, userName: string | null): number | null {
  const likely = userName !== null && !userName.includes('/') ? [`hsperfdata_${userName}`] : []
  try {
    for (const directory of likely.length > 0 ? likely : listPerfDataDirectories(p)) {
      const fd = openOwn(p, `/tmp/${directory}/${status.namespacePid}`, status)
      if (fd !== null) return fd
    }
    return null
  } catch (error) {
    if (isProblem(error) && error.code !== 'target-gone') return null
    throw error
  }
}

/** Where the user has no name in the container's /etc/passwd, the JVM may still know one from elsewhere. */
function listPerfDataDirectories(p: PinnedProcess): string[] {
  const names = withContainerPath(p, '/tmp', (descriptor) => {
    if (!fs.fstatSync(descriptor).isDirectory()) return []
    const names = listNames(descriptor, maxNames).map(({ name }) => name)
    return names.filter((name) => name.startsWith('hsperfdata_'))
  })
  return names ?? []
}

function openOwn(p: PinnedProcess, path: string, status: ProcessStatus): number | null {
  return withContainerPath(p, path, (descriptor) => {
    const stat = fs.fstatSync(descriptor)
    const isOwn = stat.isFile() && stat.uid === status.uid && stat.nlink === 1 && stat.size <= maxPerfDataBytes
    return isOwn ? openForReading(descriptor) : null
  })
}
