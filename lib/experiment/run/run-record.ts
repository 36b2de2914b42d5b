/** What became of a run, as its directory keeps it. */
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
