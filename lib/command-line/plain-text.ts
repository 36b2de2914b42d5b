/** Text for a terminal: names made safe to print, tables, and lines that fit its width. */

/**
 * A text from a container that a terminal can print safely: control characters, which could move the cursor or set the
 * title, and invisible ones, which could make one name look like another, are shown as escapes.
 */
export function escapeControls(text: string): string {
  // Controls, format characters (zero-width, direction marks), line and paragraph separators, lone surrogates, private
  // use.
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`
  })
}

/** The same for a text of several lines. */
export function escapeControlsInLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n')
}

/**
 * Formats rows of cells as lines of text, with columns as wide as their widest cell. There is at least one row; all
 * have one length.
 *
 * Units: UTF-16 units.
 */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const plain = rows.map((row) => row.map(escapeControls))
  const widths = plain[0]!.map((_, column) => Math.max(...plain.map((row) => row[column]!.length)))
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return plain.map((row) => `${lineOf(row).trimEnd()}\n`).join('')
}

/** A column that is narrower than this breaks too many words. */
const leastWrapped = 20

/**
 * Breaks lines at blanks within `width`; `indent` is what stands before the first of them, and then before each. A
 * width of undefined has no limit.
 *
 * Units: UTF-16 units.
 */
export function wrapText(text: string, width: number | undefined, indent = 0): string {
  if (width === undefined) return text
  const most = Math.max(leastWrapped, width - indent)
  const lines = text.split('\n').flatMap((line) => {
    const broken: string[] = []
    let rest = line
    while (rest.length > most) {
      const fits = rest.lastIndexOf(' ', most)
      const at = fits > 0 ? fits : rest.indexOf(' ', most)
      if (at < 0) break
      broken.push(rest.slice(0, at))
      rest = rest.slice(at + 1)
    }
    return [...broken, rest]
  })
  return lines.join(`\n${' '.repeat(indent)}`)
}

/**
 * Formats a table no wider than the terminal, `width`: where a line would be wider, a block for each row, of lines with
 * a title and its cell. The first row has the titles. A width of undefined, as where there is no terminal (no tty), has
 * no limit.
 */
export function formatTableWithin(
  [titles, ...rows]: readonly [readonly string[], ...(readonly string[])[]],
  width: number | undefined,
): string {
  const table = formatTable([titles, ...rows])
  if (width === undefined || table.split('\n').every((line) => line.length <= width)) return table
  const indent = Math.max(...titles.map((title) => escapeControls(title).length)) + 2
  const lineOf = (title: string, cell: string) =>
    `${escapeControls(title).padEnd(indent)}${wrapText(escapeControls(cell), width, indent)}`.trimEnd()
  return rows.map((row) => titles.map((title, column) => `${lineOf(title, row[column]!)}\n`).join('')).join('\n')
}

/** In characters: lines of a help are no wider in a terminal, and as wide where there is none (no tty). */
const widestHelp = 100

/**
 * Wraps the help of a command to the terminal's width, at most 100; to 100 where there is no terminal, so that a file
 * or a pager has readable lines. The lines of usage at its beginning stay; a paragraph is filled, and an option's text
 * goes on below its beginning.
 *
 * Units: UTF-16 units.
 */
export function wrapHelp(text: string, columns = widestHelp): string {
  const width = Math.min(columns, widestHelp)
  const [usage, ...paragraphs] = text.trimEnd().split('\n\n')
  return `${[usage, ...paragraphs.map((paragraph) => wrapParagraph(paragraph, width))].join('\n\n')}\n`
}

/** Column of an option's text where a usage does not show it: no two blanks are before it, and no line follows. */
const optionColumn = 20

function wrapParagraph(paragraph: string, width: number): string {
  const items = paragraph.split(/\n(?= {2,4}\S)/)
  return items.map((item) => wrapItem(item, width)).join('\n')
}

/** Wraps a paragraph without blanks before it, or an option with the lines that go on below its text. */
function wrapItem(item: string, width: number): string {
  const filled = item.replace(/\n */g, ' ')
  const indent = item.startsWith(' ') ? findTextColumn(item) : 0
  return `${filled.slice(0, indent)}${wrapText(filled.slice(indent), width, indent)}`
}

function findTextColumn(item: string): number {
  const [, next] = /\n( +)/.exec(item) ?? []
  return next?.length ?? /^ +\S.*? {2,}/.exec(item)?.[0].length ?? optionColumn
}
