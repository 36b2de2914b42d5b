/** `experiment.yaml`: the schema of what a person writes. docs/experiments.md explains each key. */
import { z } from 'zod'
import { captureRequestSchema } from '../../contract/capture.ts'
import { usualMostOtherWork } from '../../contract/constants.ts'
import { campModes } from '../camp/camp-modes.ts'
import { liveLoadFormats, loadFormats } from '../../contract/load-formats.ts'

const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9 ._+:-]{0,62}$/,
    'begins with a letter or digit, at most 63 of letters, digits and . _ + : -',
  )
/** Path of a file, from the directory of experiment.yaml where it is not absolute. */
const path = z.string().min(1).max(1000)
const paths = z.union([path, z.array(path).min(1).max(20)])
const scalar = z.union([z.string().max(10_000), z.number(), z.boolean()])
const environment = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), scalar)
const command = z.array(z.string().max(10_000)).min(1).max(200)

const effectSchema = z
  .strictObject({
    env: environment.optional().describe("Environment variables of the service's container."),
    build_args: environment.optional().describe("Build arguments of the service's image."),
    compose_env: environment.optional().describe('What replaces ${NAME} in the compose files.'),
    override: paths.optional().describe('Compose files that are put over the others.'),
    service: z.string().min(1).optional().describe('Whose env and build_args; the profiled service if not given.'),
  })
  .describe('What a value changes.')

export const coverages = ['all', 'each value once', 'one change from the first', 'pairs'] as const
export type Coverage = (typeof coverages)[number]

/** In s: the longest wait that `ready` and `warm_up` may ask for, and the default of those that have one. */
const longestWaitSeconds = 3600
const usualWaitSeconds = 120
/** In s: how long throughput must keep steady for a warm-up to end: at least, by default, at most. */
const steadySeconds = { least: 3, usual: 10, most: 600 } as const
/** In s: a day, the longest that the load of one run may last. */
const longestLoadSeconds = 86_400
/** Values that one variable of an experiment may have. */
const mostValues = 100
/** Combinations of values that an experiment may exclude. */
const mostExcluded = 1000
/** How often each configuration of an experiment is run: by default, and at most. */
const repetitionLimits = { usual: 3, most: 100 } as const
/** The largest seed of the random order: of 31 bits. */
const largestSeed = 2 ** 31 - 1

const readySchema = z
  .strictObject({
    healthy: z.literal(true).optional().describe("The health check of the service's container."),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Answers with a status from 200 to 399.'),
    command: command.optional().describe('Ends with 0; run on the host, in this directory.'),
    seconds: z.number().int().min(1).max(longestWaitSeconds).default(usualWaitSeconds).describe('The longest wait.'),
  })
  .superRefine((ready, context) => atMostOne(ready, ['healthy', 'url', 'command'], context))

const warmUpSchema = z
  .strictObject({
    seconds: z.number().int().min(0).max(longestWaitSeconds).optional().describe('So long, from the first request.'),
    until_steady: z
      .strictObject({
        within_percent: z.number().min(0.1).max(50).default(5),
        for_seconds: z.number().int().min(steadySeconds.least).max(steadySeconds.most).default(steadySeconds.usual),
        at_most_seconds: z.number().int().min(steadySeconds.least).max(longestWaitSeconds).default(usualWaitSeconds),
      })
      .optional()
      .describe('Until throughput keeps within so many percent of its mean for so long.'),
  })
  .superRefine((warmUp, context) => exactlyOne(warmUp, ['seconds', 'until_steady'], context))

const loadSchema = z
  .strictObject({
    seconds: z
      .number()
      .int()
      .min(1)
      .max(longestLoadSeconds)
      .describe('How long it runs, warm-up and capture included.'),
    jmeter: path.optional().describe('A test plan of JMeter.'),
    k6: path.optional().describe('A script of k6.'),
    command: command.optional().describe('Any command, run on the host, in this directory.'),
    service: z.string().min(1).optional().describe('A compose service that makes the load and ends.'),
    properties: z.record(z.string(), scalar).optional().describe('For JMeter: -Jname=value. For k6: -e name=value.'),
    heap: z
      .string()
      .regex(/^\d+[kmg]$/i, 'like 512m')
      .optional()
      .describe('For JMeter: its largest heap.'),
    results: z
      .strictObject({
        format: z.enum(loadFormats),
        file: path
          .optional()
          .describe(
            'Where they are written; standard output if not given. Of a command: removed before. Of a service: a path in its container.',
          ),
      })
      .optional()
      .describe('What a command or service writes.'),
    most_error_percent: z
      .number()
      .min(0)
      .max(100)
      .default(1)
      .describe('A run with more failed requests is left out of conclusions.'),
  })
  .superRefine((load, context) => {
    exactlyOne(load, ['jmeter', 'k6', 'command', 'service'], context)
    const isOwn = load.command !== undefined || load.service !== undefined
    if (isOwn && !load.results)
      complain(context, [], 'results is missing: say in which format the requests are reported')
    if (!isOwn && load.results) complain(context, ['results'], 'only for command and service')
    if (load.properties && load.jmeter === undefined && load.k6 === undefined)
      complain(context, ['properties'], 'only for jmeter and k6')
    if (load.heap !== undefined && load.jmeter === undefined) complain(context, ['heap'], 'only for jmeter')
    const file = load.service === undefined ? undefined : load.results?.file
    if (file !== undefined && !/^\/.+\/[^/]+$/.test(file))
      complain(
        context,
        ['results', 'file'],
        'for a service: a path in its container with a directory, as /results/load.jtl',
      )
  })

const { events, engine, frequencyHz, seconds } = captureRequestSchema.shape

export const experimentFileSchema = z
  .strictObject({
    name: name.describe('Of the experiment.'),
    compose: paths
      .optional()
      .describe('Compose files; compose.yaml or docker-compose.yml beside this file if not given.'),
    camp: z
      .strictObject({
        directory: path.default('.').describe('Holds camp.yml, or the out/ that camp left.'),
        mode: z.enum(campModes).default('all'),
      })
      .optional()
      .describe("CAMP's configurations instead of variables."),
    service: z.string().min(1).describe('The compose service to profile.'),
    variables: z
      .record(name, z.union([z.array(scalar).min(1).max(mostValues), z.record(name, effectSchema)]))
      .optional()
      .describe(
        'Each has values; each value changes something. A list alone sets the environment variable of this name.',
      ),
    exclude: z
      .array(z.record(name, z.union([scalar, z.array(scalar).min(1)])))
      .max(mostExcluded)
      .default([])
      .describe('Combinations that are not run.'),
    coverage: z.enum(coverages).default('all'),
    ready: readySchema.prefault({}),
    warm_up: warmUpSchema.prefault({ seconds: 10 }),
    load: loadSchema,
    capture: z
      .strictObject({ events, engine, seconds, hz: frequencyHz })
      .prefault({})
      .describe('As for hearth capture.'),
    repetitions: z.number().int().min(1).max(repetitionLimits.most).default(repetitionLimits.usual),
    most_other_work_percent: z
      .number()
      .min(0)
      .max(100)
      .default(usualMostOtherWork)
      .describe('A run in which other programs took more of the CPU time of the host is left out of conclusions.'),
    seed: z.number().int().min(0).max(largestSeed).default(1).describe('Of the random order.'),
  })
  .superRefine((experiment, context) => {
    if (experiment.load.service === experiment.service)
      complain(context, ['load', 'service'], 'it is the profiled service')
    if (experiment.camp && experiment.variables) complain(context, ['variables'], 'not together with camp')
    if (experiment.camp && experiment.compose !== undefined) complain(context, ['compose'], 'not together with camp')
    const format = experiment.load.results?.format
    if (experiment.warm_up.until_steady && format !== undefined && !liveLoadFormats.includes(format))
      complain(context, ['warm_up', 'until_steady'], `${format} reports its requests when it has ended: use seconds`)
    const needed = warmUpSeconds(experiment.warm_up) + experiment.capture.seconds
    if (needed > experiment.load.seconds)
      complain(
        context,
        ['load', 'seconds'],
        `too short: warm-up and capture alone may take ${needed} s, and the load must outlast them`,
      )
  })
/** As it is written, with what was left out filled in. */
export type ExperimentText = z.output<typeof experimentFileSchema>
export type SteadyText = NonNullable<ExperimentText['warm_up']['until_steady']>

/** The longest that it may take. */
export function warmUpSeconds({ seconds, until_steady: steady }: ExperimentText['warm_up']): number {
  return seconds ?? steady?.at_most_seconds ?? 0
}

/** For editors: JSON schema, draft 7. */
export function createExperimentJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(experimentFileSchema, { io: 'input', target: 'draft-7' })
}

type Context = z.core.$RefinementCtx

function complain(context: Context, path: PropertyKey[], message: string): void {
  context.addIssue({ code: 'custom', path, message })
}

function atMostOne<Keys extends string>(
  value: { readonly [key in Keys]?: unknown },
  keys: readonly Keys[],
  context: Context,
): void {
  const presentKeys = keys.filter((key) => value[key] !== undefined)
  for (const key of presentKeys.slice(1)) complain(context, [key], `not together with ${presentKeys[0]!}`)
}

function exactlyOne<Keys extends string>(
  value: { readonly [key in Keys]?: unknown },
  keys: readonly Keys[],
  context: Context,
): void {
  if (keys.every((key) => value[key] === undefined)) complain(context, [], `needs one of ${keys.join(', ')}`)
  atMostOne(value, keys, context)
}
