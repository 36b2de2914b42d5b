import { isProblem, problemFromData } from '../../../lib/errors.ts'
import type { Failure } from './failure.ts'

/** An error on its way out of a worker. */
export function asFailure(error: unknown): Failure {
  if (isProblem(error)) return error.toJSON()
  return { bug: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
}

/** The same error on the page. */
export function problemFromFailure(failure: Failure): Error {
  return 'bug' in failure ? new Error(failure.bug) : problemFromData(failure)
}

/** What a worker says to a question; `Answers` has the answer of each type of question. */
export type WorkerReply<Answers> =
  | { readonly type: 'done'; readonly serial: number; readonly answer: Answers[keyof Answers] }
  | { readonly type: 'failed'; readonly serial: number; readonly problem: Failure }
  /** A newer request of its type, or a newer tree, has made this one needless. */
  | { readonly type: 'outdated'; readonly serial: number }
