import { mappedLibraries } from '../../jvm/libjvm.ts'
import { type PinnedProcess, problemOfProc, readProcFile } from '../process/pinned-process.ts'

const mapsBytes = 32 * 2 ** 20

/**
 * Paths of the libraries that a process has mapped, as it sees them. Throws: Problem `target-gone`, `no-permission`.
 */
export function readMappedLibraries(p: PinnedProcess): string[] {
  try {
    return mappedLibraries(readProcFile(p, 'maps', mapsBytes))
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}
