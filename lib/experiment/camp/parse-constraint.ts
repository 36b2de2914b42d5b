/**
 * Constraints of a CAMP model: comparisons and arithmetic of `<instance>_<variable>.value`, And, Or, Not, Implies. CAMP
 * gives them to Python and Z3; anything else that works there is refused by its name.
 */
import type { ComparisonOperator, Formula } from './formula.ts'

/** Why a constraint is not evaluated. */
export class ConstraintRefused extends Error {}

const comparisons: readonly string[] = ['==', '!=', '<=', '>=', '<', '>']
const logical = ['And', 'Or', 'Not', 'Implies'] as const
const token = /\s*(?:(\d+)|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(==|!=|<=|>=|\/\/|\*\*|\S))/y
/** Brackets within each other in a constraint; a person writes fewer. */
const deepestConstraint = 100

/** Gives a constraint as a formula. Throws: ConstraintRefused. */
export function parseConstraint(text: string): Formula {
  const tokens = tokensOf(text)
  let next = 0
  let depth = 0
  const take = (expected?: string) => {
    const taken = tokens[next++]
    if (expected !== undefined && taken !== expected)
      throw new ConstraintRefused(`${expected} is missing ${taken === undefined ? 'at the end' : `before ${taken}`}`)
    return taken
  }

  const parseComparison = (): Formula => {
    if (++depth > deepestConstraint) throw new ConstraintRefused('it is nested too deeply')
    const left = parseSum()
    const operator = tokens[next]
    depth--
    if (operator === undefined || !comparisons.includes(operator)) return left
    next++
    const right = parseSum()
    if (comparisons.includes(tokens[next] ?? ''))
      throw new ConstraintRefused('a chain of comparisons is not evaluated: use And')
    return {
      kind: 'comparison',
      operator: operator as ComparisonOperator,
      left: asNumber(left),
      right: asNumber(right),
    }
  }
  const parseSum = (): Formula => {
    let left = parseProduct()
    while (tokens[next] === '+' || tokens[next] === '-')
      left = {
        kind: 'arithmetic',
        operator: take() as '+' | '-',
        left: asNumber(left),
        right: asNumber(parseProduct()),
      }
    return left
  }
  const parseProduct = (): Formula => {
    let left = parseFactor()
    while (['*', '/', '%'].includes(tokens[next] ?? ''))
      left = { kind: 'arithmetic', operator: take() as '*', left: asNumber(left), right: asNumber(parseFactor()) }
    return left
  }
  const parseFactor = (): Formula => {
    if (++depth > deepestConstraint) throw new ConstraintRefused('it is nested too deeply')
    try {
      return parseOne()
    } finally {
      depth--
    }
  }
  const parseOne = (): Formula => {
    const first = take()
    if (first === undefined) throw new ConstraintRefused('it ends too early')
    if (first === '-') return { kind: 'negative', of: asNumber(parseFactor()) }
    if (first === '(') {
      const inner = parseComparison()
      take(')')
      return inner
    }
    if (/^\d/.test(first)) return { kind: 'number', value: Number(first) }
    const kind = logical.find((name) => name === first)
    if (kind && tokens[next] === '(') return { kind, parts: parseParts(kind) }
    const [, name] = /^(\w+)\.value$/.exec(first) ?? []
    if (name === undefined || tokens[next] === '(') throw new ConstraintRefused(`${first} is not evaluated: ${whatIs}`)
    return { kind: 'value', name }
  }
  /** In parentheses, with or without the brackets of a list. */
  const parseParts = (kind: (typeof logical)[number]): Formula[] => {
    take('(')
    const isList = tokens[next] === '['
    if (isList) take()
    const parts = [asTruth(parseComparison())]
    while (tokens[next] === ',') {
      take()
      if (tokens[next] !== ']') parts.push(asTruth(parseComparison()))
    }
    if (isList) take(']')
    take(')')
    const wanted = { And: null, Or: null, Not: 1, Implies: 2 }[kind]
    if (wanted !== null && parts.length !== wanted)
      throw new ConstraintRefused(`${kind} takes ${wanted}, not ${parts.length}`)
    return parts
  }

  const formula = parseComparison()
  if (next < tokens.length) throw new ConstraintRefused(`${tokens[next]!} is not evaluated: ${whatIs}`)
  return asTruth(formula)
}

const whatIs = 'only comparisons and arithmetic of <instance>_<variable>.value, And, Or, Not and Implies are'

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  token.lastIndex = 0
  while (token.lastIndex < trimmed.length) {
    const [, number, name, sign] = token.exec(trimmed)!
    const one = number ?? name ?? sign!
    tokens.push(one)
  }
  return tokens
}

function isTruth({ kind }: Formula): boolean {
  return kind === 'comparison' || (logical as readonly string[]).includes(kind)
}

function asTruth(formula: Formula): Formula {
  if (!isTruth(formula)) throw new ConstraintRefused('it compares nothing')
  return formula
}

function asNumber(formula: Formula): Formula {
  if (isTruth(formula)) throw new ConstraintRefused('it calculates with a comparison')
  return formula
}
