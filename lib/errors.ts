/**
 * Every failure we can explain to a person. A Problem carries a stable code, the facts of this one case and its cause;
 * the tables in `lib/errors` give status, title and remedy. Foreign errors become Problems once, in `lib/host`;
 * anything that is not a Problem is a bug and answers 500.
 */
import { captureExplanations } from './errors/captures.ts'
import type { FactsByCode, ProblemCode } from './errors/codes.ts'
import { commandLineExplanations } from './errors/command-line.ts'
import { commonExplanations } from './errors/common.ts'
import type { Explanations } from './errors/explanation.ts'
import { jvmExplanations } from './errors/jvms.ts'
import { kubernetesExplanations } from './errors/kubernetes.ts'
import { libraryExplanations } from './errors/library.ts'
import { AnyProblem, explain, isProblem, type ProblemData } from './errors/problem.ts'
import { programExplanations } from './errors/programs.ts'
import { requestExplanations } from './errors/requests.ts'

export { isProblem, type ProblemData, type ProblemCode }

const explanations: Explanations<FactsByCode> = {
  ...captureExplanations,
  ...commandLineExplanations,
  ...commonExplanations,
  ...jvmExplanations,
  ...kubernetesExplanations,
  ...libraryExplanations,
  ...programExplanations,
  ...requestExplanations,
}

/** A failure that a person can do something about. Throw it; routes and pages know how to show it. */
export class Problem<Code extends ProblemCode = ProblemCode> extends AnyProblem<Code> {
  constructor(code: Code, facts: FactsByCode[Code], options?: ErrorOptions) {
    super(code, facts, explain(explanations, code, facts), options)
  }
}

/** For `catch` of a promise: what `instead` gives for a Problem. A bug stays one. */
export function onProblem<T>(instead: (problem: Problem) => T): (error: unknown) => T {
  return (error) => {
    if (!isProblem(error)) throw error
    return instead(error)
  }
}

/** What `work` gives, or `otherwise` where it throws a Problem. */
export function unlessProblem<T, Else>(work: () => T, otherwise: Else): T | Else {
  try {
    return work()
  } catch (error) {
    return onProblem(() => otherwise)(error)
  }
}

/** Whether zlib refused its input, which is damaged or cut off. */
export function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/**
 * The Problem that crossed a wire between programs, thrown again on this side of it: with our own texts, since some
 * programs, such as the parser, are not trusted.
 */
export function problemFromData(data: ProblemData): Problem {
  // The facts were checked when the Problem was made; a wire keeps their shape.
  return new Problem(data.code, data.facts)
}

export const problemCodes = Object.keys(explanations) as [ProblemCode, ...ProblemCode[]]
