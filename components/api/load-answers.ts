import type { z } from 'zod'
import { CommonProblem } from '../../lib/errors/problem.ts'
import type { answerSchemas } from './answers.ts'

type AnswerSchemas = typeof answerSchemas
/** The name of a schema in answers.ts. */
export type AnswerName = keyof AnswerSchemas
/** What the API answers, read by that schema. */
export type Answer<Name extends AnswerName> = z.infer<AnswerSchemas[Name]>

/**
 * The zod schemas of the API's answers, loaded with the first answer since they are slow to create.
 *
 * Throws: Problem `web-unreachable` when their script cannot be fetched.
 */
export async function loadAnswerSchemas(): Promise<AnswerSchemas> {
  const loaded = await import('./answers.ts').catch((cause: unknown) => {
    throw new CommonProblem('web-unreachable', {}, { cause })
  })
  return loaded.answerSchemas
}
