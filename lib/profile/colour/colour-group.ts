import { guessFrameKind } from '../names/kind-of-name.ts'
import type { CompileTier, FrameKind } from '../model/profile.ts'

const domains = new Set(['com', 'org', 'net', 'io', 'de', 'dev', 'eu', 'fr', 'uk', 'ch', 'co', 'me', 'edu', 'gov'])

/**
 * The part of a Java name that tells who wrote it: three parts of a package that begins with a domain, else two.
 *
 *     com.acme.shop.cart.Cart.total    com.acme.shop
 *     java.util.HashMap.get            java.util
 *     Main.main                        (no package)
 */
function getCodeOwner(name: string): string {
  // Walks by hand, not by `split`: this is asked of 200,000 names at once.
  const start = /^L[a-z]/.test(name) ? 1 : 0 // after the L of `Lcom/acme/Cart`, as the JVM writes types
  let wanted = 2
  let parts = 0
  let owner = ''
  for (let from = start; parts < wanted; parts++) {
    const end = endOfPart(name, from)
    // The class and the parts after it are no package; without a class, neither are the last two parts.
    if (end === name.length || isCapital(name.charCodeAt(from))) break
    const after = endOfPart(name, end + 1)
    if (after === name.length && !isCapital(name.charCodeAt(end + 1))) break
    const part = name.slice(from, end)
    if (parts === 0 && domains.has(part)) wanted = 3
    owner = parts === 0 ? part : `${owner}.${part}`
    from = end + 1
  }
  return parts === 0 ? '(no package)' : owner
}

function endOfPart(name: string, from: number): number {
  let at = from
  while (at < name.length && name[at] !== '.' && name[at] !== '/') at++
  return at
}

function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90
}

/**
 * The fact that a colour shows: the kind of frame; its package; the pool of the thread that has most of the node's
 * weight; how the frame was compiled; its self weight; the first of the person's rules that finds it.
 */
export const colourModes = ['kind', 'package', 'thread', 'compile', 'cost', 'rules'] as const
export type ColourMode = (typeof colourModes)[number]

/** `pattern` as in a search, literal or `/regex/`; `colour` counts in the palette of rules (colour.ts), from 0. */
export interface ColourRule {
  readonly pattern: string
  readonly colour: number
}

/** Colour rules that a view, its address and the browser's storage have at most; further ones are left out. */
export const mostColourRules = 50

/** Maps the label of a package to its colour in the palette of packages; packages without one are all pale. */
export type PackageColours = ReadonlyMap<string, number>

/** Frames that share a colour and a line of the legend. */
export interface ColourGroup {
  readonly palette: FrameKind | Exclude<CompileTier, 'unknown'> | 'package' | 'pool' | 'heat' | 'rule' | 'other'
  /** Text for people: the name of the kind, the package, the pool, the rule's pattern ... */
  readonly label: string
  /** Index in the palette of rules, of packages, or in that of heat (0 is the hottest); not there for others. */
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
 * The group of a frame by itself, in the two modes that need no more. The kind decides first; only a frame of unknown
 * kind is grouped by its name, so a kernel frame with `::` stays kernel. By package, only Java has groups.
 */
export function colourGroup(mode: 'kind' | 'package', kind: FrameKind, name: string): ColourGroup {
  const ownKind = kind === 'unknown' ? guessFrameKind(name) : kind
  if (mode === 'kind' || ownKind === 'thread' || ownKind === 'folded') return kindGroups[ownKind]
  return ownKind === 'java' ? { palette: 'package', label: getCodeOwner(name) } : notJava
}
