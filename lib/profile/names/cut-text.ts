/**
 * A text of at most `maxLength` (from 1) UTF-16 units, with `…` where it was cut: `a very long na…`. Never half a
 * surrogate pair.
 */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${takeStart(text, maxLength - 1).trimEnd()}…`
}

/** The first `length` UTF-16 units of a text; one less where the last would be the first half of a surrogate pair. */
export function takeStart(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
