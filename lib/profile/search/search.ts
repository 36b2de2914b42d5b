import { CommonProblem } from '../../errors/problem.ts'
import type { Profile } from '../model/profile.ts'
import { findFirstAbove } from '../model/sorted-columns.ts'

/**
 * Names one behind the other in lower case, so that a text is looked for in one long string instead of in 200,000 short
 * ones.
 */
interface JoinedNames {
  readonly text: string
  /** Where each name ends in the text. Between two names is a line feed. */
  readonly ends: Int32Array
}

const joinedNamesCache = new WeakMap<readonly string[], JoinedNames>()

/** Made when names are first asked for, and kept as long as they are: a search is typed letter by letter. */
function getJoinedNames(names: readonly string[]): JoinedNames {
  const joined = joinedNamesCache.get(names) ?? joinNames(names)
  joinedNamesCache.set(names, joined)
  return joined
}

function joinNames(names: readonly string[]): JoinedNames {
  const ends = new Int32Array(names.length)
  let end = -1
  for (let index = 0; index < names.length; index++) ends[index] = end += 1 + names[index]!.length
  const text = names.join('\n').toLowerCase()
  // A few letters, as the Turkish capital I with a dot, are longer in lower case: then all have to be measured again.
  if (text.length === Math.max(0, end)) return { text, ends }
  const lower = names.map((name) => name.toLowerCase())
  end = -1
  for (let index = 0; index < lower.length; index++) ends[index] = end += 1 + lower[index]!.length
  return { text: lower.join('\n'), ends }
}

/** Gives the canonical name of each frame, which searches test: once for each frame, however many nodes have it. */
export function listFrameNames({ strings, frames }: Profile): string[] {
  return Array.from(frames.name, (name) => strings[name]!)
}

/** One search: a chip, or the text being typed. `/…/` is a regular expression. */
export interface SearchTerm {
  readonly text: string
  readonly caseSensitive: boolean
}

/** Searches that are highlighted at once: chips and the text being typed. Each has a bit and a colour by its index. */
export const maxSearches = 6
/**
 * Most characters that a search field of the viewer takes (frames, functions, threads); more that is typed is dropped.
 * One in an address may be longer.
 */
export const longestSearchText = 300

export type SearchText =
  | { readonly type: 'none' }
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'pattern'; readonly source: string }

/** Text as typed: plain, or a regular expression when it stands between slashes. */
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
  if (caseSensitive) {
    for (let index = 0; index < names.length; index++) if (names[index]!.includes(text)) matches[index] = 1
    return matches
  }
  const wanted = text.toLowerCase()
  const { text: joined, ends } = getJoinedNames(names)
  let index = 0
  for (let at = joined.indexOf(wanted); at >= 0;) {
    index = findFirstAbove(ends, at, index)
    const end = ends[index]!
    // A text with a line feed in it may be found across two names.
    const isInside = at + wanted.length <= end && at > (ends[index - 1] ?? -1)
    if (isInside) matches[index] = 1
    at = joined.indexOf(wanted, isInside ? end + 1 : at + 1)
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
    throw new CommonProblem('pattern-invalid', { pattern: source, reason }, { cause })
  }
}
