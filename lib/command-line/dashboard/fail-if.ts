/** `--fail-if`: what in a comparison makes a pipeline fail. */
import type { ComparedGroup, Comparison } from '../../contract/comparisons.ts'
import { Problem } from '../../errors.ts'
import { maxFalseDiscoveryRate } from '../../profile/compare/merged-tree/comparison.ts'

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
}

/** Exit code for a pipeline: none of the other codes means that the code got slower. */
export const thresholdExitCode = 3

export const failIfUsage = `  --fail-if='+5% com.acme'   exit code 3 when a package, class or function that is called com.acme, or is in it, takes
                    at least 5 points more of all samples than in the baseline (share of stacks it is on, in %
                    after minus in % before), and noise alone would not do that (q <= ${maxFalseDiscoveryRate}). '+5%' or '+5% *':
                    any of them. May be given several times: one that comes true suffices.`

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

/** Each condition with what crosses it, in their order. */
export function checkThresholds(
  { functions, classes, packages }: Pick<Comparison, 'functions' | 'classes' | 'packages'>,
  conditions: readonly FailIf[],
): CheckedThreshold[] {
  return conditions.map((condition) => {
    const { prefix } = condition
    const isNamed = ({ name }: ComparedGroup) => prefix === null || isUnder(name, prefix)
    const listCrossing = (rows: readonly ComparedGroup[]) =>
      rows.filter((row) => isNamed(row) && crosses(row, condition)).sort((a, b) => growthOf(b) - growthOf(a))
    return {
      condition,
      functions: listCrossing(functions),
      classes: listCrossing(classes),
      packages: listCrossing(packages),
      isKnown: [functions, classes, packages].some((rows) => rows.some(isNamed)),
    }
  })
}

export function isCrossed({ functions, classes, packages }: CheckedThreshold): boolean {
  return functions.length > 0 || classes.length > 0 || packages.length > 0
}

/** The exit code of a comparison. */
export function exitCodeOf(checked: readonly CheckedThreshold[]): number {
  return checked.some(isCrossed) ? thresholdExitCode : 0
}

function crosses(row: ComparedGroup, { by }: FailIf): boolean {
  // 5.0 points are at least 5, also where the last bit is lost.
  return row.isSignificant && growthOf(row) >= by - 1e-12 && growthOf(row) > 0
}

function growthOf({ totalBefore, totalAfter }: ComparedGroup): number {
  return totalAfter - totalBefore
}

/** `com.acme` holds `com.acme.Shop.price` and not `com.acmeton.Shop.price`. */
function isUnder(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && !/^[\p{L}\p{N}_]/u.test(name.slice(prefix.length))
}
