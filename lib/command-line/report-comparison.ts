/** A comparison of two profiles as text. */
import type { ComparedProfiles } from '../contract/compare-profiles.ts'
import type { ComparedGroup } from '../contract/comparisons.ts'
import {
  formatLostCallers,
  describeNoDifference,
  engineCaution,
  introduceDifferences,
  shareAlone,
} from '../contract/describe-totals.ts'
import { formatCount, formatPoints, formatPointsShort, formatShare } from '../profile/format/units.ts'
import { intervalLevel } from '../contract/interval-level.ts'
import { isSurelyAbsent, notCertain } from '../profile/compare/unsure-change.ts'
import { isInPackage } from '../profile/names/java-package.ts'
import { nameCause } from '../profile/names/thread-work.ts'
import { type CheckedThreshold, isCrossed } from './dashboard/fail-if.ts'
import { escapeControls, formatTable } from './plain-text.ts'

/** Significant rows of each table that `hearth compare` (a diff of two profiles) prints; a line counts the others. */
const mostPrintedRows = 20

/** Describes each side on one line. */
export interface ComparedSides {
  readonly before: string
  readonly after: string
}

/**
 * Both sides, the answer in a line, the packages and functions that differ significantly, what to know of it, and what
 * became of each condition.
 */
export function reportComparison(
  sides: ComparedSides,
  compared: ComparedProfiles,
  checked: readonly CheckedThreshold[],
): string {
  const { totals, power, packages, classes, functions } = compared
  const { answer, warnings } = answerOf(compared)
  // What says that shares alone are compared stands beside the totals.
  const [beside, rest] = [true, false].map((is) => warnings.filter((line) => line.startsWith(shareAlone) === is))
  return [
    `Before: ${sides.before}\n`,
    `After:  ${sides.after}\n`,
    ...[...(totals === null ? [] : [`${totals}.`]), answer, ...beside!].map((line) => `${escapeControls(line)}\n`),
    '\n',
    tableOf(packages, 'PACKAGE'),
    // A class says more than its functions only where none of them has samples enough.
    functions.some(({ isSignificant }) => isSignificant) ? '' : tableOf(classes, 'CLASS'),
    tableOf(functions, 'FUNCTION'),
    describeHidden(functions),
    describeNotComparable(functions, 'engines', 'Not comparable between these engines'),
    ...(compared.lostCallers === null
      ? []
      : [describeNotComparable(functions, 'callers', `Not comparable, as ${formatLostCallers(compared.lostCallers)}`)]),
    describeSameCost(functions),
    ...[...rest!, power].map((line) => `${escapeControls(line)}\n`),
    ...(checked.length === 0 ? [] : ['\n']),
    ...checked.map((one) => describeChecked(one, compared.engines)),
  ].join('')
}

/** Changes that the answer, the line above the tables, names. */
const mostNamedChanges = 3

/**
 * As on the page of a comparison: how much differs, and what first. The warning that is the answer is none of the rest.
 *
 *     Significant: 1 package, 2 functions: shop.pricing is new (94%).
 */
function answerOf({ totals, packages, classes, functions, engines, lostCallers, warnings }: ComparedProfiles) {
  const levels = [
    ['package', 'packages', packages.filter(isDifference)],
    ['class', 'classes', classes.filter(isDifference)],
    ['function', 'functions', functions.filter(isDifference)],
  ] as const
  const counts = levels.flatMap(([one, many, { length }]) =>
    length === 0 ? [] : [`${formatCount(length)} ${length === 1 ? one : many}`],
  )
  const unsure = warnings.find((line) => line.startsWith(notCertain))
  if (counts.length === 0)
    return {
      answer: unsure ?? `${describeNoDifference(totals, engines, lostCallers)}.`,
      warnings: warnings.filter((line) => line !== unsure),
    }
  const named: ComparedGroup[] = []
  for (const [, , rows] of levels) {
    const groups = named.map(({ name }) => name)
    named.push(...rows.filter(({ name }) => !groups.some((group) => isInPackage(name, group))))
  }
  const changes = named.slice(0, mostNamedChanges).map(describeChange)
  const caution = engines === null ? '' : ` ${engineCaution}.`
  const answer = `${introduceDifferences(engines)}${counts.join(', ')}: ${changes.join(', ')}.${caution}`
  return { answer, warnings }
}

function describeChange(row: ComparedGroup): string {
  const { totalBefore, totalAfter } = row
  const name = nameCause(row.name)
  const absence = surelyAbsent(row)
  if (absence === null) return `${name} ${formatShare(totalBefore)} → ${formatShare(totalAfter)}`
  return `${name} is ${absence} (${formatShare(absence === 'new' ? totalAfter : totalBefore)})`
}

/** `new` or `gone` where the samples can tell; else null, though only one side has it. */
function surelyAbsent({ status, interval, totalBefore, totalAfter }: ComparedGroup): 'new' | 'gone' | null {
  if (status !== 'new' && status !== 'gone') return null
  return isSurelyAbsent(interval, totalAfter - totalBefore) ? status : null
}

/** A significant difference that no other row explains. */
function isDifference({ isSignificant, cause }: ComparedGroup): boolean {
  return isSignificant && cause === null
}

/** The rows that explain themselves, and how many they explain. Empty for none. */
function tableOf(all: readonly ComparedGroup[], heading: string): string {
  const significant = all.filter(({ isSignificant }) => isSignificant)
  const causes = significant.filter(isDifference)
  if (causes.length === 0) return ''
  const explained = (name: string) => significant.filter(({ cause }) => cause === name).length
  const rows = causes
    .slice(0, mostPrintedRows)
    .map((row) => [
      formatShare(row.totalBefore),
      formatShare(row.totalAfter),
      formatPointsShort(row.totalAfter - row.totalBefore),
      `${formatPointsShort(row.interval[0])} to ${formatPointsShort(row.interval[1])}`,
      (surelyAbsent(row) ?? '').toUpperCase(),
      row.name,
      explained(row.name) === 0 ? '' : `and ${explained(row.name)} on the same stacks`,
    ])
  const more = causes.length - mostPrintedRows
  const table = formatTable([['BEFORE', 'AFTER', 'POINTS', intervalLevel, '', heading, ''], ...rows])
  return `${table}${more > 0 ? `and ${more} more\n` : ''}\n`
}

function describeHidden(functions: readonly ComparedGroup[]): string {
  const count = functions.filter(({ hiddenBy }) => hiddenBy === 'jit').length
  if (count === 0) return ''
  return `${count} ${count === 1 ? 'function' : 'functions'} may only have moved between interpreted, compiled and inlined.\n`
}

/** Says which functions cannot be compared for this reason, with what was recorded of them. */
function describeNotComparable(
  functions: readonly ComparedGroup[],
  reason: ComparedGroup['hiddenBy'],
  title: string,
): string {
  const rows = functions.filter(({ hiddenBy }) => hiddenBy === reason)
  if (rows.length === 0) return ''
  const named = rows.slice(0, mostNamedChanges).map((row) => {
    const { name, totalBefore, totalAfter, hiddenBefore, hiddenAfter } = row
    return `${escapeControls(name)} ${formatSide(totalBefore, hiddenBefore)} → ${formatSide(totalAfter, hiddenAfter)}`
  })
  const more = rows.length - named.length
  return `${title}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.\n`
}

function formatSide(shown: number, hidden: number): string {
  return hidden > shown ? `${formatShare(shown + hidden)} (hidden)` : formatShare(shown)
}

function describeSameCost(functions: readonly ComparedGroup[]): string {
  const count = functions.filter(({ cost }) => cost === 'same').length
  if (count === 0) return ''
  return `${count} ${count === 1 ? 'function has another share' : 'functions have other shares'} at the same cost per second.\n`
}

/**
 * Says whether a condition is met, and by which functions; only where none is by itself, by a class or package. Or why
 * that is not known.
 */
function describeChecked(checked: CheckedThreshold, engines: string | null): string {
  const { condition, functions, classes, packages, undecided } = checked
  const text = escapeControls(condition.text)
  if (undecided) return `NOT DECIDED ${text}: ${escapeControls(undecided.reason)}\n`
  if (!isCrossed(checked)) return `Not met: ${text}\n`
  const [kind, rows] = (
    [
      ['', functions],
      ['class ', classes],
      ['package ', packages],
    ] as const
  ).find(([, { length }]) => length > 0)!
  const [most] = rows as [ComparedGroup]
  const others = rows.length === 1 ? '' : ` and ${rows.length - 1} more`
  const grown = formatPoints(most.totalAfter - most.totalBefore)
  const caution = engines === null ? '' : `; compared were two engines, ${engines}, which can differ without a change`
  return `FAILED ${text}: ${kind}${escapeControls(most.name)} ${grown}${others}${caution}\n`
}

/** Describes the thresholds that are crossed, and those that cannot be decided, for a comparison's `--json`. */
export function describeConditionsForJson(checked: readonly CheckedThreshold[]) {
  const namesOf = (rows: readonly ComparedGroup[]) => rows.map(({ name }) => name)
  const crossed = checked.filter(isCrossed).map(({ condition, functions, classes, packages }) => ({
    condition: condition.text,
    functions: namesOf(functions),
    classes: namesOf(classes),
    packages: namesOf(packages),
  }))
  const undecided = checked.flatMap(({ condition, undecided: why }) =>
    why === null ? [] : [{ condition: condition.text, reason: why.reason }],
  )
  return { crossed, undecided }
}
