/** Puts a library where a JVM can load it, for as long as that takes. */
import fs from 'node:fs'
import { Problem } from '../../errors.ts'
import { goneOrDirectory, lstatName, renameName, unlinkName } from '../container-files/by-descriptor.ts'
import { identityOf, openNewFile, removeContainerFile, writeProblem } from '../container-files/container-file.ts'
import { openParentDirectory, type PathBase } from '../container-files/container-path.ts'
import { closing } from '../kernel/open-file.ts'
import type { LibraryLocation } from './library-directory.ts'
import { openMergedLayer } from '../container-files/writable-root.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import type { ProcessStatus } from '../process/process-status.ts'

export interface LibraryToInstall {
  readonly contents: Uint8Array
  /**
   * No other contents may have this name: a loaded library stays mapped, so a JVM that has other contents under it
   * would not load these.
   */
  readonly name: string
  /** Its name until it is whole, which no one can guess. */
  readonly temporaryName: string
}

type UsableLocation = Extract<LibraryLocation, { directory: string }>

/** Gives the paths, as the JVM sees them, that installLibrary would leave if this program were killed. */
export function listLibraryPaths(
  { directory }: UsableLocation,
  { name, temporaryName }: Omit<LibraryToInstall, 'contents'>,
): [string, string] {
  const parent = directory === '/' ? '' : directory
  return [`${parent}/${name}`, `${parent}/${temporaryName}`]
}

/**
 * Makes it whole under another name, then renames it, so that a library which is mapped already is never written to:
 * that would kill the JVM. Disposing of it removes the name, also after the JVM has died; a loaded library stays
 * mapped.
 *
 * Throws: Problem `no-library-place`, `unsafe-file`, `target-gone`, `no-permission`.
 */
export function installLibrary(
  p: PinnedProcess,
  owner: Pick<ProcessStatus, 'uid' | 'gid'>,
  location: UsableLocation,
  library: LibraryToInstall,
) {
  const [path] = listLibraryPaths(location, library)
  const file = { mode: 0o555, uid: owner.uid, gid: owner.gid, contents: library.contents }
  const parent = withBase(p, location, (base) => openParentDirectory(p, path, base))
  if (parent === null) throw new Problem('no-library-place', { target: p.label, reason: `${path} is gone` })
  const { directory } = parent
  let isThere = true
  const remove = () => {
    if (!isThere) return
    isThere = false
    for (const name of [library.name, library.temporaryName]) unlinkName(directory, name, goneOrDirectory)
    parent[Symbol.dispose]()
  }
  try {
    const identity = makeFile(p, path, { directory, name: library.temporaryName }, file)
    renameName(directory, library.temporaryName, library.name)
    const renamed = lstatName(directory, library.name)
    if (renamed === undefined || identityOf(renamed) !== identity)
      throw new Problem('unsafe-file', { path, reason: 'another file was put in its place' })
  } catch (error) {
    remove()
    throw writeProblem(error, p, path)
  }
  return {
    /** The path that the JVM sees. */
    path,
    /** Takes the name away; again does nothing. */
    remove,
    [Symbol.dispose]: remove,
  }
}

/** Removes a file of ours, also one below a root that is read-only for the container itself. */
export function removeInstalledFile(p: PinnedProcess, path: string): void {
  try {
    removeContainerFile(p, path)
  } catch (error) {
    using layer = openMergedLayer(p)
    if (layer === null) throw error
    using parent = openParentDirectory(p, path, layer.base)
    if (parent) unlinkName(parent.directory, parent.name, goneOrDirectory)
  }
}

/** Writes and closes the file, and gives its identity: the caller renames it only when it is whole. */
function makeFile(...parameters: Parameters<typeof openNewFile>): string {
  using made = closing(openNewFile(...parameters))
  return identityOf(fs.fstatSync(made.fd))
}

function withBase<T>(p: PinnedProcess, { through }: UsableLocation, use: (base: PathBase) => T): T {
  if (through === 'root') return use('root')
  using layer = openMergedLayer(p)
  if (layer === null) throw new Problem('no-library-place', { target: p.label, reason: 'its root is read-only' })
  return use(layer.base)
}
