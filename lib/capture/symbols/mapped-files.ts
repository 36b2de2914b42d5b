/**
 * Copies of the libraries that processes of one container have mapped, so that perf can name their functions without
 * looking into the container.
 */
import { dirname, join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { isProblem } from '../../errors.ts'
import { copyContainerFile } from '../../host/container-files/container-file.ts'
import { errnoOf } from '../../host/kernel/errno.ts'
import { type PinnedProcess, problemOfProc, readProcFile, mapsBytes } from '../../host/process/pinned-process.ts'
import { limitCopyBytes } from '../disk-space.ts'

/** libjvm.so with its debug symbols has 400 MB. */
const maxFileBytes = 512 * 2 ** 20
/** Bytes of libraries that are copied for their symbols, in all; the rest is skipped, as too many libraries. */
const maxCopiedBytes = 2 ** 30
/** Libraries that are copied for their symbols; the rest is skipped, as too many. */
const maxCopiedLibraries = 1000
const oddPaths = ['ENOTDIR', 'EEXIST', 'EISDIR', 'ENAMETOOLONG']

/** `directory` must not exist yet. */
export function createMappedFiles(directory: string) {
  const copied = new Set<string>()
  const skipped = new Map<string, string>()
  let bytes = 0
  ownFiles.mkdirSync(directory, { mode: 0o755 })

  const copy = (process: PinnedProcess, path: string) => {
    const destination = join(directory, path)
    if (bytes >= maxCopiedBytes || copied.size >= maxCopiedLibraries) return skipped.set(path, 'too many libraries')
    try {
      ownFiles.mkdirSync(dirname(destination), { recursive: true, mode: 0o755 })
      const stat = copyContainerFile(process, path, destination, {
        maxBytes: limitCopyBytes(directory, Math.min(maxFileBytes, maxCopiedBytes - bytes)),
      })
      if (stat === null) return skipped.set(path, 'it is not there')
      bytes += stat.bytes
      copied.add(path)
      // For perf, which reads it as another user; the directories above are closed to all users.
      ownFiles.chmodSync(destination, 0o444)
    } catch (error) {
      // A container names its files as it likes: a path may have been a file before and be a directory now.
      if (oddPaths.includes(errnoOf(error))) return skipped.set(path, 'its path is too odd')
      if (!isProblem(error) || error.code === 'target-gone') throw error
      skipped.set(path, error.message)
    }
  }

  return {
    /** Root of the copies: `<directory>/usr/lib/jvm/.../libjvm.so`. */
    directory,
    /** Files that could not be copied, and why. */
    skipped,
    /** Copies libraries that are mapped now and were not copied before; of a process that has died, none. */
    update(process: PinnedProcess) {
      try {
        const maps = readProcFile(process, 'maps', mapsBytes)
        for (const path of executableFiles(maps)) if (!copied.has(path) && !skipped.has(path)) copy(process, path)
      } catch (error) {
        const problem = problemOfProc(error, process.label)
        if (!isProblem(problem) || problem.code !== 'target-gone') throw problem
      }
    },
  }
}

/**
 * The files with code in a process's maps, each once. A path with `..` cannot come from the kernel and is left out, and
 * a deleted file is another one than the file that the path names now.
 *
 * Source: proc_pid_maps(5): `7fd0-7fd1 r-xp 00001000 fe:00 315192   /usr/lib/jvm/lib/libjli.so`, a line end as `\012`.
 */
export function executableFiles(maps: string): string[] {
  const paths = new Set<string>()
  for (const line of maps.split('\n')) {
    const path = /^[0-9a-f]+-[0-9a-f]+ ..x. \S+ \S+ [1-9]\d* +(\/.*)$/.exec(line)?.[1]
    if (path === undefined || path.endsWith(' (deleted)')) continue
    if (path.split('/').some((step, index) => (step === '' && index > 0) || step === '.' || step === '..')) continue
    paths.add(path)
  }
  return [...paths]
}
