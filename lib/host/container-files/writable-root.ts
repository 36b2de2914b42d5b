/**
 * A way to write below the root of a container that was started read-only. Read-only is a property of the container's
 * own mount; the host's mount of the same file system, which the container engine made it from, is writable.
 *
 * Found by the mount lists alone, so it works for every engine and snapshotter that keeps such a mount (Docker's
 * overlay2, containerd, CRI-O, podman), without asking any of them.
 */
import fs from 'node:fs'
import type { PathBase } from './container-path.ts'
import { findMount, type Mount, parseMountinfo, readMounts } from './mounts.ts'
import { at } from './by-descriptor.ts'
import { hostFiles, kernelFiles } from '../kernel/named-files.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'

export interface MergedLayer extends Disposable {
  /** Where a walk below the container's root starts, writable. */
  readonly base: PathBase
}

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = fs.constants

/**
 * null when there is none that we can see. The caller disposes of it. Throws: Problem `target-gone`, `no-permission`.
 */
export function openMergedLayer(p: PinnedProcess): MergedLayer | null {
  const root = findMount(readMounts(p), '/')
  if (root === null || root.mountPoint !== '/') return null
  const ours = parseMountinfo(kernelFiles.readFileSync('/proc/self/mountinfo', 'utf8'))
  for (const path of writableWaysTo(root, ours)) {
    const descriptor = openSame(p, path)
    if (descriptor === null) continue
    return { base: { descriptor }, [Symbol.dispose]: () => fs.closeSync(descriptor) }
  }
  return null
}

/** Paths of the host that show the directory which `mount` shows. */
export function writableWaysTo({ device, root }: Mount, ours: readonly Mount[]): string[] {
  return ours
    .filter((mount) => mount.device === device && !mount.readOnly && isBelow(root, mount.root))
    .map((mount) => {
      const inside = mount.root === '/' ? root : root.slice(mount.root.length)
      return `${mount.mountPoint === '/' ? '' : mount.mountPoint}${inside}`.replace(/\/$/, '') || '/'
    })
}

function isBelow(path: string, directory: string): boolean {
  return directory === '/' || path === directory || path.startsWith(`${directory}/`)
}

/** Opens `path` when it is the very root directory of the process, else null: another mount may cover the path. */
function openSame(p: PinnedProcess, path: string): number | null {
  let descriptor: number
  try {
    descriptor = hostFiles.openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch {
    return null // covered, or gone with a container that ended just now
  }
  const [opened, expected] = [fs.fstatSync(descriptor), kernelFiles.statSync(at(p.directory, 'root'))]
  if (opened.dev === expected.dev && opened.ino === expected.ino) return descriptor
  fs.closeSync(descriptor)
  return null
}
