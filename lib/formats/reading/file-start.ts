import { decodeBytes } from './lines.ts'

/** Whether a file is of a format: `maybe` when a surer format goes before. */
export type FormatAnswer = 'yes' | 'no' | 'maybe'

/** Bytes of a file by which its format is detected. */
export const startBytes = 65_536

/** The beginning of a file, unpacked: 64 KiB of it, or all. */
export interface FileStart {
  readonly bytes: Uint8Array
  readonly text: string
  /** Its lines that are not empty, without one that may be cut. */
  readonly lines: readonly string[]
}

/** Text has no bytes below that of a tab. `text`: one character a byte. */
export function isText(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 9) return false
  return true
}

export function readFileStart(head: Uint8Array): FileStart {
  const bytes = head.subarray(0, startBytes)
  const text = decodeBytes(bytes, 0, bytes.length)
  // The first 2,000 lines tell the format of any text.
  const lines = text.split('\n', 2000).map((line) => line.replace(/\r$/, ''))
  if (lines.length > 1 && head.length >= startBytes) lines.pop()
  return { bytes, text, lines: lines.filter((line) => line.trim() !== '') }
}
