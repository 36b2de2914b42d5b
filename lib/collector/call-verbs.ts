/** A program's answers to the collector's verbs. */
import type { z } from 'zod'
import { describeIssueOf } from '../contract/describe-issue.ts'
import { type Verb, type VerbOutput, verbs } from '../contract/verbs.ts'
import { Problem } from '../errors.ts'
import type { Captures } from './captures/captures.ts'
import type { VerbClient } from './client/client.ts'

export type VerbAnswers = { [V in Verb]: (input: Parsed<V>) => VerbOutput<V> | Promise<VerbOutput<V>> }

type Parsed<V extends Verb> = z.output<(typeof verbs)[V]['input']>

/** Checks the input of a call before it is answered. Throws: Problem `invalid-request`, what the answer throws. */
export function createVerbCall(answers: VerbAnswers): VerbClient['call'] {
  return async (verb, input) => {
    const parsed = verbs[verb].input.safeParse(input)
    if (!parsed.success) throw invalidRequest(parsed.error)
    return await answers[verb](parsed.data as never) // of this verb, which the compiler cannot see
  }
}

export function answerCaptureVerbs(captures: Captures) {
  return {
    startCapture: ({ requestedBy, ...request }) => captures.start(request, requestedBy),
    cancelCapture: ({ captureId, endedBy }) => captures.cancel(captureId, endedBy),
    listCaptures: () => captures.list(),
    saveCapture: ({ captureId, endedBy }) => captures.save(captureId, endedBy),
    reapCapture: ({ captureId, profiles }) => captures.acknowledge(captureId, profiles),
    giveUpCapture: ({ captureId, reason }) => captures.giveUp(captureId, reason),
    readCleanup: ({ captureId }) => [...captures.readCleanup(captureId)],
  } satisfies Partial<VerbAnswers>
}

function invalidRequest(error: z.ZodError): Problem {
  const what = error.issues.map((issue) => describeIssueOf('body', issue)).join('; ')
  return new Problem('invalid-request', { what })
}
