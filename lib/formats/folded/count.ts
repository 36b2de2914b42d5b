/** The number at the end of a folded line, as the tools and scripts print it that make such lines. */
import { decodeBytes } from '../reading/lines.ts'

const blank = 32
const tab = 9
const carriageReturn = 13
const zero = 48
/** A number of so many digits is exact: it is below 2^53. */
const exactDigits = 15
/** Characters of the count of a folded stack; a longer one is infinite, no count that can be used. */
const longestCount = 400
/** Far beyond any count, and so that sums stay finite. */
const largestCount = 1e290

const exponent = String.raw`(?:[eE][+-]?\d+)?`
const plain = new RegExp(String.raw`^[+-]?(?:\d+(?:\.\d*)?|\.\d+)${exponent}$`)
/** `1,234,567`, as printf writes it with a quote. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
/** `3,5`, as printf and awk write it in much of Europe. */
const withComma = new RegExp(String.raw`^[+-]?\d*,\d+${exponent}$`)
const noNumber = /^[+-]?(?:inf|infinity|nan)$/i

interface FoldedCount {
  /** Negative or not finite where the line has such a number. */
  readonly weight: number
  readonly stackEnd: number
}

/** The number at the end of `[start, end)` and where the stack before it ends; null without one. */
export function readCount(bytes: Uint8Array, start: number, end: number): FoldedCount | null {
  let at = end - 1
  let weight = 0
  for (let scale = 1; at >= start; at--, scale *= 10) {
    const digit = bytes[at]! - zero
    if (digit < 0 || digit > 9) break
    weight += digit * scale
  }
  const digits = end - 1 - at
  if (at >= start && digits > 0 && digits <= exactDigits && isBlank(bytes[at]!)) return { weight, stackEnd: at }
  while (at >= start && !isBlank(bytes[at]!)) at--
  if (at < start) return null
  const number = parseCount(decodeBytes(bytes, at + 1, Math.min(end, at + 2 + longestCount)))
  return number === null ? null : { weight: number, stackEnd: at }
}

/** `uniq -c` fills its number to so many characters, or more. */
const uniqWidth = 4

/**
 * The whole number at the beginning of `[start, end)`, and where the stack behind it starts; null without both. Behind
 * fewer blanks than `uniq -c` writes, a number is the beginning of a name.
 */
export function readCountBefore(
  bytes: Uint8Array,
  start: number,
  end: number,
): { weight: number; stackStart: number } | null {
  let at = start
  while (at < end && isBlank(bytes[at]!)) at++
  const from = at
  let weight = 0
  for (; at < end && bytes[at]! >= zero && bytes[at]! <= zero + 9; at++) weight = weight * 10 + bytes[at]! - zero
  if (at === from || at + 1 >= end || !isBlank(bytes[at]!) || isBlank(bytes[at + 1]!)) return null
  if (from > start && at - start < uniqWidth) return null
  return { weight, stackStart: at + 1 }
}

export const isUsableCount = (weight: number): boolean => weight >= 0 && weight <= largestCount

/** Gives null for a text that is no number. A longer number than any tool prints is not finite. */
export function parseCount(text: string): number | null {
  if (text.length > longestCount) return /^\d+$/.test(text) ? Infinity : null
  if (plain.test(text)) return Number(text)
  if (grouped.test(text)) return Number(text.replaceAll(',', ''))
  if (withComma.test(text)) return Number(text.replace(',', '.'))
  return noNumber.test(text) ? Number.NaN : null
}

/** Where `[start, end)` ends without the blanks and carriage returns behind it. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end
  while (at > start && (isBlank(bytes[at - 1]!) || bytes[at - 1] === carriageReturn)) at--
  return at
}

const isBlank = (byte: number): boolean => byte === blank || byte === tab
