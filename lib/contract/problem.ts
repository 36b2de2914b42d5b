/** A failure as it crosses the wire; lib/errors/ has the texts. */
import * as z from './zod.ts'
import { problemCodes } from '../errors.ts'

/** `code`, `status`, `title`, `remedy` of a Problem; RFC 9457. */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  status: z.number().int(),
  title: z.string(),
  code: z.enum(problemCodes),
  remedy: z.string(),
  facts: z.record(z.string(), z.unknown()),
})
