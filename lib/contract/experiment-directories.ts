/**
 * Directories of experiments that the operator of a collector named in HEARTH_EXPERIMENTS: owners may start these
 * experiments.
 */
import { experimentIdSchema, reportedExperimentSchema } from './experiments.ts'
import * as z from './zod.ts'

const count = z.number().int().nonnegative()

/** What `hearth experiment check` says, as data. */
export const experimentPlanSchema = z.object({
  name: z.string(),
  configurations: reportedExperimentSchema.shape.configurations,
  runs: count,
  /** Seconds of all runs: `least` with the load alone, `most` with the longest starts. */
  seconds: z.object({ least: z.number(), most: z.number() }),
  /** SHA-256 of the directory's path and of experiment.yaml: it shows a change after the check. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Whether an experiment of the directory is under way, also one that was started elsewhere. */
  isUnderWay: z.boolean(),
  /**
   * The newest series of runs in the directory. `left`: the number of the configuration of each run that has not ended,
   * in their order; empty where the series cannot be resumed, since experiment.yaml has changed.
   */
  series: z
    .object({ id: experimentIdSchema, startedAt: z.number(), endedRuns: count, left: z.array(count) })
    .nullable(),
})
export type ExperimentPlan = z.infer<typeof experimentPlanSchema>

/** Its position in HEARTH_EXPERIMENTS, from 1. */
export const experimentNumberSchema = z.number().int().min(1).max(1000)

export const startExperimentSchema = z.strictObject({
  action: z.enum(['run', 'resume']),
  /** Digest of the plan that was shown. */
  digest: experimentPlanSchema.shape.digest,
})
export type StartExperiment = z.infer<typeof startExperimentSchema>

export const experimentDirectorySchema = z.object({
  number: experimentNumberSchema,
  /** The path that the operator wrote. */
  directory: z.string(),
  /** null where `problem` names the faults of experiment.yaml, with lines and columns. */
  plan: experimentPlanSchema.nullable(),
  problem: z.string().nullable(),
  /** The experiment that was started here; null where none was. Unix ms. */
  underWay: z
    .object({
      action: startExperimentSchema.shape.action,
      startedAt: z.number(),
      /** The person who started it; null where an older program is in between, which does not say. */
      startedBy: z.string().nullable().default(null),
      isStopping: z.boolean(),
    })
    .nullable(),
  /**
   * How the last one that was started here ended; null after a restart of the collector. `message`: the end of its
   * output.
   */
  lastEnd: z.object({ at: z.number(), exitCode: z.number().nullable(), message: z.string() }).nullable(),
})
export type ExperimentDirectory = z.infer<typeof experimentDirectorySchema>
