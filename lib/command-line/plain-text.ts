/**
 * A text from a container as a terminal may have it: control characters, which could move the cursor or set the title,
 * and invisible ones, which could make one name look like another, are shown as escapes.
 */
export function escapeControls(text: string): string {
  // Controls, format characters (zero-width, direction marks), line and paragraph separators, lone surrogates, private use.
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`
  })
}

/** The same for a text of several lines. */
export function escapeControlsInLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n')
}

/** Rows of cells, one at least and all of one length, in columns as wide as their widest cell; each row is a line. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const plain = rows.map((row) => row.map(escapeControls))
  const widths = plain[0]!.map((_, column) => Math.max(...plain.map((row) => row[column]!.length)))
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return plain.map((row) => `${lineOf(row).trimEnd()}\n`).join('')
}
