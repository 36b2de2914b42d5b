/** Which combinations of values are run. */
import type { Coverage } from '../file/experiment-schema.ts'

/** The index of a value for each variable. */
export type Combination = readonly number[]
/** Maps indices of variables to indices of their values: a combination that has one of each is left out. */
export type Excluded = ReadonlyMap<number, ReadonlySet<number>>

interface NamedVariable {
  readonly name: string
  readonly values: readonly { readonly name: string }[]
}

/** An experiment whose values have more combinations is refused: each one is looked at. */
const mostCombinations = 200_000

/** Why no combinations can be chosen; `isAboutExcluded`: because of what the experiment excludes. */
export class CoverageRefused extends Error {
  readonly isAboutExcluded: boolean
  constructor(message: string, isAboutExcluded = false) {
    super(message)
    this.isAboutExcluded = isAboutExcluded
  }
}

/**
 * The combinations to run, the one of all first values first where it is allowed, and notes on what they leave out.
 * Without variables there is one.
 *
 * `pairs`: each two values of two variables meet, if they are allowed to; few combinations, not always the fewest.
 *
 * Throws: CoverageRefused.
 */
export function chooseCombinations(
  variables: readonly NamedVariable[],
  excluded: readonly Excluded[],
  coverage: Coverage,
): { readonly chosen: readonly Combination[]; readonly notes: readonly string[] } {
  const count = variables.reduce((product, { values }) => product * values.length, 1)
  if (count > mostCombinations)
    throw new CoverageRefused(`the values have ${count} combinations; at most ${mostCombinations} are looked through`)
  const allowed = [...combinationsOf(variables)].filter((one) => !excluded.some((entry) => isExcluded(one, entry)))
  if (allowed.length === 0) throw new CoverageRefused('every combination is excluded', true)
  const notes = unreachableValues(variables, allowed).map((value) => `${value} is excluded from every combination.`)
  if (coverage === 'all') return { chosen: allowed, notes }
  if (coverage === 'one change from the first') return changesFromFirst(variables, allowed, notes)
  const mostValues = Math.max(...variables.map(({ values }) => values.length), 1)
  return { chosen: coverTuples(allowed, mostValues, coverage === 'pairs' && variables.length > 1 ? 2 : 1), notes }
}

function* combinationsOf(variables: readonly NamedVariable[], head: Combination = []): Generator<Combination> {
  const variable = variables[head.length]
  if (!variable) yield head
  else for (const value of variable.values.keys()) yield* combinationsOf(variables, [...head, value])
}

function isExcluded(combination: Combination, excluded: Excluded): boolean {
  return [...excluded].every(([variable, values]) => values.has(combination[variable]!))
}

function unreachableValues(variables: readonly NamedVariable[], allowed: readonly Combination[]): string[] {
  return variables.flatMap(({ name, values }, variable) => {
    const reached = new Set(allowed.map((one) => one[variable]))
    return values.filter((_, value) => !reached.has(value)).map((value) => `${name} ${value.name}`)
  })
}

function changesFromFirst(
  variables: readonly NamedVariable[],
  allowed: readonly Combination[],
  notes: readonly string[],
) {
  const [first] = allowed as [Combination]
  if (first.some((value) => value > 0))
    throw new CoverageRefused('the combination of all first values, from which the others differ, is excluded', true)
  const chosen = allowed.filter((one) => one.filter((value) => value > 0).length <= 1)
  const missing = variables.flatMap(({ name, values }, variable) =>
    values
      .filter((_, value) => value > 0 && !chosen.some((one) => one[variable] === value))
      .map((value) => `${name} ${value.name}`),
  )
  const more = missing
    .map((value) => `${value} is not run: as the only change from the first combination it is excluded.`)
    .filter((_, at) => !notes.some((note) => note.startsWith(`${missing[at]!} is excluded`)))
  return { chosen, notes: [...notes, ...more] }
}

/**
 * Combinations that together have every allowed value (`size` 1) or pair of values (2). Greedy: the next one is always
 * that which has most values or pairs that none before has; the first of equals. `mostValues` of a variable make the
 * number of a value or pair unique.
 */
function coverTuples(allowed: readonly Combination[], mostValues: number, size: 1 | 2): Combination[] {
  const variables = allowed[0]!.length
  const perCombination = size === 1 ? variables : (variables * (variables - 1)) / 2
  const tuples = new Int32Array(allowed.length * perCombination)
  let next = 0
  for (const one of allowed)
    for (let a = 0; a < variables; a++)
      if (size === 1) tuples[next++] = a * mostValues + one[a]!
      else
        for (let b = a + 1; b < variables; b++)
          tuples[next++] = ((a * variables + b) * mostValues + one[a]!) * mostValues + one[b]!
  const missing = new Set(tuples)
  const gainOf = (at: number) => {
    let gain = 0
    for (let tuple = at * perCombination; tuple < (at + 1) * perCombination; tuple++)
      if (missing.has(tuples[tuple]!)) gain++
    return gain
  }
  const chosen: Combination[] = []
  let best = 0
  do {
    chosen.push(allowed[best]!)
    for (const tuple of tuples.subarray(best * perCombination, (best + 1) * perCombination)) missing.delete(tuple)
    let most = 0
    for (let at = 0; at < allowed.length; at++) {
      const gain = gainOf(at)
      if (gain > most) [most, best] = [gain, at]
    }
  } while (missing.size > 0)
  return chosen
}
