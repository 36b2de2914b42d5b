/** Reads texts of the code as a person sees them, and says how well one has words as they were typed. */
import ts from 'typescript'
import { splitTerms } from './terms.ts'

/** A text of a page, message or command: its pieces in order; null is a gap, which a value fills. */
export type TextPieces = readonly (string | null)[]

/** A typed phrase has at least this many words that the text itself has; those in gaps do not count. */
const leastPhraseTerms = 2
/** And at least this share of its words. */
const leastPhraseShare = 0.5
/** In words: a value that fills a gap is at most this long. */
const longestGap = 6

/** Gives the pieces of the text that a node is, with those of the elements in it; null where it is no text. */
export function readTextPieces(node: ts.Node): TextPieces | null {
  if (ts.isParenthesizedExpression(node)) return readTextPieces(node.expression)
  if (ts.isJsxText(node)) return [node.text.replace(/&\w+;/g, ' ')]
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.flatMap((span) => [...piecesOf(span.expression), span.literal.text])]
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [readTextPieces(node.left), readTextPieces(node.right)]
    return left === null && right === null ? null : [...(left ?? [null]), ...(right ?? [null])]
  }
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return node.children.flatMap(piecesOf)
  return null
}

function piecesOf(node: ts.Node): TextPieces {
  if (ts.isJsxExpression(node)) return node.expression === undefined ? [] : piecesOf(node.expression)
  return readTextPieces(node) ?? [null]
}

/** Gives the words of a text, stemmed; null is a gap. */
export function splitPieces(pieces: TextPieces): TextPieces {
  return pieces.flatMap((piece) => (piece === null ? [null] : splitTerms(piece)))
}

/**
 * Gives the share of the words of a text (0 to 1) that a phrase has; 0 where it does not have them one after the other
 * and in this order. Words of the phrase may fill a gap.
 */
export function fitPhrase(text: TextPieces, phrase: readonly string[]): number {
  const terms = text.filter((term) => term !== null)
  const least = Math.max(leastPhraseTerms, leastPhraseShare * phrase.length)
  if (terms.length < least || !terms.some((term) => phrase.includes(term))) return 0
  const matched = Math.max(...text.map((_, start) => matchFrom(text, start, phrase, 0)))
  return matched < least ? 0 : matched / terms.length
}

/** How many words of a text from `start` match the phrase from `at` to its end; -Infinity where the phrase does not. */
function matchFrom(text: TextPieces, start: number, phrase: readonly string[], at: number): number {
  if (at === phrase.length) return 0
  const term = text[start]
  if (term === undefined) return -Infinity
  if (term !== null) return term === phrase[at] ? 1 + matchFrom(text, start + 1, phrase, at + 1) : -Infinity
  const fills = Array.from({ length: Math.min(longestGap, phrase.length - at) + 1 }, (_, filled) => at + filled)
  return Math.max(...fills.map((next) => matchFrom(text, start + 1, phrase, next)))
}
