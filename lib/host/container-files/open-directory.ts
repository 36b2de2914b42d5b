/** A directory of a container held open, so that our files in it can be removed even after its process has died. */
import { lstatName, unlinkName } from './by-descriptor.ts'
import { openParentDirectory } from './container-path.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'

export interface PinnedDirectory extends Disposable {
  has(name: string): boolean
  /** Removes the name itself, never what a link points to; nothing happens when it is not there. */
  remove(name: string): void
}

/** null when there is no such directory. Throws: Problem `unsafe-file`, `target-gone`, `no-permission`. */
export function pinDirectory(p: PinnedProcess, path: string): PinnedDirectory | null {
  // The last step may be any name: the directory that holds it is opened.
  const parent = openParentDirectory(p, `${path}/any`)
  if (parent === null) return null
  return {
    has: (name) => lstatName(parent.directory, name) !== undefined,
    // A read-only file system says so before it looks: nothing of ours can be there.
    remove: (name) => void unlinkName(parent.directory, name, ['ENOENT', 'EROFS']),
    [Symbol.dispose]: () => parent[Symbol.dispose](),
  }
}
