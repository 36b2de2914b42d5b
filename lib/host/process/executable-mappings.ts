/** Which files of a process have code in its memory, and where. */
import { type PinnedProcess, problemOfProc, readProcFile, mapsBytes } from './pinned-process.ts'

export interface ExecutableMapping {
  readonly start: number
  readonly end: number
  /** Offset in the file, at `start`. */
  readonly offset: number
  readonly path: string
}

/** Mappings with code that are read of a process; further ones are left out. */
const maxCodeMappings = 20_000

/** Gives the mappings of a process. Throws: Problem `target-gone`, `no-permission`. */
export function readExecutableMappings(p: PinnedProcess): ExecutableMapping[] {
  try {
    return parseExecutableMappings(readProcFile(p, 'maps', mapsBytes))
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

/**
 * Source: proc_pid_maps(5): `7fd0-7fd1 r-xp 00001000 fe:00 315192   /usr/lib/jvm/lib/libjli.so`; names in brackets too.
 */
export function parseExecutableMappings(maps: string): ExecutableMapping[] {
  const mappings: ExecutableMapping[] = []
  for (const [, start, end, offset, path] of maps.matchAll(
    /^([0-9a-f]{1,16})-([0-9a-f]{1,16}) ..x. ([0-9a-f]+) \S+ \d+ +([/[].*)$/gm,
  )) {
    const at = (hex: string) => Number.parseInt(hex, 16)
    mappings.push({ start: at(start!), end: at(end!), offset: at(offset!), path: path! })
    if (mappings.length >= maxCodeMappings) break
  }
  return mappings
}
