/** A program's answers to the collector's verbs. */
import type { z } from 'zod'
import { type Verb, type VerbOutput, verbs } from '../contract/verbs.ts'
import { Problem } from '../errors.ts'
import type { VerbClient } from './client/client.ts'

export type VerbAnswers = { [V in Verb]: (input: Parsed<V>) => VerbOutput<V> | Promise<VerbOutput<V>> }

type Parsed<V extends Verb> = z.output<(typeof verbs)[V]['input']>

/** Checks the input of a call before it is answered. Throws: Problem `invalid-request`, what the answer throws. */
export function createVerbCall(answers: VerbAnswers): VerbClient['call'] {
  return async (verb, input) => {
    const parsed = verbs[verb].input.safeParse(input)
    if (!parsed.success) throw invalidRequest(parsed.error)
    return await answers[verb](parsed.data as never)
  }
}

function invalidRequest(error: z.ZodError): Problem {
  const what = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')
  return new Problem('invalid-request', { what })
}
