import type { ProblemData } from '../../../lib/errors.ts'

/** A Problem as data, or the message of a bug. */
export type Failure = ProblemData | { readonly bug: string }
