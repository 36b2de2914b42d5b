/** What became of a run, as its directory keeps it, and what the runs of a configuration say together. */
import { z } from 'zod'
import { loadFormats } from '../load/load-formats.ts'
import type { LoadResults } from '../load/load-results.ts'

/** Why a run is left out of conclusions. */
export const runMarks = [
  'start-failed',
  'not-ready',
  'container-died',
  'load-failed',
  'load-ended-early',
  'too-many-errors',
  'capture-failed',
] as const
export type RunMark = (typeof runMarks)[number]

/** Unix ms; null where it was not reached. */
const time = z.number().nullable()
const count = z.number().int().nonnegative()
const ms = z.number().nullable()

const loadSummarySchema = z.object({
  format: z.enum(loadFormats),
  omission: z.enum(['possible', 'none', 'corrected', 'unknown']),
  /** From the first start to the last end, warm-up included, as all of these. */
  seconds: z.number(),
  ...{ requests: count, errors: count, perSecond: z.number() },
  /** ms. */
  latency: z.object({ min: ms, mean: ms, p50: ms, p90: ms, p95: ms, p99: ms, p999: ms, max: ms }),
})
export type LoadSummary = z.infer<typeof loadSummarySchema>

export const runRecordSchema = z.object({
  ...{ number: count, configuration: count, repetition: count },
  times: z.object({
    startedAt: time,
    readyAt: time,
    /** The first request, where the tool shows it, else when the command was started. */
    loadAt: time,
    captureAt: time,
    captureEndedAt: time,
    loadEndedAt: time,
  }),
  load: loadSummarySchema.nullable(),
  profiles: z.array(
    z.object({
      event: z.string(),
      /** Beside the record. */
      file: z.string(),
      /** The page of the dashboard that shows it; null where none ran. */
      link: z.string().nullable(),
    }),
  ),
  marks: z.array(z.object({ mark: z.enum(runMarks), reason: z.string() })),
})
export type RunRecord = z.infer<typeof runRecordSchema>

export function summariseLoad({ format, omission, seconds, total }: LoadResults): LoadSummary {
  const { requests, errors, perSecond, latency } = total
  return { format, omission, seconds, requests, errors, perSecond, latency }
}

export interface ConfigurationSummary {
  /** Runs without a mark. */
  readonly whole: number
  readonly runs: number
  /** Medians over the whole runs; null without one. */
  readonly perSecond: number | null
  readonly p50: number | null
  readonly p99: number | null
  /** Of all whole runs. */
  readonly requests: number
  readonly errors: number
}

export function summariseRuns(records: readonly RunRecord[]): ConfigurationSummary {
  const loads = records.flatMap(({ load, marks }) => (load === null || marks.length > 0 ? [] : [load]))
  const sum = (value: (load: LoadSummary) => number) => loads.reduce((total, load) => total + value(load), 0)
  return {
    ...{ whole: loads.length, runs: records.length },
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p50: median(loads.map(({ latency }) => latency.p50)),
    p99: median(loads.map(({ latency }) => latency.p99)),
    ...{ requests: sum(({ requests }) => requests), errors: sum(({ errors }) => errors) },
  }
}

function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b)
  if (sorted.length === 0) return null
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2
}
