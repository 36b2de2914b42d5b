import type { z } from 'zod'
import { CommonProblem } from '../../lib/errors/problem.ts'
import type { answers } from './answers.ts'

type Answers = typeof answers
export type AnswerName = keyof Answers
export type Answer<Name extends AnswerName> = z.infer<Answers[Name]>

/** Throws: Problem `web-unreachable` when they are not here yet and cannot be had. */
export async function loadAnswers(): Promise<Answers> {
  const loaded = await import('./answers.ts').catch((cause: unknown) => {
    throw new CommonProblem('web-unreachable', {}, { cause })
  })
  return loaded.answers
}
