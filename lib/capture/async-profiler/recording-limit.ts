/** How large a recording may grow: it lies in the container's /tmp, which may be memory that the JVM itself needs. */
import { Problem } from '../../errors.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { findMount, readMounts } from '../../host/container-files/mounts.ts'
import { roomFor } from '../disk-space.ts'

const largestBytes = 256 * 2 ** 20
const smallestBytes = 2 ** 21

export interface RoomForRecording {
  readonly process: PinnedProcess
  /** Free in the container's /tmp. */
  readonly freeBytes: number
  readonly memoryLimitBytes: number | null
  /** Where our copies go. */
  readonly directory: string
}

/** Throws: Problem `tmp-not-writable` when there is hardly any room. */
export function recordingLimit({ process, freeBytes, memoryLimitBytes, directory }: RoomForRecording): number {
  const isMemory = findMount(readMounts(process), '/tmp')?.fileSystem === 'tmpfs'
  const ofMemory = isMemory && memoryLimitBytes !== null ? Math.max(smallestBytes, memoryLimitBytes / 16) : largestBytes
  const bytes = Math.min(roomFor(directory, largestBytes), freeBytes / 4, ofMemory)
  if (bytes >= smallestBytes) return Math.floor(bytes)
  throw new Problem('tmp-not-writable', { target: process.label, reason: 'its file system is nearly full' })
}
