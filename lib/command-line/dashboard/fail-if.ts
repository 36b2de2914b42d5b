/** `--fail-if`: what in a comparison makes a pipeline fail. */
import type { ComparedProfiles } from '../../contract/compare-profiles.ts'
import type { ComparedGroup } from '../../contract/comparisons.ts'
import { mostComparedRows } from '../../contract/constants.ts'
import { formatLostCallers } from '../../contract/describe-totals.ts'
import { Problem } from '../../errors.ts'
import { maxFalseDiscoveryRate } from '../../profile/compare/merged-tree/comparison.ts'
import { leastUnsureShare } from '../../profile/compare/unsure-change.ts'
import { formatPoints, formatShare } from '../../profile/format/units.ts'

/** A condition: `+5% com.acme`. */
export interface FailIf {
  /** The condition as it was given. */
  readonly text: string
  /** How much a share of all must have grown, 0 to 1. */
  readonly by: number
  /** Package, class or function that a row must be or be in, without a dot or star at its end; null for any. */
  readonly prefix: string | null
}

/**
 * A condition, with what makes it true at each level, the row that grew most first. It came true where one level has
 * any.
 */
export interface CheckedThreshold {
  readonly condition: FailIf
  readonly functions: readonly ComparedGroup[]
  readonly classes: readonly ComparedGroup[]
  readonly packages: readonly ComparedGroup[]
  /** Whether a profile has anything of that name; where none has, it may be misspelt. */
  readonly isKnown: boolean
  /** Why the comparison cannot tell whether the condition is true; null where it can. */
  readonly undecided: Undecided | null
}

interface Undecided {
  /** For people, a sentence or more. */
  readonly reason: string
  /** Whether something grew by as much as the condition says; else the two profiles say nothing of it. */
  readonly hasGrown: boolean
}

/** Exit code for a pipeline: none of the other codes means that the code got slower. */
export const thresholdExitCode = 3
/** Exit code where it is not known whether the code got slower. */
export const undecidedExitCode = 1

export const failIfUsage = `  --fail-if='+5% com.acme'   exit code 3 when a package, class or function that is called com.acme, or is in it, takes
                    at least 5 points more of all samples than in the baseline (share of stacks it is on, in %
                    after minus in % before), and noise alone would not do that (q <= ${maxFalseDiscoveryRate}). '+5%' or '+5% *':
                    any of them. May be given several times: one that comes true suffices. Exit code 1 when none
                    does and one cannot be decided: samples are too few, a growth of ${100 * leastUnsureShare} points or more may be
                    noise, or cannot be compared (two engines, lost callers), or neither profile has such a name.`

/** Gives the condition. Throws: Problem `invalid-request`. */
export function readFailIf(text: string): FailIf {
  const [, points, name] = /^\s*\+(\d+(?:\.\d+)?)\s*%(?:\s+(\S+))?\s*$/.exec(text) ?? []
  const by = Number(points) / 100
  const prefix = name === undefined || name === '*' ? null : name.replace(/\.?\*?$/, '')
  // A star elsewhere is a pattern to its author, and would match no name for ever.
  if (points === undefined || by > 1 || prefix === '' || prefix?.includes('*') === true)
    throw new Problem('invalid-request', { what: `--fail-if: ${text} is not of the form '+5% com.acme'` })
  return { text, by, prefix }
}

/** Facts on what two profiles can tell. */
type Telling = Pick<ComparedProfiles, 'power' | 'canShowChange' | 'uncertainty' | 'lostCallers'>

/** Each condition with what crosses it, in their order. */
export function checkThresholds(
  compared: Pick<ComparedProfiles, 'functions' | 'classes' | 'packages'> & Telling,
  conditions: readonly FailIf[],
): CheckedThreshold[] {
  const { functions, classes, packages } = compared
  return conditions.map((condition) => {
    const { prefix } = condition
    const isNamed = ({ name }: ComparedGroup) => prefix === null || isUnder(name, prefix)
    const listCrossing = (rows: readonly ComparedGroup[]) =>
      rows.filter((row) => isNamed(row) && crosses(row, condition)).sort((a, b) => growthOf(b) - growthOf(a))
    const named = [functions, classes, packages].map((rows) => rows.filter(isNamed))
    const crossing = {
      functions: listCrossing(functions),
      classes: listCrossing(classes),
      packages: listCrossing(packages),
    }
    const checked = { condition, ...crossing, isKnown: named.some(({ length }) => length > 0) }
    return { ...checked, undecided: isCrossed(checked) ? null : explainUndecided(checked, compared, named) }
  })
}

export function isCrossed({
  functions,
  classes,
  packages,
}: Pick<CheckedThreshold, 'functions' | 'classes' | 'packages'>): boolean {
  return functions.length > 0 || classes.length > 0 || packages.length > 0
}

/**
 * The exit code of comparisons that the same conditions were checked for: of several events, those that say nothing of
 * a condition do not matter where another does.
 */
export function exitCodeOf(comparisons: readonly (readonly CheckedThreshold[])[]): number {
  if (comparisons.some((checked) => checked.some(isCrossed))) return thresholdExitCode
  const isUndecided = (_: CheckedThreshold, index: number) => {
    const all = comparisons.map((checked) => checked[index]!.undecided)
    return all.some((one) => one?.hasGrown === true) || all.every((one) => one !== null)
  }
  return comparisons[0]?.some(isUndecided) === true ? undecidedExitCode : 0
}

/** `named`: the rows of the condition's name, functions first. */
function explainUndecided(
  { condition: { by, prefix }, isKnown }: Pick<CheckedThreshold, 'condition' | 'isKnown'>,
  { canShowChange, power, uncertainty, functions, lostCallers }: Pick<ComparedProfiles, 'functions'> & Telling,
  named: readonly (readonly ComparedGroup[])[],
): Undecided | null {
  // Of smaller growth, chance makes some nearly always: pipelines without a change would fail by it.
  const least = Math.max(by, leastUnsureShare)
  const [unsure] = named.flatMap((rows) =>
    rows
      .filter((row) => !row.isHidden && row.cost === 'as-share' && hasGrown(row, least))
      // Of a stack that grew, the method at its leaf.
      .toSorted((a, b) => growthOf(b) - growthOf(a) || b.selfAfter - b.selfBefore - (a.selfAfter - a.selfBefore)),
  )
  if (unsure)
    return {
      reason: `${unsure.name} ${formatPoints(growthOf(unsure))} may be noise. ${uncertainty}`.trimEnd(),
      hasGrown: true,
    }
  const reason = explainNotComparable(named.flat(), by, lostCallers)
  if (reason !== null) return { reason, hasGrown: true }
  if (!canShowChange) return { reason: power, hasGrown: false }
  // Of more rows than there may be, those that changed least are left out.
  if (isKnown || prefix === null || functions.length >= mostComparedRows) return null
  const meant = findMeant(functions, prefix)
  const hint = meant === null ? '' : ` Did you mean ${meant}?`
  return { reason: `No package, class or function of this name is in either profile.${hint}`, hasGrown: false }
}

/** The whole name of the heaviest function, class or package that is called so without its package. */
function findMeant(functions: readonly ComparedGroup[], prefix: string): string | null {
  const startOf = (name: string) =>
    [...name.matchAll(/\./g)].find(({ index }) => isUnder(name.slice(index + 1), prefix))
  const weightOf = ({ totalBefore, totalAfter }: ComparedGroup) => Math.max(totalBefore, totalAfter)
  const [heaviest] = functions
    .filter(({ name }) => startOf(name) !== undefined)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  return heaviest ? heaviest.name.slice(0, startOf(heaviest.name)!.index + 1 + prefix.length) : null
}

/** Says which row two engines, or lost callers, make look as if it had not grown so, or as if it had; null for none. */
function explainNotComparable(
  rows: readonly ComparedGroup[],
  by: number,
  lostCallers: Telling['lostCallers'],
): string | null {
  const describe = ({ name, totalBefore, totalAfter }: ComparedGroup) =>
    `${name} ${formatShare(totalBefore)} → ${formatShare(totalAfter)} cannot be compared`
  const ofEngines = rows.find((row) => row.hiddenBy === 'engines' && hasGrown(row, by))
  if (ofEngines) return `${describe(ofEngines)} between the engines.`
  if (lostCallers === null) return null
  const lostMore = Math.max(0, lostCallers.after - lostCallers.before)
  const row = rows.find(
    (row) => row.hiddenBy === 'callers' && hasGrown({ ...row, totalAfter: Math.min(1, row.totalAfter + lostMore) }, by),
  )
  return row ? `${describe(row)}: ${formatLostCallers(lostCallers)}.` : null
}

function crosses(row: ComparedGroup, { by }: FailIf): boolean {
  return row.isSignificant && hasGrown(row, by)
}

function hasGrown(row: ComparedGroup, by: number): boolean {
  // 5.0 points are at least 5, also where the last bit is lost.
  return growthOf(row) >= by - 1e-12 && growthOf(row) > 0
}

function growthOf({ totalBefore, totalAfter }: ComparedGroup): number {
  return totalAfter - totalBefore
}

/** `com.acme` holds `com.acme.Shop.price` and not `com.acmeton.Shop.price`. */
function isUnder(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && !/^[\p{L}\p{N}_]/u.test(name.slice(prefix.length))
}
