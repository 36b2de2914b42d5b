import { takeStart } from '../names/cut-text.ts'
import { getFrameTitle, isBaseBox } from '../names/base-frames.ts'
import { simpleName } from '../names/names.ts'
import type { NamedFrames } from '../model/profile.ts'
import type { ViewState } from './view.ts'

/** A piece of a name from a container: as it stands, or a mark for a character that would not be seen. */
export interface TextPiece {
  readonly text: string
  readonly isMark: boolean
}

// Controls (Cc), invisible format characters (Cf: zero-width, bidi, soft hyphen, tags), line and paragraph separators,
// the Hangul fillers and variation selectors. Each can make a name look like another, or turn the text beside it
// around.
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|\p{Variation_Selector}/gu

const shortMarks: Record<string, string> = { '\n': '↵', '\t': '→', '\r': '␍', '\u0000': '␀', '\u001b': '␛' }

/** Replaces a character that would not be seen: `↵`, or `U+202E`. */
function getMark(character: string): string {
  return shortMarks[character] ?? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * Cuts a hostile name into visible pieces, and marks for invisible characters.
 *
 * Keeps: at most `maxLength` UTF-16 units of it; a name can be 10 MB long. The rest is one mark, `+9999 more`.
 */
export function visiblePieces(name: string, maxLength = 400): TextPiece[] {
  const shown = name.length > maxLength ? takeStart(name, maxLength) : name
  const pieces: TextPiece[] = []
  let from = 0
  for (const match of shown.matchAll(invisibleCharacters)) {
    if (match.index > from) pieces.push({ text: shown.slice(from, match.index), isMark: false })
    pieces.push({ text: getMark(match[0]), isMark: true })
    from = match.index + match[0].length
  }
  if (from < shown.length) pieces.push({ text: shown.slice(from), isMark: false })
  if (shown.length < name.length) pieces.push({ text: `+${name.length - shown.length} more`, isMark: true })
  return pieces
}

/** How many UTF-16 units an accessible name or a title keeps of a text's start, and of its end. */
const shownOfText = { start: 1500, end: 500 }

/**
 * The same as one string, for accessible names, `title` attributes and tooltips: marks stand in ‹guillemets›.
 *
 * Keeps: the end of a text of any length. Labels end in the moment, which alone tells captures of one service apart.
 */
export function visibleText(name: string): string {
  const { start, end } = shownOfText
  if (name.length <= start + end) return joinPieces(visiblePieces(name, start + end))
  const ending = name.slice(-end).replace(/^[\udc00-\udfff]/, '')
  return joinPieces([...visiblePieces(name.slice(0, -ending.length), start), ...visiblePieces(ending, end)])
}

function joinPieces(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text, isMark }) => (isMark ? `‹${text}›` : text)).join('')
}

/** A folded file may hold frames without a name; nothing would show nothing. */
export function getShownName(name: string): string {
  return name === '' ? '(empty name)' : name
}

/** Longer than any box is wide; a name can be 10 MB. */
const longestLabel = 400

/** Gives the label of a frame's box, where the width is enough for all of it. */
export function boxLabel(name: string, names: ViewState['names']): string {
  return joinPieces(visiblePieces(getShownName(names === 'simple' ? simpleName(name) : name), longestLabel))
}

/** The same of a frame; that of a folded base shows that it opens. */
export function frameLabel(named: NamedFrames, frame: number, names: ViewState['names']): string {
  const title = getFrameTitle(named, frame)
  return isBaseBox(named, frame) ? `▸ ${title}` : boxLabel(title, names)
}
