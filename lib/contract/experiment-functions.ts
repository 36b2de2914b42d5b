/** Changes of packages and functions by an experiment's variable, over the profiles of its runs. */
import * as z from './zod.ts'
import { queryLimits } from './constants.ts'

const count = z.number().int().nonnegative()

/** How many changes an answer has at most. */
export const mostFunctionChanges = 200

/** `variable`, `from` and `to`, or two numbers of configurations. */
export const functionsQuerySchema = z.object({
  variable: z.string().max(queryLimits.function).optional(),
  from: z.string().max(queryLimits.function).optional(),
  to: z.string().max(queryLimits.function).optional(),
  before: z.coerce.number().int().positive().optional(),
  after: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(mostFunctionChanges).default(30),
})
export type FunctionsQuery = z.output<typeof functionsQuerySchema>

/** ms of CPU for each request. */
const costChangeSchema = z.object({
  /** Median over the runs of a configuration, then the mean over configurations. */
  ...{ before: z.number(), after: z.number() },
  /**
   * After less before, and where it lies, by the test that decided: zero is outside where q is at most 1 less
   * `confidence`. null where it was not tested.
   */
  change: z.number(),
  interval: z.object({ low: z.number(), high: z.number(), confidence: z.number() }).nullable(),
  /** Chance of runs that lie so unevenly without a change; adjusted for all packages and functions that were tested. */
  ...{ p: z.number(), q: z.number() },
})
export type ShownCostChange = z.infer<typeof costChangeSchema>

/** Why a run without a mark is not in it. */
export const functionOmissions = [
  'no-cpu-time',
  'no-profile',
  'deleted',
  'unreadable',
  'too-many',
  'other-engine',
] as const
export type FunctionOmission = (typeof functionOmissions)[number]

export const functionChangesSchema = z.object({
  /** Numbers of configurations that are compared. */
  pairs: z.array(z.tuple([count, count])),
  /** Runs on either side whose profiles were read. */
  runs: z.object({ before: count, after: count }),
  leftOut: z.array(z.object({ run: count, reason: z.enum(functionOmissions) })),
  /** null where no pair has profiles on both sides. */
  result: z
    .object({
      /** All CPU time, ms for each request: medians as of each change. */
      ...{ before: z.number(), after: z.number() },
      /** Changes that are significant and that no other change explains, the largest first. */
      changes: z.array(
        z.object({
          level: z.enum(['package', 'function']),
          name: z.string(),
          /** The weight that changed: its total, or only its self weight. */
          delta: z.enum(['total', 'self']),
          self: costChangeSchema,
          total: costChangeSchema,
          /**
           * Significant packages and functions whose change is this one's: how many, and the first: functions before
           * packages, of each level the largest self change first.
           */
          explains: z.object({ count, names: z.array(z.string()) }),
          /** The function among them in which at least half of the change ends; null where none is. */
          mostlyIn: z.string().nullable(),
        }),
      ),
      /** Changes beyond `limit`, the smallest. */
      more: count,
      tested: z.object({ package: count, function: count }),
      /**
       * How it was decided: by ranks between runs, or, where they are too few for that, by a model of how far runs lie
       * apart.
       */
      test: z.enum(['ranks', 'model']),
      /** The smallest p that ranks of so many runs can give, and the q of a change that stands alone with it. */
      ...{ leastP: z.number(), leastQ: z.number() },
      notes: z.array(z.string()),
    })
    .nullable(),
})
export type FunctionChanges = z.infer<typeof functionChangesSchema>
export type FunctionChange = NonNullable<FunctionChanges['result']>['changes'][number]
