/**
 * A new file of ours in a container, held by its inode: what the JVM writes to it can be read whatever its user does to
 * the name meanwhile, and even after the JVM and its container have ended.
 */
import fs from 'node:fs'
import { type NewContainerFile, openNewContainerFile } from './container-file.ts'
import { at, openParentDirectory } from './container-path.ts'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import { copyStart, readStart } from '../kernel/open-file.ts'

export type PinnedFile = ReturnType<typeof createPinnedFile>

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
