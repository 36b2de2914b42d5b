/**
 * A directory of our own in a container, held open: its files can be read and removed even after its JVM has died.
 */
import fs from 'node:fs'
import { Problem } from '../../errors.ts'
import {
  createDirectoryName,
  freeBytesOf,
  listNames,
  openDirectoryName,
  openForReading,
  openName,
  ReplacedError,
  rmdirName,
  unlinkName,
} from './by-descriptor.ts'
import { openParentDirectory, type ParentDirectory } from './container-path.ts'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import type { ProcessStatus } from '../process/process-status.ts'
import { closing, copyStart } from '../kernel/open-file.ts'

/** Files that are listed and removed where a container fills our directory on purpose; further ones stay. */
const maxListedFiles = 10_000
/** Directories within each other that are listed and removed; what lies deeper stays. */
const maxDirectoryDepth = 3
/** Errnos of a file that is gone already, or that the container put into our directory, or in its place: it stays. */
const notOurs = ['ENOENT', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR', 'EROFS']

/** Errnos of a file that was there a moment ago; an overlay calls it stale when its layer is gone. */
const removed = ['ENOENT', 'ESTALE']

export interface ContainerDirectory extends Disposable {
  /** Bytes that others than root may still write to its file system. */
  freeBytes(): number
  /** Paths of the regular files below it, `2026_11_21_7/2026.jfr`, sorted. */
  files(): string[]
  /** A regular file, held open; null when there is none. Throws: Problem `unsafe-file`. */
  hold(file: string): HeldFile | null
  /** `HeldFile.copy` of a file; null when there is none. Throws: as `hold` and `HeldFile.copy`. */
  copy(file: string, destination: string, maxBytes: number): number | null
  /** Removes a file; nothing happens when it is not there. */
  remove(file: string): void
  /** Removes all files in it, and the directory itself. */
  removeAll(): void
}

/** A file that can be read even after it was removed, and its container with it. */
export interface HeldFile extends Disposable {
  /**
   * Copies it to a new file of ours, mode 0600, and gives its bytes. Throws: Problem `unsafe-file` for more than
   * `maxBytes`.
   */
  copy(destination: string, maxBytes: number): number
}

/**
 * Makes it, for the user of the process alone.
 *
 * Throws: Problem `unsafe-file` when something is there, `tmp-not-writable`, `target-gone`, `no-permission`.
 */
export function createContainerDirectory(
  p: PinnedProcess,
  path: string,
  { uid, gid }: Pick<ProcessStatus, 'uid' | 'gid'>,
): ContainerDirectory {
  const parent = openParentDirectory(p, path)
  if (parent === null)
    throw new Problem('tmp-not-writable', { target: p.label, reason: `there is no place for ${path}` })
  try {
    const owner = process.getuid?.() === 0 ? { uid, gid } : null
    return directoryOf(parent, createDirectoryName(parent.directory, parent.name, owner))
  } catch (error) {
    parent[Symbol.dispose]()
    if (errnoOf(error) === 'EEXIST') throw new Problem('unsafe-file', { path, reason: 'something is there already' })
    if (error instanceof ReplacedError)
      throw new Problem('unsafe-file', { path, reason: error.message }, { cause: error })
    throw new Problem('tmp-not-writable', { target: p.label, reason: errnoOf(error) }, { cause: error })
  }
}

/**
 * null when it is not there. Throws: Problem `unsafe-file` when it is something else, `target-gone`, `no-permission`.
 */
export function openContainerDirectory(p: PinnedProcess, path: string): ContainerDirectory | null {
  const parent = openParentDirectory(p, path)
  if (parent === null) return null
  let descriptor: number
  try {
    descriptor = openDirectoryName(parent.directory, parent.name)
  } catch (error) {
    parent[Symbol.dispose]()
    if (errnoOf(error) === 'ENOENT') return null
    throw new Problem('unsafe-file', { path, reason: 'it is not a directory' }, { cause: error })
  }
  return directoryOf(parent, descriptor)
}

/** Takes over both; `descriptor` is of the directory itself, open. */
function directoryOf(parent: ParentDirectory, descriptor: number): ContainerDirectory {
  return {
    freeBytes: () => freeBytesOf(descriptor),
    files: () => filesBelow(descriptor, '', maxDirectoryDepth, { left: maxListedFiles }).sort(),
    hold: (file) => holdFile(descriptor, file),
    copy(file, destination, maxBytes) {
      using held = holdFile(descriptor, file)
      return held && held.copy(destination, maxBytes)
    },
    remove: (file) => withFile(descriptor, file, (directory, name) => void unlinkName(directory, name, notOurs)),
    removeAll() {
      emptyDirectory(descriptor, maxDirectoryDepth)
      rmdirName(parent.directory, parent.name, notOurs)
    },
    [Symbol.dispose]() {
      fs.closeSync(descriptor)
      parent[Symbol.dispose]()
    },
  }
}

function filesBelow(directory: number, prefix: string, depth: number, entries: { left: number }): string[] {
  const names = listNames(directory, entries.left)
  entries.left -= names.length
  return names.flatMap((entry) => {
    if (entry.isFile()) return [prefix + entry.name]
    if (!entry.isDirectory() || depth === 0) return []
    return (
      withDirectory(directory, entry.name, (inner) =>
        filesBelow(inner, `${prefix}${entry.name}/`, depth - 1, entries),
      ) ?? []
    )
  })
}

function emptyDirectory(directory: number, depth: number): void {
  for (const { name } of listNames(directory, maxListedFiles)) {
    const isDirectory = withDirectory(directory, name, (inner) => {
      if (depth > 0) emptyDirectory(inner, depth - 1)
      return true
    })
    const remove = isDirectory ? rmdirName : unlinkName
    remove(directory, name, notOurs)
  }
}

/** null when it is no directory, or not there any more. */
function withDirectory<T>(directory: number, name: string, use: (inner: number) => T): T | null {
  let inner: number
  try {
    inner = openDirectoryName(directory, name)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error))) return null
    throw error
  }
  using directoryFile = closing(inner)
  return use(directoryFile.fd)
}

/** Runs `use` with the directory that holds the last step of a path below `descriptor`. */
function withFile<T>(descriptor: number, file: string, use: (directory: number, name: string) => T): T | null {
  const steps = file.split('/')
  const name = steps.pop()!
  const [first, ...more] = steps
  if (first === undefined) return use(descriptor, name)
  return withDirectory(descriptor, first, (inner) => withFile(inner, [...more, name].join('/'), use))
}

function holdFile(descriptor: number, file: string): HeldFile | null {
  return withFile(descriptor, file, (directory, name) => {
    let fd: number
    try {
      using entry = closing(openName(directory, name))
      const stat = fs.fstatSync(entry.fd)
      if (!stat.isFile()) throw unsafe(file, 'it is not a file')
      if (stat.nlink !== 1) throw unsafe(file, `it has ${stat.nlink} names`)
      // The descriptor names the inode that was just looked at: nothing can be put in its place.
      fd = openForReading(entry.fd)
    } catch (error) {
      if (removed.includes(errnoOf(error))) return null
      throw error
    }
    return {
      copy(destination, maxBytes) {
        const bytes = fs.fstatSync(fd).size
        if (bytes > maxBytes) throw unsafe(file, `it has ${bytes} bytes, more than ${maxBytes}`)
        return copyStart(fd, destination, bytes)
      },
      [Symbol.dispose]: () => fs.closeSync(fd),
    }
  })
}

function unsafe(path: string, reason: string): Problem {
  return new Problem('unsafe-file', { path, reason })
}
