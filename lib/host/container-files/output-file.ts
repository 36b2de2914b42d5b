/**
 * A new file of ours in a container, held by its inode: what the JVM writes to it can be read whatever its user does to
 * the name meanwhile, and even after the JVM and its container have ended.
 */
import fs from 'node:fs'
import { type NewContainerFile, noDirectory, openNewFile } from './container-file.ts'
import { freeBytesOf, goneOrDirectory, unlinkName } from './by-descriptor.ts'
import { openParentDirectory } from './container-path.ts'
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
  if (parent === null) throw noDirectory(p, path)
  let fd: number
  try {
    fd = openNewFile(p, path, parent, file)
  } catch (error) {
    parent[Symbol.dispose]()
    throw error
  }
  const { directory, name } = parent
  let isOpen = true
  const bytes = () => fs.fstatSync(fd).size

  function remove(): void {
    if (isOpen) unlinkName(directory, name, goneOrDirectory)
  }

  return {
    /** As the process sees it. */
    path,
    bytes,
    /** Bytes that others than root may still write to its file system. */
    freeBytes: () => freeBytesOf(fd),
    /** At most `maxBytes` from the start. */
    read: (maxBytes: number) => readStart(fd, Math.min(bytes(), maxBytes)),
    /** To a new file of ours, mode 0600; gives how much, at most `maxBytes`. */
    copyTo: (destination: string, maxBytes: number) => copyStart(fd, destination, Math.min(bytes(), maxBytes)),
    /**
     * Removes the name, also where another file has it now; again does nothing. The contents stay readable until it is
     * disposed of.
     */
    remove,
    [Symbol.dispose]() {
      if (!isOpen) return
      try {
        remove()
      } finally {
        isOpen = false
        fs.closeSync(fd)
        parent[Symbol.dispose]()
      }
    },
  }
}
