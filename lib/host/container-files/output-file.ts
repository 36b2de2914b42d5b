/**
 * A new file of ours in a container, held by its inode: the output of the JVM can be read even when its user moves or
 * replaces the name meanwhile, and after the JVM and its container have ended.
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
    /** The path that the process sees. */
    path,
    bytes,
    /** Bytes that others than root may still write to its file system. */
    freeBytes: () => freeBytesOf(fd),
    /** Gives at most `maxBytes` from the start. */
    read: (maxBytes: number) => readStart(fd, Math.min(bytes(), maxBytes)),
    /** Copies at most `maxBytes` to a new file of ours, mode 0600. Gives how many. */
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
