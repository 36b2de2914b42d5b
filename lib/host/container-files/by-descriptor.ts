/**
 * The only calls that take a name in a container's file system, all of them made as root. The name is one step below a
 * directory that is held open, and a link in its place is never followed. A new file is checked and given away by its
 * own descriptor: between two calls the container may put something else in its place (renameat2, RENAME_EXCHANGE).
 */
import fs from 'node:fs'
import { errnoOf } from '../kernel/errno.ts'
import { closing } from '../kernel/open-file.ts'
import { kernelFiles } from '../kernel/named-files.ts'

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = fs.constants
/** Node's constants lack it; it is the same on x86-64 and arm64. */
const O_PATH = 0o10000000

/** A name below an open directory; without a name the open thing itself, in a form every system call takes. */
export function at(descriptor: number, name?: string): string {
  return name === undefined ? `/proc/self/fd/${descriptor}` : `/proc/self/fd/${descriptor}/${name}`
}

/**
 * An O_PATH descriptor of the thing itself, a link as the link it is. It reads nothing, waits for no FIFO, touches no
 * device.
 */
export function openName(directory: number, name: string): number {
  return fs.openSync(at(directory, name), O_PATH | O_NOFOLLOW)
}

/** The same of a directory, ENOTDIR for anything else. */
export function openDirectoryName(directory: number, name: string): number {
  return fs.openSync(at(directory, name), O_PATH | O_NOFOLLOW | O_DIRECTORY)
}

/** An O_PATH descriptor of a directory that is held open, or of one that a link of the kernel in /proc leads to. */
export function openDirectoryAt(descriptor: number, procLink?: 'root' | 'cwd'): number {
  return fs.openSync(at(descriptor, procLink), O_PATH | O_DIRECTORY)
}

/** Opens for reading the very inode that an O_PATH descriptor names. */
export function openForReading(descriptor: number): number {
  return fs.openSync(at(descriptor), O_RDONLY | O_NONBLOCK)
}

/** A new file, open for reading and writing; EEXIST when there is anything. */
export function createName(directory: number, name: string, mode: number): number {
  return fs.openSync(at(directory, name), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
}

/** Thrown when another directory is where we made ours. */
export class ReplacedError extends Error {}

/**
 * A new directory, mode 0700, for `owner`; null keeps our own user. Gives an O_PATH descriptor of it; EEXIST when there
 * is anything.
 *
 * Throws: ReplacedError when the name is not an empty directory of ours afterwards.
 */
export function createDirectoryName(
  directory: number,
  name: string,
  owner: { readonly uid: number; readonly gid: number } | null,
): number {
  fs.mkdirSync(at(directory, name), 0o700)
  let made: number
  try {
    made = openDirectoryName(directory, name)
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error))) throw error
    throw new ReplacedError('it is no directory any more', { cause: error })
  }
  try {
    // Another mount could be of a file system that never answers.
    if (mountOf(made) !== mountOf(directory)) throw new ReplacedError('something was mounted on it')
    using readable = closing(fs.openSync(at(made), O_RDONLY | O_DIRECTORY))
    assertJustMade(readable.fd)
    if (owner !== null) fs.fchownSync(readable.fd, owner.uid, owner.gid)
    return made
  } catch (error) {
    fs.closeSync(made)
    throw error
  }
}

function assertJustMade(descriptor: number): void {
  const { uid, mode, nlink } = fs.fstatSync(descriptor)
  // A new directory has two names, `.` among them; btrfs and overlays count one.
  const isOurs = uid === process.geteuid!() && (mode & 0o777) === 0o700 && nlink <= 2
  if (!isOurs || listNames(descriptor, 1).length > 0) throw new ReplacedError('another directory was put in its place')
}

/** Which mount it lies on, as the kernel knows it without asking any file system. */
function mountOf(descriptor: number): string | undefined {
  return /^mnt_id:\s*(\d+)$/m.exec(kernelFiles.readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1]
}

/** Gives the status of a name, of a link itself; undefined when nothing is there. */
export function lstatName(directory: number, name: string): fs.Stats | undefined {
  return fs.lstatSync(at(directory, name), { throwIfNoEntry: false })
}

/** Gives the target of a link; EINVAL when it is none. */
export function readLinkName(directory: number, name: string): string {
  return fs.readlinkSync(at(directory, name))
}

/** The first entries of a directory, in no order. */
export function listNames(directory: number, maxEntries: number): fs.Dirent[] {
  const entries: fs.Dirent[] = []
  // `.` after the link of the descriptor: opendir of the link itself would be of another type.
  using listing = fs.opendirSync(`${at(directory)}/.`)
  while (entries.length < maxEntries) {
    const entry = listing.readSync()
    if (entry === null) break
    entries.push(entry)
  }
  return entries
}

/** Errnos of `unlinkName`: nothing is there, or a directory of the container, which stays. */
export const goneOrDirectory = ['ENOENT', 'EISDIR', 'EPERM']

/** Takes the name away, never what a link points to; false when that failed with an errno that `expected` names. */
export function unlinkName(directory: number, name: string, expected: readonly string[] = ['ENOENT']): boolean {
  return unless(expected, () => fs.unlinkSync(at(directory, name)))
}

/** The same of an empty directory. */
export function rmdirName(directory: number, name: string, expected: readonly string[] = ['ENOENT']): boolean {
  return unless(expected, () => fs.rmdirSync(at(directory, name)))
}

function unless(expected: readonly string[], remove: () => void): boolean {
  try {
    remove()
    return true
  } catch (error) {
    if (!expected.includes(errnoOf(error))) throw error
    return false
  }
}

/** Renames within one directory. A file that `to` named before is gone. */
export function renameName(directory: number, from: string, to: string): void {
  fs.renameSync(at(directory, from), at(directory, to))
}

/** Gives the space of the file system that an open thing lies on. */
export function spaceOf(descriptor: number): fs.StatsFs {
  return fs.statfsSync(at(descriptor))
}

/** Bytes that others than root may still write to it. */
export function freeBytesOf(descriptor: number): number {
  const { bavail, bsize } = spaceOf(descriptor)
  return bavail * bsize
}
