/** Where a JVM can load a library from that we put there for a moment: writable, executable, and open to its user. */
import fs from 'node:fs'
import { isProblem } from '../../errors.ts'
import { at, spaceOf } from '../container-files/by-descriptor.ts'
import { openParentDirectory } from '../container-files/container-path.ts'
import { openMergedLayer } from '../container-files/writable-root.ts'
import { findMount, type Mount, readMounts } from '../container-files/mounts.ts'
import { isAccessAllowed } from '../container-files/file-permission.ts'
import { kernelFiles } from '../kernel/named-files.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import type { ProcessStatus } from '../process/process-status.ts'

export type LibraryLocation =
  | {
      /** The path that the process sees: `/tmp`, `/`. */
      readonly directory: string
      /**
       * `root`: by /proc/PID/root. `merged`: there `/` is mounted read-only; the host's mount of the same file system
       * is used.
       */
      readonly through: 'root' | 'merged'
    }
  | {
      /** Each directory that was checked, and why it cannot be used. */
      readonly reason: string
    }

type DirectoryOwner = Pick<ProcessStatus, 'uid' | 'gid' | 'groups'>

export interface LibraryLocationOptions {
  /** Puts the library there: `root`, who may write everywhere, or a helper that runs as the JVM's user. */
  readonly writer: 'root' | 'target'
  /** Looked at first: where the JVM has the same library already, so that it does not get it twice. */
  readonly preferred?: string | undefined
}

/**
 * Looked at in this order, then the working directory and `/`. `/opt` comes late: it is often mounted from elsewhere,
 * where another program would see the library.
 */
const candidateDirectories = ['/tmp', '/var/tmp', '/run', '/dev/shm', '/opt']
/** The library has less than 1 MiB: a directory with this little is as good as full. */
const minFreeBytes = 4 * 2 ** 20

/**
 * Finds the first directory in which the JVM can load a library, and changes nothing. Throws: Problem `target-gone`,
 * `no-permission`.
 */
export function findLibraryLocation(
  p: PinnedProcess,
  user: DirectoryOwner,
  { writer, preferred }: LibraryLocationOptions,
): LibraryLocation {
  const mounts = readMounts(p)
  const candidates = [
    ...(preferred === undefined ? [] : [preferred]),
    ...candidateDirectories,
    workingDirectory(p),
    '/',
  ]
  const reasons = new Map<string, string>()
  for (const directory of new Set(candidates)) {
    const reason = explainUnusable(p, directory, mounts, user, writer)
    if (reason === null) return { directory, through: 'root' }
    reasons.set(directory, reason)
  }
  if (writer === 'root' && isOpenReadOnlyRoot(p, mounts, user)) {
    using layer = openMergedLayer(p)
    if (layer !== null) return { directory: '/', through: 'merged' }
  }
  return { reason: [...reasons].map(([directory, reason]) => `${directory} ${reason}`).join(', ') }
}

/** Gives the reason why a library in there could not be loaded, `is mounted noexec`; null when it could. */
function explainUnusable(
  p: PinnedProcess,
  directory: string,
  mounts: readonly Mount[],
  user: DirectoryOwner,
  writer: LibraryLocationOptions['writer'],
): string | null {
  const mount = findMount(mounts, directory)
  if (mount?.readOnly) return 'is read-only'
  if (mount?.noExec) return 'is mounted noexec'
  try {
    // Empty where the directory can be used.
    const reason = withOpenDirectory(p, directory, (descriptor) => {
      const stat = fs.fstatSync(descriptor)
      if (!isAccessAllowed(stat, user, writer === 'root' ? 0b001 : 0b011)) return `is closed to user ${user.uid}`
      const closed = parentsOf(directory).find((parent) => !isOpenTo(p, parent, user))
      if (closed !== undefined) return `lies in ${closed}, which is closed to user ${user.uid}`
      // A tmpfs without a limit has 0 blocks.
      const space = spaceOf(descriptor)
      return space.blocks > 0 && space.bavail * space.bsize < minFreeBytes ? 'is full' : ''
    })
    return reason === '' ? null : (reason ?? 'is not there')
  } catch (error) {
    if (isProblem(error) && error.code === 'unsafe-file') return 'is a link, or below one'
    throw error
  }
}

/** Gives the answer of `look`; null where there is no such directory. */
function withOpenDirectory<T>(p: PinnedProcess, directory: string, look: (descriptor: number) => T): T | null {
  // The last step may be any name: the directory that holds it is opened.
  using opened = openParentDirectory(p, `${directory === '/' ? '' : directory}/any`)
  return opened && look(opened.directory)
}

function isOpenTo(p: PinnedProcess, directory: string, user: DirectoryOwner): boolean {
  return withOpenDirectory(p, directory, (descriptor) => isAccessAllowed(fs.fstatSync(descriptor), user, 1)) ?? false
}

/** The user may enter `/` and load from it, but not write there. */
function isOpenReadOnlyRoot(p: PinnedProcess, mounts: readonly Mount[], user: DirectoryOwner): boolean {
  const root = findMount(mounts, '/')
  return root !== null && root.readOnly && !root.noExec && isOpenTo(p, '/', user)
}

/** Gives `/`, then `/a`, for `/a/b`: the outermost first. */
function parentsOf(directory: string): string[] {
  const steps = directory.split('/').slice(1, -1)
  return ['/', ...steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)]
}

function workingDirectory(p: PinnedProcess): string {
  try {
    const path = kernelFiles.readlinkSync(at(p.directory, 'cwd'))
    return path.startsWith('/') && !path.endsWith(' (deleted)') ? path : '/'
  } catch {
    return '/' // it has just ended, or hides it: the root directory is looked at anyway
  }
}
