import { CommonProblem, isProblem, type ProblemData } from '../../lib/errors/problem.ts'
import { isScriptMissing } from './load-part.ts'

/**
 * Gives the title, remedy and code that a page shows for an error that it caught. What is not a Problem is shown as a
 * bug in Hearth, and its code is the name of the error. An error with a digest happened in the web program: Next.js
 * makes the digest and writes it to the log, so the code names that entry. A script of the page that could not be
 * fetched is a part that did not load.
 */
export function asProblem(error: unknown): Pick<ProblemData, 'title' | 'remedy'> & { code: string } {
  if (isProblem(error)) return { title: error.message, remedy: error.remedy, code: error.code }
  const { digest, name }: { digest?: string; name: string } = error instanceof Error ? error : { name: 'unknown' }
  if (isScriptMissing(error)) return asProblem(new CommonProblem('part-not-loaded', {}, { cause: error }))
  const details = digest ? ': the log of the web program has the details' : ', with what you did before it'
  return {
    title: 'Unexpected error: this is a bug in Hearth.',
    remedy: `Try again. If it happens again, please report it${details}.`,
    code: digest ? `log entry ${digest}` : name,
  }
}
