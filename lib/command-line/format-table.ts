import { plainText } from './plain-text.ts'

/** Rows of cells in columns as wide as their widest cell, each row a line. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const plain = rows.map((row) => row.map(plainText))
  const widths = plain[0]!.map((_, column) => Math.max(...plain.map((row) => row[column]!.length)))
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return plain.map((row) => `${lineOf(row).trimEnd()}\n`).join('')
}
