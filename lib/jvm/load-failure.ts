/** Why the loader of a C library refused a library, by its own words. */
import type { LoadCause } from '../errors/remedies.ts'

/** The first that fits. */
const causes: readonly (readonly [RegExp, LoadCause])[] = [
  [/cannot open shared object file: Permission denied/, 'forbidden'],
  // Our own file went away: that is nothing the image lacks.
  [/(^|\/)\.hearth-[\w.-]+: cannot open shared object file/, 'unknown'],
  [/cannot open shared object file|Error loading shared library/, 'missing'],
  [/version `[^']+' not found/, 'too-old'],
  [/undefined symbol|Error relocating|symbol not found/, 'other-libc'],
  [/failed to map segment from shared object: Permission denied/, 'forbidden'],
  [/failed to map segment|Operation not permitted/, 'not-executable'],
  [/Permission denied|cannot enable executable stack|memory protection/, 'forbidden'],
]

/** Source: dlerror() of glibc (elf/dl-load.c, dl-version.c) and of musl (ldso/dynlink.c). */
export function findLoadCause(reason: string): LoadCause {
  return causes.find(([words]) => words.test(reason))?.[1] ?? 'unknown'
}
