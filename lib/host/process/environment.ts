/** Single variables of a process's environment; the rest of it is not looked at and goes nowhere. */
import { type PinnedProcess, problemOfProc, readProcFile } from './pinned-process.ts'

/** null when it has none of this name. Throws: Problem `target-gone`, `no-permission`. */
export function readEnvironmentVariable(p: PinnedProcess, name: string): string | null {
  try {
    const entry = readProcFile(p, 'environ')
      .split('\0')
      .find((text) => text.startsWith(`${name}=`))
    return entry === undefined ? null : entry.slice(name.length + 1)
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}
