import type { Profile } from '../model/profile.ts'
import { getRecordingSpan } from './time-span.ts'
import { getPoolName, threadLabel } from './thread-names.ts'

/** Parts of the recording that the small bar of a thread has. */
const threadBins = 60

/** Work of one thread, or of all of the same name. */
export interface ThreadRow {
  readonly name: string
  readonly weight: number
  /** Its name with its number as `#`: `http-nio-8080-exec-#`. */
  readonly pool: string
  /** Weight over time in equal parts of the recording, for a spark bar; empty when no sample has a time. */
  readonly bins: readonly number[]
}

/** The threads that have samples, the heaviest first, then by name. Samples without a time are in no bin. */
export function buildThreadTable(profile: Profile, bins = threadBins): ThreadRow[] {
  const { samples, threads } = profile
  const span = getRecordingSpan(profile)
  const rows = new Map<string, { weight: number; bins: Float64Array }>()
  const labels = Array.from({ length: threads.length }, (_, thread) => threadLabel(profile, thread))
  for (let sample = 0; sample < samples.length; sample++) {
    const label = labels[samples.thread[sample]!]!
    let row = rows.get(label)
    if (!row) rows.set(label, (row = { weight: 0, bins: new Float64Array(span ? bins : 0) }))
    const weight = samples.weight[sample]!
    row.weight += weight
    const time = samples.time[sample]!
    if (!span || Number.isNaN(time)) continue
    // All at one moment is a span of 0: then any divisor puts them into the first bin.
    const bin = Math.min(bins - 1, Math.floor(((time - span[0]) / (span[1] - span[0] || 1)) * bins))
    row.bins[bin] = row.bins[bin]! + weight
  }
  return [...rows]
    .map(([name, { weight, bins }]) => ({ name, weight, pool: getPoolName(name), bins: [...bins] }))
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
}
