/** What the page knows of failures: those that it is sent explain themselves, and it has the texts of few codes. */
import type { FactsByCode, ProblemCode } from './codes.ts'
import { commonExplanations, type CommonFacts } from './common.ts'
import type { Explanations } from './explanation.ts'

/** A Problem as it crosses a wire: RFC 9457 with `code`, `facts` and `remedy`. */
export interface ProblemData {
  type: 'about:blank'
  status: number
  title: string
  code: ProblemCode
  remedy: string
  facts: Record<string, unknown>
}

type Texts = Pick<ProblemData, 'status' | 'title' | 'remedy'>

const brand = Symbol.for('hearth.problem')

/** A failure that a person can do something about, with its texts. */
export class AnyProblem<Code extends ProblemCode = ProblemCode> extends Error {
  readonly code: Code
  readonly facts: FactsByCode[Code]
  readonly status: number
  readonly remedy: string
  readonly [brand] = true

  constructor(code: Code, facts: FactsByCode[Code], { status, title, remedy }: Texts, options?: ErrorOptions) {
    super(title, options)
    this.name = 'Problem'
    this.code = code
    this.facts = facts
    this.status = status
    this.remedy = remedy
  }

  toJSON(): ProblemData {
    const { status, message: title, code, remedy } = this
    return { type: 'about:blank', status, title, code, remedy, facts: { ...this.facts } }
  }
}

/** A Problem of code that runs in the page, too. */
export class CommonProblem<Code extends keyof CommonFacts> extends AnyProblem<Code> {
  constructor(code: Code, facts: FactsByCode[Code], options?: ErrorOptions) {
    super(code, facts, explain(commonExplanations, code, facts), options)
  }
}

export function explain<Facts, Code extends keyof Facts>(
  explanations: Explanations<Facts>,
  code: Code,
  facts: Facts[Code],
): Texts {
  const { status, title, remedy } = explanations[code]
  return { status, title: title(facts), remedy: remedy(facts) }
}

/**
 * Looks at the brand, not the class: Next evaluates this module more than once, and each copy has a class of its own.
 */
export function isProblem(error: unknown): error is AnyProblem {
  return typeof error === 'object' && error !== null && brand in error
}

/** Whether a change was refused, since another person changed the same field after it was read. */
export function isChangedMeanwhile(error: unknown): error is AnyProblem<'changed-meanwhile'> {
  return isProblem(error) && error.code === 'changed-meanwhile'
}

/** The Problem that our own server, or a worker, sent to this page: with the texts that it came with. */
export function receiveProblem(data: ProblemData): AnyProblem {
  // The facts were checked when the Problem was made; a wire keeps their shape.
  return new AnyProblem(data.code, data.facts, data)
}
