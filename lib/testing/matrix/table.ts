/** The matrix as a table in Markdown, as docs/engines.md has it. */
import { matrixColumns } from './columns.ts'
import { type MatrixResult, type TriedTarget, vantagesOf } from './try-target.ts'

const columns = matrixColumns.flatMap(({ engine, events }) =>
  events.map((event) => ({ engine, event, title: events.length > 1 ? `${engine} ${event}` : engine })),
)

/** The rows of what was tried, the same whenever the same cells work: shares and times are not in it. */
export function matrixRows(targets: readonly TriedTarget[]): string[][] {
  const titles = columns.map(({ title }) => title)
  const rows = targets.flatMap(({ name, cells }) =>
    vantagesOf(name).map((vantage) => [
      name,
      vantage,
      ...columns.map(({ engine, event }) =>
        textOf(cells.find((cell) => cell.engine === engine && cell.event === event && cell.vantage === vantage)!),
      ),
    ]),
  )
  return [['container', 'from', ...titles], ...rows]
}

function textOf({ problem, level, isNameless }: MatrixResult): string {
  if (problem !== null) return `\`${problem}\``
  if (isNameless) return 'no Java names'
  return level === 'degraded' ? 'yes, less' : 'yes'
}

/** Columns as wide as their widest cell, as the formatter of this project writes them. */
export function markdown([head, ...rows]: readonly (readonly string[])[]): string {
  const widths = head!.map((_, column) => Math.max(3, ...[head!, ...rows].map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(head!), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n')
}
