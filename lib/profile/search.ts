import { Problem } from '../errors.ts'
import { type CallTree } from './call-tree.ts'
import { type Profile } from './profile.ts'
import { firstAbove } from './sorted-columns.ts'

/** The canonical name of each frame: what searches test, each name once, however many nodes wear it. */
export function frameNames({ strings, frames }: Profile): string[] {
  return Array.from(frames.name, (name) => strings[name]!)
}

export type SearchText =
  | { readonly type: 'none' }
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'pattern'; readonly source: string }

/** What somebody typed: plain text, or a regular expression when it stands between slashes. */
export function parseSearch(text: string): SearchText {
  if (text === '') return { type: 'none' }
  const source = /^\/(.+)\/$/s.exec(text)?.[1]
  return source === undefined ? { type: 'literal', text } : { type: 'pattern', source }
}

/** 1 for each name that contains the text. */
export function matchesLiteral(
  names: readonly string[],
  text: string,
  caseSensitive: boolean,
): Uint8Array<ArrayBuffer> {
  const matches = new Uint8Array(names.length)
  if (text === '') return matches
  const wanted = caseSensitive ? text : text.toLowerCase()
  for (let index = 0; index < names.length; index++) {
    const name = caseSensitive ? names[index]! : names[index]!.toLowerCase()
    if (name.includes(wanted)) matches[index] = 1
  }
  return matches
}

/**
 * 1 for each name that the pattern finds. A pattern like `(a+)+$` can take for ever: run it where it can be killed.
 * Throws: Problem pattern-invalid
 */
export function matchesPattern(
  names: readonly string[],
  source: string,
  caseSensitive: boolean,
): Uint8Array<ArrayBuffer> {
  const pattern = compilePattern(source, caseSensitive)
  const matches = new Uint8Array(names.length)
  for (let index = 0; index < names.length; index++) if (pattern.test(names[index]!)) matches[index] = 1
  return matches
}

function compilePattern(source: string, caseSensitive: boolean): RegExp {
  try {
    return new RegExp(source, caseSensitive ? 'u' : 'iu')
  } catch (cause) {
    const reason = (cause as SyntaxError).message.replace(/^Invalid regular expression: .*: /s, '')
    throw new Problem('pattern-invalid', { pattern: source, reason }, { cause })
  }
}

/** All nodes whose frame matches, in drawing order. */
export function matchNodes({ frame, length }: CallTree, frameMatches: Uint8Array): Int32Array<ArrayBuffer> {
  const nodes = new Int32Array(length)
  let count = 0
  // Node 0 stands for all and has no frame.
  for (let node = 1; node < length; node++) if (frameMatches[frame[node]!] === 1) nodes[count++] = node
  return nodes.slice(0, count)
}

/** Weight under the matching nodes of a subtree, each sample counted once even where a match sits below a match. */
export function matchedTotal({ end, total }: CallTree, isMatch: (node: number) => boolean, from = 0): number {
  let sum = 0
  let node = from
  while (node < end[from]!) {
    if (isMatch(node)) {
      sum += total[node]!
      node = end[node]! // the rest of the subtree is already inside total[node]
    } else node++
  }
  return sum
}

export interface SearchShares {
  /** Matching nodes in the view. */
  readonly nodes: number
  /** Matched weight under the zoomed node, as a share (0 to 1) of that node's. */
  readonly ofView: number
  /** Matched weight of the whole tree, as a share of all. */
  readonly ofAll: number
}

/** How much of what is drawn, and of everything, the search found. */
export function searchShares(tree: CallTree, frameMatches: Uint8Array, zoomNode: number): SearchShares {
  const isMatch = (node: number) => node > 0 && frameMatches[tree.frame[node]!] === 1
  let nodes = 0
  for (let node = zoomNode; node < tree.end[zoomNode]!; node++) if (isMatch(node)) nodes++
  return {
    nodes,
    ofView: share(matchedTotal(tree, isMatch, zoomNode), tree.total[zoomNode]!),
    ofAll: share(matchedTotal(tree, isMatch), tree.total[0]!),
  }
}

/** Keeps: sums of fractions taken in another order can pass their whole by a rounding error; a share never passes 1. */
function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0
}

/**
 * The match after (1) or before (-1) a node, in drawing order, round and round inside the zoomed subtree; -1 without any.
 * `matches` come from matchNodes, so those that merged boxes hide are found too. Node -1 stands before the first.
 */
export function nextMatch(
  { end }: CallTree,
  matches: Int32Array,
  node: number,
  step: 1 | -1,
  zoomNode: number,
): number {
  const first = firstAbove(matches, zoomNode - 1)
  const last = firstAbove(matches, end[zoomNode]! - 1) - 1
  if (first > last) return -1
  const index = step === 1 ? firstAbove(matches, node) : firstAbove(matches, node - 1) - 1
  if (index < first) return matches[step === 1 ? first : last]!
  if (index > last) return matches[step === 1 ? first : last]!
  return matches[index]!
}
