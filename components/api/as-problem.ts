import { isProblem, type ProblemData } from '../../lib/errors/problem.ts'

/**
 * Gives the title, remedy and code that a page shows for an error that it caught. What is not a Problem is shown as a
 * bug in Hearth.
 */
export function asProblem(error: unknown): Pick<ProblemData, 'title' | 'remedy'> & { code: string } {
  if (isProblem(error)) return { title: error.message, remedy: error.remedy, code: error.code }
  return {
    title: 'Unexpected error: this is a bug in Hearth.',
    remedy: 'Try again. If it happens again, please report it: the log of the web program has the details.',
    code: error instanceof Error ? error.name : 'unknown',
  }
}
