/** Names that mean "unknown", as our readers and other profilers write them. */

import { splitEngines } from '../model/engine-titles.ts'
import { kindIndexes, type NamedFrames, type Provenance } from '../model/profile.ts'

/**
 * Readers write this where they left frames out of a stack that was too deep (lib/formats/reading/stack-collector.ts).
 */
export const cutFrameName = '[frames cut]'

const unknown = /^(\[?(unknown|not_walkable|no_java_frame)([ _]\w+)?\]?|<unknown>|\?+|0x[\da-f]+|)$/i
const unknownJava = /^\[?(unknown|not_walkable)[ _]java\]?$/i
/** `[libfoo.so.1]` of perf; the path, or the file alone, of async-profiler and others. */
const library =
  /^(?:\[[^\s\]]+\]|\/(?:\S*\/)?[^/\s]+\.so(?:\.\d+)*|(?:lib|ld-)[^/\s]+\.so(?:\.\d+)*|\/(?:\S*\/)?s?bin\/[^/\s]+)$/

// Source: BCI_ERROR in stackWalker.cpp and asgctError in profiler.cpp of async-profiler 4.6; thread_exit of 1.8.
/** Frames that async-profiler puts where it could not unwind a stack to its root. Text has them in brackets. */
const unwindErrors = new Set([
  ...['break_compiled', 'break_interpreted', 'break_deopt', 'break_entry_frame', 'break_not_walkable'],
  ...['break_stack_range', 'break_stub', 'unknown_nmethod', 'unknown_not_walkable', 'unknown_Java', 'unknown_state'],
  ...['unexpected_state', 'not_walkable_Java', 'not_walkable_not_Java', 'GC_active', 'deoptimization', 'safepoint'],
  ...['skipped', 'java_skipped', 'thread_exit'],
])

/** Whether a name replaces the callers that async-profiler lost. A function may have it too, without brackets. */
export function isUnwindError(name: string, mayLackBrackets: boolean): boolean {
  return name.startsWith('[') && name.endsWith(']')
    ? unwindErrors.has(name.slice(1, -1))
    : mayLackBrackets && unwindErrors.has(name)
}

/** Whether a frame takes the place of callers that async-profiler lost. */
export function isUnwindErrorFrame({ frames, strings, provenance }: FramesOfEngine, frame: number): boolean {
  const name = strings[frames.name[frame]!]!
  if (!isUnwindError(name, true)) return false // nearly every frame
  // Its recordings have no brackets, and files of all its functions.
  const mayLackBrackets =
    frames.module[frame] === 0 &&
    frames.kind[frame] !== kindIndexes.java &&
    splitEngines(provenance.engine).includes('async-profiler')
  return isUnwindError(name, mayLackBrackets)
}

type FramesOfEngine = NamedFrames & { readonly provenance: Pick<Provenance, 'engine'> }

/** Whether a name means that not even the library or the file is known. */
export function isUnknownName(name: string): boolean {
  return startsLikeUnknown(name) && unknown.test(name)
}

/** Known to be Java, but not which method. */
export function isUnknownJavaName(name: string): boolean {
  return startsLikeUnknown(name) && unknownJava.test(name)
}

/**
 * No function's name: unknown, or only the library or program it is in: `[libfoo.so.1]`, `/usr/lib/libfoo.so.1`,
 * `libfoo.so.1`.
 */
export function isUnnamed(name: string): boolean {
  return startsLikeUnknown(name) && (unknown.test(name) || library.test(name))
}

/** Gives the file in the name of such a frame, `libfoo.so.1`; empty when there is none. */
export function fileOfUnnamed(name: string): string {
  return startsLikeUnknown(name) && library.test(name) && !unknown.test(name)
    ? name.replace(/^(?:\[|.*\/)|\]$/g, '')
    : ''
}

/** Nearly every name of a large profile is ruled out by its first letter. */
function startsLikeUnknown(name: string): boolean {
  return name === '' || '[<?0unUN/l'.includes(name[0]!)
}
