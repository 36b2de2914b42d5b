/** The answer of the API on two profiles that are compared. */
import * as z from './zod.ts'
import { costChanges, hiddenReasons } from '../profile/compare/merged-tree/comparison.ts'
import { mostComparedRows } from './constants.ts'
import { profileIdSchema } from './ids.ts'
import { profileSummarySchema } from './profile.ts'

export const comparisonQuerySchema = z.strictObject({
  /** The baseline; `last-deploy`: the newest profile of the service from before its image changed. */
  baseline: z.union([z.literal('last-deploy'), profileIdSchema]),
  /** How many functions at most. */
  limit: z.coerce.number().int().min(1).max(mostComparedRows).default(1000),
})

const deltaShape = {
  name: z.string(),
  status: z.enum(['same', 'changed', 'new', 'gone']),
  /** Shares of the whole, 0 to 1. */
  selfBefore: z.number(),
  selfAfter: z.number(),
  totalBefore: z.number(),
  totalAfter: z.number(),
  /** Confidence interval at 95% of the change of the total, in shares: from, to. Adjusted for all rows, as q is. */
  interval: z.tuple([z.number(), z.number()]),
  /** Benjamini-Hochberg over the rows that could be tested; null for too few samples. */
  q: z.number().nullable(),
  isSignificant: z.boolean(),
  /** Name of the row whose change explains this one; null for a row that explains itself. */
  cause: z.string().nullable().default(null),
  /** Noise cannot explain the change, but a frame can that one side did not show: an interpreted or inlined one. */
  isHidden: z.boolean().default(false),
  /**
   * Why it did not: `jit`, the JVM compiled it otherwise; `engines`, two engines cannot show the same; `callers`, one
   * side lost callers.
   */
  hiddenBy: z.enum(hiddenReasons).default('none'),
  /** Shares that one engine recorded and the other cannot show, 0 to 1: they are in no other number of the row. */
  hiddenBefore: z.number().default(0),
  hiddenAfter: z.number().default(0),
  /**
   * How the cost per second changed with the share, where noise cannot explain the change; other than `as-share` it is
   * no difference.
   */
  cost: z.enum(costChanges).default('as-share'),
}
export const groupDeltaSchema = z.object(deltaShape)
export const functionDeltaSchema = z.object({ ...deltaShape, kind: z.string() })
export const comparisonSchema = z.object({
  before: profileSummarySchema,
  after: profileSummarySchema,
  /** How much was spent per second on each side; null where that cannot be compared. */
  totals: z.string().nullable().default(null),
  /** One sentence on the smallest difference that these two can show. */
  power: z.string(),
  /** Whether the two could show a change at all, however large: not where one is empty, or has very few samples. */
  canShowChange: z.boolean().default(true),
  /** Why noise may explain a large change, and what would tell: too few samples, or samples without times. */
  uncertainty: z.string().default(''),
  /** `perf → JFR` where two engines recorded them, which can differ without a change of the program; else null. */
  engines: z.string().nullable().default(null),
  /**
   * Shares of either side, 0 to 1, whose stacks lost their callers, where one engine recorded both and one side lost
   * more: totals differ by that alone. Else null.
   */
  lostCallers: z.object({ before: z.number(), after: z.number() }).nullable().default(null),
  warnings: z.array(z.string()),
  /**
   * Packages of two and three segments: causes, then rows that they explain, then rows that noise may explain; each by
   * change of the total.
   */
  packages: z.array(groupDeltaSchema).default([]),
  classes: z.array(groupDeltaSchema).default([]),
  /** In the same order. */
  functions: z.array(functionDeltaSchema),
})
export type Comparison = z.infer<typeof comparisonSchema>
export type ComparedGroup = z.infer<typeof groupDeltaSchema>
