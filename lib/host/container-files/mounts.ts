/** The mounts a process sees, as the kernel lists them without asking any of their file systems. */
import { type PinnedProcess, problemOfProc, readProcFile } from '../process/pinned-process.ts'

export interface Mount {
  /** The path that the process sees: `/tmp`. */
  readonly mountPoint: string
  readonly fileSystem: string
  readonly readOnly: boolean
  /** No library can be loaded from there. */
  readonly noExec: boolean
  /** `0:31`: two mounts with the same one show the same file system. */
  readonly device: string
  /** Which directory of that file system is mounted, `/` for the whole. */
  readonly root: string
}

/** How long the list of mounts is cached: one look into a container asks several times. */
const momentMs = 50
const justRead = new WeakMap<PinnedProcess, { atMs: number; mounts: Mount[] }>()

/** Gives the mounts, at most 50 ms old. Throws: Problem `target-gone`, `no-permission`. */
export function readMounts(p: PinnedProcess): readonly Mount[] {
  const last = justRead.get(p)
  if (last && performance.now() - last.atMs < momentMs) return last.mounts
  try {
    const mounts = parseMountinfo(readProcFile(p, 'mountinfo'))
    justRead.set(p, { atMs: performance.now(), mounts })
    return mounts
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

/**
 * Source: proc_pid_mountinfo(5): `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`;
 * spaces and the like stand as `\040` in the mount point.
 */
export function parseMountinfo(text: string): Mount[] {
  const mounts: Mount[] = []
  for (const line of text.split('\n')) {
    const fields = line.split(' ')
    const dash = fields.indexOf('-', 6)
    const [device, root, mountPoint, options] = fields.slice(2, 6)
    const [fileSystem, , superOptions] = fields.slice(dash + 1)
    if (dash < 0 || options === undefined || fileSystem === undefined) continue
    const hasOption = (word: string, list = '') => list.split(',').includes(word)
    mounts.push({
      mountPoint: unescape(mountPoint!),
      fileSystem,
      readOnly: hasOption('ro', options) || hasOption('ro', superOptions),
      noExec: hasOption('noexec', options),
      device: device!,
      root: unescape(root!),
    })
  }
  return mounts
}

function unescape(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)))
}

/** The mount a path lies on: the longest mount point above it, the newest where several cover each other. */
export function findMount(mounts: readonly Mount[], path: string): Mount | null {
  let longest: Mount | null = null
  for (const mount of mounts) {
    const above = mount.mountPoint === '/' || path === mount.mountPoint || path.startsWith(`${mount.mountPoint}/`)
    if (above && mount.mountPoint.length >= (longest?.mountPoint.length ?? 0)) longest = mount
  }
  return longest
}
