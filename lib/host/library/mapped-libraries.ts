import { mappedLibraries } from '../../jvm/libjvm.ts'
import { mapsBytes, type PinnedProcess, problemOfProc, readProcFile } from '../process/pinned-process.ts'

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
