/** An experiment: configurations of an application, each run several times under load with a profile. */
import * as z from './zod.ts'
import { captureIdSchema, profileIdSchema } from './ids.ts'
import { loadFormats, omissions } from './load-formats.ts'
import { measures } from './measures.ts'

/** Why a run is left out of conclusions. */
export const runMarks = [
  'start-failed',
  'not-ready',
  'container-died',
  'not-steady',
  'load-failed',
  'load-ended-early',
  'too-many-errors',
  'capture-failed',
  'host-busy',
] as const
export type RunMark = (typeof runMarks)[number]

/** Unix ms; null where it was not reached. */
const time = z.number().nullable()
const count = z.number().int().nonnegative()
const ms = z.number().nullable()

const loadSummarySchema = z.object({
  format: z.enum(loadFormats),
  omission: z.enum(omissions),
  /**
   * Whether these, and `cpuSeconds`, are of the time after the warm-up; of the whole load else, as in all records of
   * earlier versions.
   */
  excludesWarmUp: z.boolean().default(false),
  /** From the end of the warm-up, or the first start, to the last end. */
  seconds: z.number(),
  ...{ requests: count, errors: count, perSecond: z.number() },
  /** ms. */
  latency: z.object({ min: ms, mean: ms, p50: ms, p90: ms, p95: ms, p99: ms, p999: ms, max: ms }),
})
export type LoadSummary = z.infer<typeof loadSummarySchema>

const disturbanceSchema = z.object({
  /** Share (0 to 1) of the host's CPU time that other programs took: not the application, the load or the command. */
  otherShare: z.number(),
  /**
   * How long CPU limits held back the threads of the profiled service's container, and in how many periods; null where
   * nothing counts it.
   */
  throttledMs: z.number().nullable(),
  throttledPeriods: z.number().nullable(),
})
export type Disturbance = z.infer<typeof disturbanceSchema>

const timelineSchema = z.object({
  /** Unix ms, and ms: the first step begins with the load, or a little before. */
  ...{ startAt: z.number(), stepMs: z.number().positive() },
  steps: z.array(
    z.object({
      /** null where the results do not say it; the p99 of a second, the slowest one of the step. */
      ...{ perSecond: z.number().nullable(), p99: ms },
      /** The same as in `disturbance`, for this step. */
      ...{ otherShare: z.number().nullable(), throttledMs: z.number().nullable() },
      /**
       * ms in which garbage collections stopped the profiled service's threads; null where it was not read, as by
       * earlier versions.
       */
      gcMs: ms.default(null),
    }),
  ),
})
export type RunTimeline = z.infer<typeof timelineSchema>

/** A run that has ended. */
export const experimentRunSchema = z.object({
  /**
   * All count from 1. `number`: position in the order of the runs; the others: number of the configuration, of the
   * repetition.
   */
  ...{ number: count, configuration: count, repetition: count },
  times: z.object({
    startedAt: time,
    readyAt: time,
    /** The first request, where the tool shows it, else when the command was started. */
    loadAt: time,
    /** null too where an earlier version ran it. */
    warmUpEndedAt: time.default(null),
    captureAt: time,
    captureEndedAt: time,
    loadEndedAt: time,
  }),
  load: loadSummarySchema.nullable(),
  /**
   * CPU time of the profiled service's container to the end of the load, of the part that `load` is of; null where it
   * is not known.
   */
  cpuSeconds: z.number().nonnegative().nullable().default(null),
  /**
   * While its profile of allocations was recorded; null without one, as by earlier versions, or where it does not say
   * it.
   */
  allocation: z
    .object({
      bytesPerSecond: z.number().nonnegative(),
      /** null where the results do not say which requests ended meanwhile. */
      requestsPerSecond: z.number().nonnegative().nullable(),
    })
    .nullable()
    .default(null),
  captureId: captureIdSchema.nullable().default(null),
  /**
   * Disturbances of the part of the run that `load` describes; null where none were measured, as by earlier versions.
   */
  disturbance: disturbanceSchema.nullable().default(null),
  /** Covers the whole load. */
  timeline: timelineSchema.nullable().default(null),
  marks: z.array(z.object({ mark: z.enum(runMarks), reason: z.string() })),
})
export type ExperimentRun = z.infer<typeof experimentRunSchema>

/** Formats of the export. */
export const experimentFormats = ['csv', 'json', 'markdown', 'html'] as const
export type ExperimentFormat = (typeof experimentFormats)[number]

export const experimentIdSchema = z.string().regex(/^[0-9a-f]{8}$/)

/** Phases of a run, in this order. */
export const runPhases = ['images', 'starting', 'waiting', 'load', 'profiling', 'ending'] as const
export type RunPhase = (typeof runPhases)[number]

export const phaseLabels: Readonly<Record<RunPhase, string>> = {
  images: 'providing the images',
  starting: 'starting',
  waiting: 'waiting until it is ready',
  load: 'load and warm-up',
  profiling: 'profiling',
  ending: 'waiting for the end of the load',
}

/** The report of the command line: all that is known so far. */
export const reportedExperimentSchema = z.object({
  name: z.string(),
  /** The compose service that is profiled. */
  service: z.string(),
  state: z.enum(['under-way', 'interrupted', 'ended']),
  /** Unix ms. */
  startedAt: z.number(),
  /** Numbers from 1; values by variable. */
  configurations: z.array(z.object({ number: count, values: z.record(z.string(), z.string()) })).min(1),
  /** Repetitions of each configuration. */
  repetitions: count,
  /** Runs that have ended. */
  runs: z.array(experimentRunSchema),
  /** The run that goes on; null between runs. `endsAt`: Unix ms, about when the last run ends. */
  now: z
    .object({ run: count, phase: z.enum(runPhases), endsAt: z.number() })
    .nullable()
    .default(null),
  /**
   * Unix ms. The command is broken off if no report comes until then: `longestPhaseMs` after its last one. null where
   * it does not say.
   */
  dueAt: z.number().nullable().default(null),
  /**
   * Settings of experiment.yaml, by its keys, without values that may be secrets; null where an earlier version ran it.
   */
  settings: z.record(z.string(), z.string()).nullable().default(null),
})
export type ReportedExperiment = z.infer<typeof reportedExperimentSchema>

export const experimentSchema = reportedExperimentSchema.extend({
  id: experimentIdSchema,
  createdBy: z.string(),
  /** When it was last reported. */
  updatedAt: z.number(),
  runs: z.array(
    experimentRunSchema.extend({
      /** Profiles of its capture that the library has. */
      profiles: z.array(z.object({ event: z.string(), profileId: profileIdSchema })),
    }),
  ),
})
export type Experiment = z.infer<typeof experimentSchema>

export const experimentSummarySchema = experimentSchema
  .pick({ id: true, name: true, service: true, state: true, startedAt: true, updatedAt: true, createdBy: true })
  .extend({
    dueAt: z.number().nullable(),
    configurations: count,
    plannedRuns: count,
    endedRuns: count,
    /** How many of the ended runs have a mark. */
    markedRuns: count,
  })
export type ExperimentSummary = z.infer<typeof experimentSummarySchema>

const measureEffectSchema = z.object({
  /** Runs without a mark that have this measure, of both sides together. */
  runs: count,
  /** Pairs of configurations that have such runs. Some go up and some down: how many are the fewer. */
  pairs: count,
  contrary: count,
  /**
   * Change of the medians of one pair; of several, the median over all pairs of runs, or by the model the geometric
   * mean. 0.2 is 20% more. Of `failed` the difference of the two shares. null where a run measured nothing. `interval`:
   * where it lies, by the test that gave `p`, adjusted as `q` is: zero is outside where q is at most 1 - `confidence`.
   */
  change: z.number().nullable(),
  interval: z.object({ low: z.number(), high: z.number(), confidence: z.number() }).nullable(),
  /**
   * The test that gave `p`: ranks between runs, or, where they are too few for that, a model of how far runs lie apart.
   */
  test: z.enum(['ranks', 'model']),
  /**
   * Chance of runs that lie so unevenly if the value changes nothing; the smallest that ranks of so many runs can give.
   */
  p: z.number(),
  leastP: z.number(),
  /** Adjusted for all measures and values that were tested; null where the runs are too few to show anything. */
  q: z.number().nullable(),
  isSignificant: z.boolean(),
})
export type MeasureEffect = z.infer<typeof measureEffectSchema>

const variableEffectSchema = z.object({
  variable: z.string(),
  /** The variable's first value, and another one. */
  ...{ from: z.string(), to: z.string() },
  /** Numbers of configurations that differ in this variable alone. */
  pairs: z.array(z.tuple([count, count])),
  /** null where no such pair has runs that measured it. */
  measures: z.record(z.enum(measures), measureEffectSchema.nullable()),
})
export type VariableEffect = z.infer<typeof variableEffectSchema>
export type MeasureEffects = VariableEffect['measures']

/** An experiment with the effects of each variable. */
export const shownExperimentSchema = experimentSchema.extend({ effects: z.array(variableEffectSchema) })

/** Gives the state that a person should see: a command that was killed cannot report that it ended. */
export function stateAt(
  { state, dueAt }: Pick<ExperimentSummary, 'state' | 'dueAt'>,
  now: number,
): ExperimentSummary['state'] | 'broken-off' {
  return state === 'under-way' && dueAt !== null && now > dueAt ? 'broken-off' : state
}
