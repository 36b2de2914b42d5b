/** What became of a run, as its directory keeps it. */
import { z } from 'zod'
import { engineIds } from '../../contract/engines.ts'
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
      /** null in records of versions that did not write it. */
      engine: z.enum(engineIds).nullable().default(null),
    }),
  ),
})
export type RunRecord = z.infer<typeof runRecordSchema>

/** A request starts and ends while the program of the load runs; so far apart may two looks at one clock be. */
const clockToleranceMs = 1000

/**
 * Sums up the requests after the warm-up. Where the warm-up did not end, or the results do not have the times of this
 * host's clock, it sums up the whole load, and `excludesWarmUp` is false. Gives null where no request ended after the
 * warm-up.
 */
export function summariseLoad(
  results: LoadResults,
  { readyAt, warmUpEndedAt, loadEndedAt }: Pick<RunRecord['times'], 'readyAt' | 'warmUpEndedAt' | 'loadEndedAt'>,
): LoadSummary | null {
  const { format, omission, seconds, total, since } = results
  const excludesWarmUp = warmUpEndedAt !== null && isOfThisClock(results, { readyAt, loadEndedAt })
  if (excludesWarmUp && since === null) return null
  const { requests, errors, perSecond, latency } = excludesWarmUp ? since! : total
  return {
    ...{ format, omission, excludesWarmUp, seconds: excludesWarmUp ? since!.seconds : seconds },
    ...{ requests, errors, perSecond, latency },
  }
}

/** Whether the times of requests are those of this host's clock. */
export function isOfThisClock(
  { hasClock, firstMs, seconds }: Pick<LoadResults, 'hasClock' | 'firstMs' | 'seconds'>,
  { readyAt, loadEndedAt }: Pick<RunRecord['times'], 'readyAt' | 'loadEndedAt'>,
): boolean {
  const lastMs = firstMs + seconds * 1000
  return (
    hasClock &&
    firstMs >= (readyAt ?? Infinity) - clockToleranceMs &&
    lastMs <= (loadEndedAt ?? -Infinity) + clockToleranceMs
  )
}
