/** Reads, copies, makes and removes files of a container, as root, without trusting anything in it. */
import fs from 'node:fs'
import { Problem } from '../../errors.ts'
import { createName, goneOrDirectory, openForReading, unlinkName } from './by-descriptor.ts'
import { openParentDirectory, type ParentDirectory, withContainerPath } from './container-path.ts'
import { errnoOf } from '../kernel/errno.ts'
import { isAccessAllowed } from './file-permission.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import type { ProcessStatus } from '../process/process-status.ts'
import { closing, copyStart, readPiece, readStart, writeAll } from '../kernel/open-file.ts'

export interface ContainerFileLimits {
  readonly maxBytes: number
  /** Refuses files that neither this user nor root owns; also makes hard links suspicious. */
  readonly ownerUid?: number
  /** Refuses files that these ids could not read themselves. */
  readonly readableBy?: Pick<ProcessStatus, 'uid' | 'gid' | 'groups'>
}

export interface ContainerFileStat {
  readonly kind: 'file' | 'directory' | 'symlink' | 'fifo' | 'socket' | 'device'
  readonly uid: number
  readonly gid: number
  /** Permission bits. */
  readonly mode: number
  readonly bytes: number
  readonly modifiedAtMs: number
  readonly links: number
  /** Identity of the file while it exists: device and inode. */
  readonly identity: string
}

/**
 * Reads the whole file; null when it is not there.
 *
 * Throws: Problem `unsafe-file` for a link, also in a parent directory, a FIFO, a device, another owner, a hard link
 * where an owner is asked for, or more than `maxBytes`; `target-gone`, `no-permission`.
 */
export function readContainerFile(p: PinnedProcess, path: string, limits: ContainerFileLimits): Buffer | null {
  // Reads no more bytes than it had when it was checked, so that a file which grows meanwhile ends all the same.
  return withRegularFile(p, path, limits, (fd, bytes) => readStart(fd, bytes))
}

/**
 * Copies a file of the container to a new file of ours, mode 0600; `destination` must not exist yet. Gives its status
 * with the bytes that were copied, null when there is no such file.
 *
 * Throws: as `readContainerFile`.
 */
export function copyContainerFile(
  p: PinnedProcess,
  path: string,
  destination: string,
  limits: ContainerFileLimits,
): ContainerFileStat | null {
  return withRegularFile(p, path, limits, (fd, bytes, stat) => ({ ...stat, bytes: copyStart(fd, destination, bytes) }))
}

/**
 * Runs `use` with a reader of pieces of a file, of at most `maxBytes` each; null when it is not there. A piece that the
 * file does not have is empty.
 *
 * Throws: as `readContainerFile`.
 */
export function withContainerFile<T>(
  p: PinnedProcess,
  path: string,
  limits: ContainerFileLimits & { readonly maxPieceBytes: number },
  use: (read: (offset: number, length: number) => Uint8Array) => T,
): T | null {
  return withRegularFile(p, path, limits, (fd) =>
    use((offset, length) => readPiece(fd, offset, length, limits.maxPieceBytes)),
  )
}

/** Gives the status of a path, of a link itself; null when nothing is there. Throws: as `readContainerFile`. */
export function statContainerFile(p: PinnedProcess, path: string): ContainerFileStat | null {
  return withContainerPath(p, path, (descriptor) => statOf(descriptor))
}

export interface NewContainerFile {
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly contents?: Uint8Array
}

/**
 * Makes a new file in the container: never through a link, never over another file.
 *
 * Throws: Problem `unsafe-file` when something is there already or a parent is a link, `tmp-not-writable` when the
 * directory is missing, read-only or full; `target-gone`, `no-permission`.
 */
export function createContainerFile(p: PinnedProcess, path: string, file: NewContainerFile): ContainerFileStat {
  using parent = openParentDirectory(p, path)
  if (parent === null) throw noDirectory(p, path)
  using made = closing(openNewFile(p, path, parent, file))
  return statOf(made.fd)
}

export function noDirectory(p: PinnedProcess, path: string): Problem {
  return new Problem('tmp-not-writable', { target: p.label, reason: `there is no directory for ${path}` })
}

/**
 * The same in a directory that the caller holds open. The file is open for reading and writing; the caller closes it.
 *
 * Throws: as `createContainerFile`, whose message has `path`.
 */
export function openNewFile(
  p: PinnedProcess,
  path: string,
  { directory, name }: Pick<ParentDirectory, 'directory' | 'name'>,
  file: NewContainerFile,
): number {
  let fd: number
  try {
    fd = createName(directory, name, file.mode)
  } catch (error) {
    throw writeProblem(error, p, path)
  }
  try {
    if (file.contents) writeAll(fd, file.contents)
    fs.fchownSync(fd, file.uid, file.gid)
    fs.fchmodSync(fd, file.mode)
    return fd
  } catch (error) {
    fs.closeSync(fd)
    unlinkName(directory, name, goneOrDirectory)
    throw writeProblem(error, p, path)
  }
}

/**
 * Removes a file of the container; with `expected`, only the very file that was made or seen before. Gives false when
 * it is not there, or is another by now.
 *
 * Throws: as `createContainerFile`.
 */
export function removeContainerFile(p: PinnedProcess, path: string, expected?: { readonly identity: string }): boolean {
  if (expected && statContainerFile(p, path)?.identity !== expected.identity) return false
  using parent = openParentDirectory(p, path)
  if (parent === null) return false
  try {
    return unlinkName(parent.directory, parent.name)
  } catch (error) {
    throw writeProblem(error, p, path)
  }
}

function withRegularFile<T>(
  p: PinnedProcess,
  path: string,
  limits: ContainerFileLimits,
  use: (fd: number, bytes: number, stat: ContainerFileStat) => T,
): T | null {
  return withContainerPath(p, path, (descriptor) => {
    const stat = statOf(descriptor)
    refuseUnsafe(path, stat, limits)
    // The descriptor names the inode that was just looked at: nothing can be put in its place.
    using file = closing(openForReading(descriptor))
    return use(file.fd, stat.bytes, stat)
  })
}

function refuseUnsafe(path: string, stat: ContainerFileStat, limits: ContainerFileLimits): void {
  const { maxBytes, ownerUid, readableBy } = limits
  const refuse = (reason: string) => {
    throw new Problem('unsafe-file', { path, reason })
  }
  if (stat.kind !== 'file') refuse(`it is a ${stat.kind}, not a file`)
  if (stat.bytes > maxBytes) refuse(`it has ${stat.bytes} bytes, more than ${maxBytes}`)
  if (readableBy && !isAccessAllowed(stat, readableBy, 4)) refuse(`user ${readableBy.uid} may not read it`)
  if (ownerUid === undefined) return
  if (stat.uid !== ownerUid && stat.uid !== 0) refuse(`it belongs to user ${stat.uid}, not to ${ownerUid}`)
  // A hard link can give another name to a file that its maker could not read.
  if (stat.links !== 1) refuse(`it has ${stat.links} names`)
}

function statOf(descriptor: number): ContainerFileStat {
  const stat = fs.fstatSync(descriptor)
  return {
    kind: kindOf(stat),
    uid: stat.uid,
    gid: stat.gid,
    mode: stat.mode & 0o7777,
    bytes: stat.size,
    modifiedAtMs: stat.mtimeMs,
    links: stat.nlink,
    identity: identityOf(stat),
  }
}

/** Identifies a file while it exists. */
export function identityOf({ dev, ino }: fs.Stats): string {
  return `${dev}:${ino}`
}

function kindOf(stat: fs.Stats): ContainerFileStat['kind'] {
  if (stat.isFile()) return 'file'
  if (stat.isDirectory()) return 'directory'
  if (stat.isSymbolicLink()) return 'symlink'
  if (stat.isFIFO()) return 'fifo'
  return stat.isSocket() ? 'socket' : 'device'
}

const isThere = ['EEXIST', 'EISDIR', 'ENOTDIR', 'ENOTEMPTY']
const writeReasons: Readonly<Record<string, string>> = {
  EROFS: 'its file system is read-only',
  ENOSPC: 'its file system is full',
  EDQUOT: 'its quota is used up',
  ENOENT: 'it was removed meanwhile',
}

/** Translates an error of making or removing a file there into a Problem; an unknown one is passed on as it is. */
export function writeProblem(error: unknown, p: PinnedProcess, path: string): unknown {
  const errno = errnoOf(error)
  if (isThere.includes(errno)) return new Problem('unsafe-file', { path, reason: 'something is there already' })
  const reason = writeReasons[errno]
  if (reason !== undefined) return new Problem('tmp-not-writable', { target: p.label, reason }, { cause: error })
  if (errno === 'EACCES' || errno === 'EPERM') {
    return new Problem('no-permission', { what: `write ${path} in the container` }, { cause: error })
  }
  return error
}
