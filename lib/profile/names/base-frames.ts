import { guessFrameKind } from './kind-of-name.ts'
import { isSystemLibrary } from './known-names.ts'
import { kindOfFrame, nameOfFrame, type NamedFrames } from '../model/profile.ts'

/** Canonical name of the box that replaces the frames below a thread's first Java method: it is part of links. */
export const baseTitle = 'JVM frames'

/** How the title of a collapsed package or library ends. */
export const collapsedSuffix = ' (collapsed)'

/**
 * Whether a frame may be in the base of a stack, between its root and the first Java method: the JVM's own frames, its
 * launcher's, those of the C library and the kernel. A native frame of another library is the program's, one without a
 * library may be either and counts.
 */
export function isBaseFrame(named: NamedFrames, frame: number): boolean {
  const own = kindOfFrame(named, frame)
  const kind = own === 'unknown' ? guessFrameKind(nameOfFrame(named, frame)) : own
  const module = named.strings[named.frames.module[frame]!]!
  if (kind === 'folded') return isCollapsedLibrary(nameOfFrame(named, frame))
  return kind === 'vm' || kind === 'kernel' || (kind === 'native' && isJvmLibrary(module))
}

export function isBaseBox(named: NamedFrames, frame: number): boolean {
  return kindOfFrame(named, frame) === 'folded' && nameOfFrame(named, frame) === baseTitle
}

/** Name of a frame on the page: its canonical name, or how many frames the box of a folded base replaces. */
export function getFrameTitle(named: NamedFrames, frame: number): string {
  const { frames, strings } = named
  return strings[(isBaseBox(named, frame) ? frames.raw : frames.name)[frame]!]!
}

/** Whether a filter drew the frames of a system library as this box (merge-runs.ts). */
function isCollapsedLibrary(title: string): boolean {
  return title.endsWith(collapsedSuffix) && isSystemLibrary(title.slice(0, -collapsedSuffix.length))
}

/** Libraries that a JVM runs on, and its launcher, the program `java`. Empty: it is not known which. */
function isJvmLibrary(module: string): boolean {
  return module === '' || module === 'java' || isSystemLibrary(module)
}
