import { isProblem, type ProblemData } from '../../lib/errors/problem.ts'

/** What to show of anything that was thrown. A Problem explains itself; anything else is a bug of ours, and says so. */
export function asProblem(error: unknown): Pick<ProblemData, 'title' | 'remedy'> & { code: string } {
  if (isProblem(error)) return { title: error.message, remedy: error.remedy, code: error.code }
  return {
    title: 'Something broke that should not.',
    remedy: 'Try again. If it stays, the log of the web program has the details: please report it.',
    code: error instanceof Error ? error.name : 'unknown',
  }
}
