import type { z } from 'zod'
import type { answerSchemas } from './answers.ts'
import { loadPart } from './load-part.ts'

type AnswerSchemas = typeof answerSchemas
/** The name of a schema in answers.ts. */
export type AnswerName = keyof AnswerSchemas
/** What the API answers, read by that schema. */
export type Answer<Name extends AnswerName> = z.infer<AnswerSchemas[Name]>

/**
 * The zod schemas of the API's answers, loaded with the first answer since they are slow to create.
 *
 * Throws: the Problem of loadPart when their script cannot be fetched.
 */
export async function loadAnswerSchemas(): Promise<AnswerSchemas> {
  return (await loadPart(() => import('./answers.ts'))).answerSchemas
}
