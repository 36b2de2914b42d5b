/**
 * Opens a path of a container's file system without ever leaving it, from Node alone.
 *
 * Root that opens /proc/<hostPid>/root/tmp/x follows the links a container planted there onto the host, and a link in
 * a parent directory beats O_NOFOLLOW. So this module goes from the pinned process's root directory one step at a time,
 * each opened with O_PATH | O_NOFOLLOW through /proc/self/fd/<directory>/<step>. An O_PATH descriptor reads nothing,
 * hangs on no FIFO and touches no device; the file is checked by it first and opened for reading only then.
 */
import fs from 'node:fs'
import { Problem } from '../../errors.ts'
import { at, lstatName, openDirectoryAt, openDirectoryName, openName, readLinkName } from './by-descriptor.ts'
import { errnoOf } from '../kernel/errno.ts'
import { findMount, readMounts } from './mounts.ts'
import { type PinnedProcess, problemOfProc } from '../process/pinned-process.ts'
import { kernelFiles } from '../kernel/named-files.ts'
import { closing } from '../kernel/open-file.ts'

/**
 * Where the walk starts: the root directory of the process, its working directory, or a directory that is held open.
 */
export type PathBase = 'root' | 'cwd' | { readonly descriptor: number }

/**
 * Gives the names in a path. Throws: Problem `unsafe-file` when it is not absolute or has an empty, `.` or `..` step.
 */
function stepsOf(path: string): string[] {
  const steps = path.split('/').slice(1)
  const odd = steps.some((step) => step === '' || step === '.' || step === '..' || step.includes('\0'))
  if (!path.startsWith('/') || odd) throw new Problem('unsafe-file', { path, reason: 'not a plain absolute path' })
  return steps
}

/** The O_PATH descriptor of the directory that holds a path's last step, and that step's name. */
export interface ParentDirectory extends Disposable {
  readonly directory: number
  readonly name: string
}

/**
 * Opens the directory that holds the path's last step; null when it is not there. While it stays open, the name in it
 * can be reached even after the process has died.
 *
 * Throws: Problem `unsafe-file` when a step is a symbolic link; `target-gone`, `no-permission`.
 */
export function openParentDirectory(p: PinnedProcess, path: string, base: PathBase = 'root'): ParentDirectory | null {
  const steps = stepsOf(path)
  const name = steps.pop()!
  refuseFuse(p, path, base)
  let directory = openBase(p, base)
  for (const step of steps) {
    let next: number | null
    try {
      next = openStep(directory, step, path)
    } finally {
      fs.closeSync(directory)
    }
    if (next === null) return null
    directory = next
  }
  return { directory, name, [Symbol.dispose]: () => fs.closeSync(directory) }
}

/**
 * Opens the thing at a path as an O_PATH descriptor, a link as the link it is; null when nothing is there. The caller
 * closes it.
 *
 * Throws: as `openParentDirectory`.
 */
export function openContainerPath(p: PinnedProcess, path: string): number | null {
  using parent = openParentDirectory(p, path)
  return parent && openOrNull(() => openName(parent.directory, parent.name), path)
}

/** The kernel follows as many. */
const maxLinks = 40

/**
 * Follows the links of a path inside the container's own root and gives a plain path; null when nothing is there, or a
 * link leads in a circle. Absolute links and `..` end at that root, as they do for the container.
 *
 * Throws: as `openParentDirectory`.
 */
export function followLinks(p: PinnedProcess, path: string): string | null {
  const steps = path.split('/')
  let done: string[] = []
  for (let links = 0; steps.length > 0;) {
    const step = steps.shift()!
    if (step === '' || step === '.') continue
    if (step === '..') {
      done.pop()
      continue
    }
    const link = readLink(p, `/${[...done, step].join('/')}`)
    if (link === null || (link !== '' && ++links > maxLinks)) return null
    if (link.startsWith('/')) done = []
    if (link === '') done.push(step)
    else steps.unshift(...link.split('/'))
  }
  return `/${done.join('/')}`
}

/** Gives the target of a link, empty when it is none, null when nothing is there. */
function readLink(p: PinnedProcess, path: string): string | null {
  using parent = openParentDirectory(p, path)
  if (parent === null) return null
  try {
    return readLinkName(parent.directory, parent.name)
  } catch (error) {
    if (errnoOf(error) === 'EINVAL') return ''
    if (errnoOf(error) === 'ENOENT') return null
    throw accessProblem(error, path)
  }
}

/** Runs `use` with the descriptor that `openContainerPath` gives, and closes it; null when nothing is there. */
export function withContainerPath<T>(p: PinnedProcess, path: string, use: (descriptor: number) => T): T | null {
  const descriptor = openContainerPath(p, path)
  if (descriptor === null) return null
  using opened = closing(descriptor)
  return use(opened.fd)
}

function openBase(p: PinnedProcess, base: PathBase): number {
  if (typeof base === 'object') return openDirectoryAt(base.descriptor)
  try {
    // The one link that is followed: the kernel's own, it always leads to the root of this very process.
    return openDirectoryAt(p.directory, base)
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

function openStep(directory: number, step: string, path: string): number | null {
  try {
    return openDirectoryName(directory, step)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    if (errnoOf(error) !== 'ENOTDIR' && errnoOf(error) !== 'ELOOP') throw accessProblem(error, path)
    if (lstatName(directory, step)?.isSymbolicLink())
      throw new Problem('unsafe-file', { path, reason: `${step} is a symbolic link` })
    return null
  }
}

function openOrNull<T>(open: () => T, path: string): T | null {
  try {
    return open()
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw accessProblem(error, path)
  }
}

function accessProblem(error: unknown, path: string): unknown {
  if (errnoOf(error) === 'EACCES' || errnoOf(error) === 'EPERM') {
    return new Problem('no-permission', { what: `open ${path} in the container` }, { cause: error })
  }
  if (errnoOf(error) === 'ENAMETOOLONG') return new Problem('unsafe-file', { path, reason: 'its name is too long' })
  return error
}

/**
 * A FUSE file system that a container mounted answers when it likes: looking a name up there could hang us for ever,
 * and no flag of open() helps. The root itself may be one (fuse-overlayfs), then the host mounted it.
 */
function refuseFuse(p: PinnedProcess, path: string, base: PathBase): void {
  let resolvedPath = path
  if (typeof base === 'object') return // the caller knows where it got it from
  if (base === 'cwd') {
    try {
      resolvedPath = kernelFiles.readlinkSync(at(p.directory, 'cwd')) + path
    } catch (error) {
      throw problemOfProc(error, p.label)
    }
  }
  const mount = findMount(readMounts(p), resolvedPath)
  if (mount?.fileSystem.startsWith('fuse') && mount.mountPoint !== '/') {
    throw new Problem('unsafe-file', { path, reason: `it lies on a ${mount.fileSystem} mount` })
  }
}
