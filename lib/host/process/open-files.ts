import { kernelFiles } from '../kernel/named-files.ts'
import { errnoOf } from '../kernel/errno.ts'
import { type PinnedProcess, problemOfProc } from './pinned-process.ts'

/**
 * Gives the targets of a process's descriptors as the kernel names them: ` (deleted)` follows a path without a file.
 * Throws: Problem `target-gone`, `no-permission`.
 */
export function listOpenFiles(p: PinnedProcess): string[] {
  const directory = `/proc/self/fd/${p.directory}/fd`
  try {
    return kernelFiles.readdirSync(directory).map((descriptor) => readLink(`${directory}/${descriptor}`))
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

/** Empty for one that was closed meanwhile. */
function readLink(path: string): string {
  try {
    return kernelFiles.readlinkSync(path)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return ''
    throw error
  }
}
