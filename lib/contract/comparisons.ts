/** What the API says of two profiles set against each other. */
import { z } from 'zod'
import { profileIdSchema } from './ids.ts'
import { profileSummarySchema } from './profile.ts'

export const comparisonQuerySchema = z.strictObject({
  /** What the profile of the path is compared with; `last-deploy`: the newest one of its service from before its image changed. */
  baseline: z.union([z.literal('last-deploy'), profileIdSchema]),
  /** How many functions at most. */
  limit: z.coerce.number().int().min(1).max(20_000).default(1000),
})

export const functionDeltaSchema = z.object({
  name: z.string(),
  kind: z.string(),
  status: z.enum(['same', 'changed', 'new', 'gone']),
  /** Shares of the whole, 0 to 1. */
  selfBefore: z.number(),
  selfAfter: z.number(),
  totalBefore: z.number(),
  totalAfter: z.number(),
  /** Of the total's change, in shares: from, to, at 95 %. */
  interval: z.tuple([z.number(), z.number()]),
  /** Benjamini-Hochberg over the rows that could be tested; null for too few samples. */
  q: z.number().nullable(),
  isSignificant: z.boolean(),
})
export const comparisonSchema = z.object({
  before: profileSummarySchema,
  after: profileSummarySchema,
  /** What these two can tell: one sentence. */
  power: z.string(),
  warnings: z.array(z.string()),
  /** Significant first, then by change of total. */
  functions: z.array(functionDeltaSchema),
})
export type Comparison = z.infer<typeof comparisonSchema>
