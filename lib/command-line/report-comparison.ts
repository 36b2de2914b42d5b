/** A comparison of two profiles as text. */
import type { ComparedProfiles } from '../contract/compare-profiles.ts'
import type { ComparedGroup } from '../contract/comparisons.ts'
import { formatPoints, formatPointsShort, formatShare } from '../profile/format/units.ts'
import type { CrossedThreshold } from './dashboard/fail-if.ts'
import { escapeControls, formatTable } from './plain-text.ts'

type FunctionDelta = ComparedProfiles['functions'][number]

const mostRows = 20

/** What each side is, on one line. */
export interface ComparedSides {
  readonly before: string
  readonly after: string
}

/** Both sides, what they can tell, the packages and functions that differ significantly, and which conditions came true. */
export function reportComparison(
  sides: ComparedSides,
  { totals, power, warnings, packages, classes, functions }: ComparedProfiles,
  crossed: readonly CrossedThreshold[],
): string {
  const isQuiet = ![packages, classes, functions].some((rows) => rows.some(({ isSignificant }) => isSignificant))
  return [
    `Before: ${sides.before}\n`,
    `After:  ${sides.after}\n`,
    ...[...(totals === null ? [] : [`${totals}.`]), power, ...warnings].map((line) => `${escapeControls(line)}\n`),
    '\n',
    isQuiet ? 'No significant difference.\n' : '',
    tableOf(packages, 'PACKAGE'),
    // A class says more than its functions only where none of them has samples enough.
    functions.some(({ isSignificant }) => isSignificant) ? '' : tableOf(classes, 'CLASS'),
    tableOf(functions, 'FUNCTION'),
    describeHidden(functions),
    describeSameCost(functions),
    ...crossed.map(describeCrossed),
  ].join('')
}

/** The rows that explain themselves, and how many they explain. Empty for none. */
function tableOf(all: readonly ComparedGroup[], heading: string): string {
  const significant = all.filter(({ isSignificant }) => isSignificant)
  const causes = significant.filter(({ cause }) => cause === null)
  if (causes.length === 0) return ''
  const explained = (name: string) => significant.filter(({ cause }) => cause === name).length
  const rows = causes
    .slice(0, mostRows)
    .map((row) => [
      formatShare(row.totalBefore),
      formatShare(row.totalAfter),
      formatPointsShort(row.totalAfter - row.totalBefore),
      `${formatPointsShort(row.interval[0])} to ${formatPointsShort(row.interval[1])}`,
      row.status === 'changed' ? '' : row.status.toUpperCase(),
      row.name,
      explained(row.name) === 0 ? '' : `and ${explained(row.name)} on the same stacks`,
    ])
  const more = causes.length - mostRows
  const table = formatTable([['BEFORE', 'AFTER', 'POINTS', '95%', '', heading, ''], ...rows])
  return `${table}${more > 0 ? `and ${more} more\n` : ''}\n`
}

function describeHidden(functions: readonly ComparedGroup[]): string {
  const count = functions.filter(({ isHidden }) => isHidden).length
  if (count === 0) return ''
  return `${count} ${count === 1 ? 'function' : 'functions'} may only have moved between interpreted, compiled and inlined.\n`
}

function describeSameCost(functions: readonly ComparedGroup[]): string {
  const count = functions.filter(({ cost }) => cost === 'same').length
  if (count === 0) return ''
  return `${count} ${count === 1 ? 'function has another share' : 'functions have other shares'} at the same cost per second.\n`
}

function describeCrossed({ condition, functions }: CrossedThreshold): string {
  const [most] = functions as [FunctionDelta]
  const others = functions.length === 1 ? '' : ` and ${functions.length - 1} more`
  const grown = formatPoints(most.totalAfter - most.totalBefore)
  return `\nFAILED ${escapeControls(condition.text)}: ${escapeControls(most.name)} ${grown}${others}\n`
}

/** Of a comparison as `--json` gives it. */
export function describeCrossedForJson(crossed: readonly CrossedThreshold[]) {
  return crossed.map(({ condition, functions }) => ({
    condition: condition.text,
    functions: functions.map(({ name }) => name),
  }))
}
