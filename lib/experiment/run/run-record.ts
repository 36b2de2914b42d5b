/** What became of a run, as its directory keeps it, and what the runs of a configuration say together. */
import { z } from 'zod'
import { experimentRunSchema, type LoadSummary } from '../../contract/experiments.ts'
import type { LoadResults } from '../load/load-results.ts'

export const runRecordSchema = experimentRunSchema.extend({
  profiles: z.array(
    z.object({
      event: z.string(),
      /** Beside the record. */
      file: z.string(),
      /** The page of the dashboard that shows it; null where none ran. */
      link: z.string().nullable(),
    }),
  ),
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
