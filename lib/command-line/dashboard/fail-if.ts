/** `--fail-if`: what in a comparison makes a pipeline fail. */
import type { ComparedFunction, Comparison } from '../../contract/comparisons.ts'
import { Problem } from '../../errors.ts'
import { maxFalseDiscoveryRate } from '../../profile/compare/merged-tree/comparison.ts'

/** One condition: `+5% com.acme`. */
export interface FailIf {
  /** As it was given. */
  readonly text: string
  /** How much a function's share of all must have grown, 0 to 1. */
  readonly by: number
  /** Package, class or name that functions must be in or be, without a dot or star at its end; null for any function. */
  readonly prefix: string | null
}

/** A condition that came true, with the functions that made it, the one that grew most first. */
export interface CrossedThreshold {
  readonly condition: FailIf
  readonly functions: readonly ComparedFunction[]
}

/** Exit code for a pipeline: none of the other codes means that the code got slower. */
export const thresholdExitCode = 3

export const failIfUsage = `  --fail-if='+5% com.acme'   exit code 3 when a function of package com.acme (or a class or function of this name) takes
                    at least 5 points more of all samples than in the baseline (share of stacks it is on, in %
                    after minus in % before), and noise alone would not do that (q <= ${maxFalseDiscoveryRate}). '+5%' or '+5% *':
                    any function. May be given several times: one that comes true suffices.`

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

/** Conditions that came true, in their order. */
export function findCrossed(
  { functions }: Pick<Comparison, 'functions'>,
  conditions: readonly FailIf[],
): CrossedThreshold[] {
  return conditions
    .map((condition) => ({
      condition,
      functions: functions.filter((one) => crosses(one, condition)).sort((a, b) => growthOf(b) - growthOf(a)),
    }))
    .filter((crossed) => crossed.functions.length > 0)
}

function crosses(one: ComparedFunction, { by, prefix }: FailIf): boolean {
  // 5.0 points are at least 5, also where the last bit is lost.
  return (
    one.isSignificant &&
    growthOf(one) >= by - 1e-12 &&
    growthOf(one) > 0 &&
    (prefix === null || isUnder(one.name, prefix))
  )
}

function growthOf({ totalBefore, totalAfter }: ComparedFunction): number {
  return totalAfter - totalBefore
}

/** `com.acme` holds `com.acme.Shop.price` and not `com.acmeton.Shop.price`. */
function isUnder(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && !/^[\p{L}\p{N}_]/u.test(name.slice(prefix.length))
}
