/**
 * A new file of ours in a container, held by its inode: what the JVM writes to it can be read whatever its user does to
 * the name meanwhile, and even after the JVM and its container have ended.
 */
import fs from 'node:fs'
import { type NewContainerFile, openNewContainerFile } from './container-file.ts'
import { at, openParentDirectory } from './container-path.ts'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'

export type PinnedFile = ReturnType<typeof createPinnedFile>

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants
const chunkBytes = 2 ** 20

/**
 * Makes it; disposing of it removes it.
 *
 * Throws: as `createContainerFile`.
 */
export function createPinnedFile(p: PinnedProcess, path: string, file: NewContainerFile) {
  const parent = openParentDirectory(p, path)
  let fd: number
  try {
    fd = openNewContainerFile(p, path, file)
  } catch (error) {
    parent?.[Symbol.dispose]()
    throw error
  }
  let isOpen = true
  const bytes = () => fs.fstatSync(fd).size

  function remove(): void {
    if (!isOpen) return
    try {
      fs.unlinkSync(at(parent!.directory, parent!.name))
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
    }
  }

  return {
    /** As the process sees it. */
    path,
    bytes,
    /** Bytes that others than root may still write to its file system. */
    freeBytes(): number {
      const { bavail, bsize } = fs.statfsSync(at(fd))
      return bavail * bsize
    },
    /** At most `maxBytes` from the start. */
    read: (maxBytes: number) => readStart(fd, Math.min(bytes(), maxBytes)),
    /** To a new file of ours, mode 0600; gives how much, at most `maxBytes`. */
    copyTo: (destination: string, maxBytes: number) => copyStart(fd, destination, Math.min(bytes(), maxBytes)),
    /** Takes the name away, whatever has it now; again does nothing. The contents stay readable until it is disposed of. */
    remove,
    [Symbol.dispose]() {
      if (!isOpen) return
      try {
        remove()
      } finally {
        isOpen = false
        fs.closeSync(fd)
        parent?.[Symbol.dispose]()
      }
    },
  }
}

function readStart(fd: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  let filled = 0
  while (filled < bytes) {
    const read = fs.readSync(fd, buffer, filled, bytes - filled, filled)
    if (read === 0) break
    filled += read
  }
  return buffer.subarray(0, filled)
}

function copyStart(fd: number, destination: string, bytes: number): number {
  const to = fs.openSync(destination, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let copied = 0
    while (copied < bytes) {
      const read = fs.readSync(fd, chunk, 0, Math.min(chunkBytes, bytes - copied), copied)
      if (read === 0) break
      fs.writeFileSync(to, chunk.subarray(0, read))
      copied += read
    }
    return copied
  } finally {
    fs.closeSync(to)
  }
}
