import { kernelFiles } from '../kernel/named-files.ts'
import { errnoOf } from '../kernel/errno.ts'
import { type PinnedProcess, problemOfProc } from './pinned-process.ts'

/**
 * What the descriptors of a process lead to, as the kernel names it: ` (deleted)` follows a path without a file.
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
