/** A comparison for a terminal or the log of a pipeline. */
import type { ProfileSummary } from '../../contract.ts'
import type { Comparison } from '../../contract/comparisons.ts'
import type { Crossed } from './fail-if.ts'
import { formatTable } from '../format-table.ts'
import { plainText } from '../plain-text.ts'

type FunctionDelta = Comparison['functions'][number]

const mostRows = 20

/** Both sides, what they can tell, the functions that differ beyond noise, and which conditions came true. */
export function reportComparison(comparison: Comparison, crossed: readonly Crossed[]): string {
  const { before, after, power, warnings, functions } = comparison
  const significant = functions.filter(({ isSignificant }) => isSignificant)
  return [
    `Before: ${describeSide(before)}\n`,
    `After:  ${describeSide(after)}\n`,
    ...[power, ...warnings].map((line) => `${plainText(line)}\n`),
    '\n',
    tableOf(significant),
    ...crossed.map(describeCrossed),
  ].join('')
}

function describeSide({ name, image, createdAt, id }: ProfileSummary): string {
  const at = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')
  return [plainText(name), image === null ? '' : plainText(image), `${at} UTC`, id].filter(Boolean).join(', ')
}

function tableOf(significant: readonly FunctionDelta[]): string {
  if (significant.length === 0) return 'No difference beyond noise.\n'
  const rows = significant
    .slice(0, mostRows)
    .map((row) => [
      percent(row.totalBefore),
      percent(row.totalAfter),
      signed(row.totalAfter - row.totalBefore),
      `${signed(row.interval[0])} to ${signed(row.interval[1])}`,
      row.status === 'changed' ? '' : row.status.toUpperCase(),
      row.name,
    ])
  const more = significant.length - mostRows
  const table = formatTable([['BEFORE', 'AFTER', 'POINTS', '95 %', '', 'FUNCTION'], ...rows])
  return `${table}${more > 0 ? `and ${more} more\n` : ''}`
}

function describeCrossed({ condition, functions }: Crossed): string {
  const [most] = functions as [FunctionDelta]
  const others = functions.length === 1 ? '' : ` and ${functions.length - 1} more`
  const grown = signed(most.totalAfter - most.totalBefore)
  return `\nFAILED ${plainText(condition.text)}: ${plainText(most.name)} ${grown} points${others}\n`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

function signed(points: number): string {
  const text = (points * 100).toFixed(2)
  return points > 0 ? `+${text}` : text
}
