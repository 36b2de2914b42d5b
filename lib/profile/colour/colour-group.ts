import { getCodeOwner } from '../names/package-owner.ts'
import { guessFrameKind } from '../names/kind-of-name.ts'
import type { CompileTier, FrameKind } from '../model/profile.ts'

/**
 * What a colour tells: the kind of frame; its package; the pool of the thread that has most of the node's weight; how the frame was
 * compiled; how much weight it has of its own; the first of the person's rules.
 */
export const colourModes = ['kind', 'package', 'thread', 'compile', 'cost', 'rules'] as const
export type ColourMode = (typeof colourModes)[number]

/** `pattern` as in a search, literal or `/regex/`; `colour` counts in the palette of rules (colour.ts), from 0. */
export interface ColourRule {
  readonly pattern: string
  readonly colour: number
}

/** Frames that share a colour and a line of the legend. */
export interface ColourGroup {
  readonly palette: FrameKind | Exclude<CompileTier, 'unknown'> | 'package' | 'pool' | 'heat' | 'rule' | 'other'
  /** For people: what the kind is called, the package, the pool, the rule's pattern ... */
  readonly label: string
  /** Place in the palette of rules, or in that of heat (0 is the hottest); not there for others. */
  readonly index?: number
}

export const kindGroups: Readonly<Record<FrameKind, ColourGroup>> = {
  java: { palette: 'java', label: 'Java' },
  vm: { palette: 'vm', label: 'JVM, C++' },
  native: { palette: 'native', label: 'native library' },
  kernel: { palette: 'kernel', label: 'kernel' },
  unknown: { palette: 'unknown', label: 'unknown' },
  thread: { palette: 'thread', label: 'thread' },
  folded: { palette: 'folded', label: 'folded' },
}
export const notJava: ColourGroup = { palette: 'other', label: 'not Java' }

/**
 * The group of a frame by itself, in the two modes that need no more. The kind decides first; only a frame of unknown kind is
 * judged by its name, so a kernel frame with `::` stays kernel. By package, only Java has groups.
 */
export function colourGroup(mode: 'kind' | 'package', kind: FrameKind, name: string): ColourGroup {
  const judged = kind === 'unknown' ? guessFrameKind(name) : kind
  if (mode === 'kind' || judged === 'thread' || judged === 'folded') return kindGroups[judged]
  return judged === 'java' ? { palette: 'package', label: getCodeOwner(name) } : notJava
}
