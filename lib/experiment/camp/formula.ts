/** A constraint of a CAMP model as a tree, and whether it is true of values. */

export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'negative'; readonly of: Formula }
  | {
      readonly kind: 'arithmetic'
      readonly operator: '+' | '-' | '*' | '/' | '%'
      readonly left: Formula
      readonly right: Formula
    }
  | {
      readonly kind: 'comparison'
      readonly operator: ComparisonOperator
      readonly left: Formula
      readonly right: Formula
    }
  | { readonly kind: 'And' | 'Or' | 'Not' | 'Implies'; readonly parts: readonly Formula[] }
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>='

/** Names of the values that it reads, each once. */
export function valuesIn(formula: Formula): ReadonlySet<string> {
  switch (formula.kind) {
    case 'number':
      return new Set()
    case 'value':
      return new Set([formula.name])
    case 'negative':
      return valuesIn(formula.of)
    case 'arithmetic':
    case 'comparison':
      return new Set([...valuesIn(formula.left), ...valuesIn(formula.right)])
    default:
      return new Set(formula.parts.flatMap((part) => [...valuesIn(part)]))
  }
}

/** Whether it is true of these values; dividing by 0 makes a comparison false. */
export function holds(formula: Formula, valueOf: (name: string) => number): boolean {
  switch (formula.kind) {
    case 'comparison': {
      const [left, right] = [calculate(formula.left, valueOf), calculate(formula.right, valueOf)]
      if (Number.isNaN(left) || Number.isNaN(right)) return false
      return compare(formula.operator, left, right)
    }
    case 'And':
      return formula.parts.every((part) => holds(part, valueOf))
    case 'Or':
      return formula.parts.some((part) => holds(part, valueOf))
    case 'Not':
      return !holds(formula.parts[0]!, valueOf)
    case 'Implies':
      return !holds(formula.parts[0]!, valueOf) || holds(formula.parts[1]!, valueOf)
    default:
      return false
  }
}

function compare(operator: ComparisonOperator, left: number, right: number): boolean {
  switch (operator) {
    case '==':
      return left === right
    case '!=':
      return left !== right
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
  }
}

/** Whole numbers as Z3 divides them: the rest is never negative. NaN after a division by 0. */
export function calculate(formula: Formula, valueOf: (name: string) => number): number {
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'value':
      return valueOf(formula.name)
    case 'negative':
      return -calculate(formula.of, valueOf)
    case 'arithmetic': {
      const [left, right] = [calculate(formula.left, valueOf), calculate(formula.right, valueOf)]
      if (formula.operator === '+') return left + right
      if (formula.operator === '-') return left - right
      if (formula.operator === '*') return left * right
      if (right === 0) return NaN
      const rest = ((left % right) + Math.abs(right)) % Math.abs(right)
      return formula.operator === '%' ? rest : (left - rest) / right
    }
    default:
      return NaN
  }
}
