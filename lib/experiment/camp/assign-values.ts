/** Values for the variables of components that run together, within the constraints. */
import { CampRefused, createStepLimit } from './camp-refused.ts'
import { type CampComponent, type CampModel, type CampValue, type CampVariable, instanceName } from './camp-model.ts'
import { calculate, type Formula, holds, valuesIn } from './formula.ts'
import type { Structure } from './structures.ts'

interface Field {
  readonly component: string
  readonly variable: CampVariable
  /** The name that constraints use: `shop_0_threads`. */
  readonly name: string
}

/** The bounds of an Integer without values of its own may be this far apart. */
const widestRange = 1000

/** The search tries at most this many values for one set of components. */
const mostTriedValues = 5_000_000

/**
 * Yields each assignment as a map from component to variable to value; both maps are in the order of the model. A
 * constraint may name a component that does not run: it holds if some value of that component fits.
 *
 * Throws: CampRefused.
 */
export function* assignValues(
  { components, constraints }: CampModel,
  structure: Structure,
): Generator<ReadonlyMap<string, ReadonlyMap<string, CampValue>>> {
  const conjuncts = constraints.flatMap(conjunctsOf).map((formula) => ({ formula, names: [...valuesIn(formula)] }))
  const named = new Set(conjuncts.flatMap(({ names }) => names))
  const running = structure.components.flatMap(fieldsOf)
  const absent = components
    .filter((component) => !structure.components.includes(component))
    .flatMap(fieldsOf)
    .filter(({ name }) => named.has(name))
  // Constraints see the value of an Integer, and of any other variable the index of its value.
  const chosen = new Map<string, number>()
  const step = createStepLimit(mostTriedValues)

  /** `open`: the fields that have no value yet. */
  function* search(open: readonly Field[]): Generator<void> {
    if (open.length === 0) {
      yield
      return
    }
    const { field, candidates } = chooseField(open, conjuncts, chosen)
    const others = open.filter((one) => one !== field)
    for (const candidate of candidates) {
      step()
      chosen.set(field.name, candidate)
      const decided = conjuncts.filter(
        ({ names }) => names.includes(field.name) && names.every((name) => chosen.has(name)),
      )
      if (decided.every(({ formula }) => holds(formula, (name) => chosen.get(name)!))) yield* search(others)
    }
    chosen.delete(field.name)
  }

  for (const _ of search(running)) {
    const values = valuesOf(structure.components, chosen)
    if (absent.length === 0 || search(absent).next().done !== true) {
      for (const { name } of absent) chosen.delete(name) // the search stopped at its first answer, and left it there
      yield values
    }
  }
}

function fieldsOf({ name: component, variables }: CampComponent): Field[] {
  return variables.map((variable) => ({ component, variable, name: `${instanceName(component)}_${variable.name}` }))
}

function conjunctsOf(formula: Formula): Formula[] {
  return formula.kind === 'And' ? formula.parts.flatMap(conjunctsOf) : [formula]
}

interface Conjunct {
  readonly formula: Formula
  readonly names: readonly string[]
}

/**
 * Chooses the next field: the first that has values of its own, else the one for which the constraints leave fewest
 * values. One without any value left comes first and ends the branch.
 */
function chooseField(
  open: readonly Field[],
  conjuncts: readonly Conjunct[],
  chosen: ReadonlyMap<string, number>,
): { field: Field; candidates: readonly number[] } {
  const listed = open.find(({ variable }) => variable.values !== null)
  if (listed) {
    const { isInteger, values } = listed.variable
    return { field: listed, candidates: values!.map((value, at) => (isInteger ? Number(value) : at)) }
  }
  const confined = open.map((field) => ({ field, candidates: candidatesOf(field.name, conjuncts, chosen) }))
  const [first] = confined
    .filter(({ candidates }) => candidates !== null)
    .sort((a, b) => a.candidates!.length - b.candidates!.length)
  if (!first)
    throw new CampRefused(
      'constraints',
      `${open[0]!.name} has no values, and no constraint gives it a value, or bounds at most ${widestRange} apart`,
    )
  return { field: first.field, candidates: first.candidates! }
}

/** Gives null where no constraints bound the field on both sides, or bounds lie more than `widestRange` apart. */
function candidatesOf(
  name: string,
  conjuncts: readonly Conjunct[],
  chosen: ReadonlyMap<string, number>,
): number[] | null {
  let [low, high] = [-Infinity, Infinity]
  for (const { formula, names } of conjuncts) {
    if (formula.kind !== 'comparison' || !names.includes(name)) continue
    const isLeft = formula.left.kind === 'value' && formula.left.name === name
    const [own, other] = isLeft ? [formula.left, formula.right] : [formula.right, formula.left]
    if (own.kind !== 'value' || own.name !== name || ![...valuesIn(other)].every((one) => chosen.has(one))) continue
    const limit = calculate(other, (one) => chosen.get(one)!)
    const operator = isLeft ? formula.operator : mirrored[formula.operator]
    if (Number.isNaN(limit)) return []
    if (operator === '==') [low, high] = [Math.max(low, limit), Math.min(high, limit)]
    if (operator === '>' || operator === '>=') low = Math.max(low, operator === '>' ? limit + 1 : limit)
    if (operator === '<' || operator === '<=') high = Math.min(high, operator === '<' ? limit - 1 : limit)
  }
  if (low > high) return []
  return high - low <= widestRange ? Array.from({ length: high - low + 1 }, (_, at) => low + at) : null
}

const mirrored = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

function valuesOf(components: readonly CampComponent[], chosen: ReadonlyMap<string, number>) {
  return new Map(
    components.map((component) => [
      component.name,
      new Map(
        fieldsOf(component).map(({ variable, name }): [string, CampValue] => {
          const number = chosen.get(name)!
          return [variable.name, variable.isInteger ? number : variable.values![number]!]
        }),
      ),
    ]),
  )
}
