import type { Finding } from '../../contract.ts'
import type { Problem } from '../../errors.ts'

/** A failure of asking, as what stands in the way; `command` repairs it, where there is one. */
export function findingFromProblem(problem: Problem, command: string | null = null): Finding {
  const { code, message: title, remedy, cause } = problem
  const evidence = cause instanceof Error ? cause.message : title
  return { code, level: 'blocked', title, evidence, remedy, command }
}
