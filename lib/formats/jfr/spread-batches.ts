/**
 * async-profiler counts the wall-clock samples of a thread that stays idle, and writes up to 1,000 of them as one
 * event, with the time of the first. Here they are samples again, over the time that they were taken in, so that a part
 * of the recording shows who waited in it.
 *
 *     at 0 ms weight 4, at 200 ms weight 1      become      at 0, 50, 100, 150 and 200 ms, weight 1 each
 *
 * Source: wallClock.cpp of async-profiler, since 3.0.
 */
import { takeSamples } from '../../profile/filters/keep-samples.ts'
import type { Profile } from '../../profile/model/profile.ts'

/** A part of a batch is as long as a cell of the heat map, so that no cell of a thread that waits is empty. */
const partMs = 50
/** Parts of all batches together: where threads are many and the recording is long, parts are longer. */
const mostParts = 500_000

/**
 * `endMs`: when the recording ended, ms since it began; `frequencyHz` as it was asked for, null where it is not known.
 */
export function spreadBatches(profile: Profile, endMs: number, frequencyHz: number | null): Profile {
  const { time, weight } = profile.samples
  const isBatch = (row: number) => weight[row]! > 1 && Number.isFinite(time[row]!)
  const gaps = findGaps(profile, endMs)
  const perSample = [...gaps.keys()].filter(isBatch).map((row) => gaps[row]! / weight[row]!)
  if (perSample.length === 0) return profile
  // Threads are sampled one after the other, so each is sampled less often than was asked for.
  const median = perSample.sort((a, b) => a - b)[perSample.length >> 1]!
  const periodMs = Math.max(median, frequencyHz === null ? 0 : 1000 / frequencyHz)
  const spanOf = (row: number) => (isBatch(row) ? Math.min(gaps[row]!, weight[row]! * periodMs) : 0)
  const total = gaps.reduce((sum, _, row) => sum + spanOf(row), 0)
  const longest = Math.max(partMs, total / mostParts)
  const partsOf = (row: number) => Math.max(1, Math.min(Math.floor(weight[row]!), Math.ceil(spanOf(row) / longest)))

  const rows: number[] = []
  const times: number[] = []
  const weights: number[] = []
  for (const row of gaps.keys()) {
    const parts = partsOf(row)
    let before = 0
    for (let part = 1; part <= parts; part++) {
      // Whole samples stay whole.
      const upTo = part === parts ? weight[row]! : Math.floor((weight[row]! * part) / parts)
      rows.push(row)
      times.push(time[row]! + (spanOf(row) * (part - 1)) / parts)
      weights.push(upTo - before)
      before = upTo
    }
  }
  const spread = takeSamples(profile, Uint32Array.from(rows))
  const samples = { ...spread.samples, time: Float64Array.from(times), weight: Float64Array.from(weights) }
  return { ...spread, samples }
}

/** Gives for each sample the ms until the next one of its thread, or until `endMs`. */
function findGaps({ samples: { length, thread, time } }: Profile, endMs: number): Float64Array {
  const order = Uint32Array.from({ length }, (_, row) => row).sort(
    (a, b) => thread[a]! - thread[b]! || time[a]! - time[b]! || a - b,
  )
  const gaps = new Float64Array(length)
  for (const [index, row] of order.entries()) {
    const next = order[index + 1]
    const until = next !== undefined && thread[next] === thread[row] ? time[next]! : endMs
    gaps[row] = Math.max(0, until - time[row]!)
  }
  return gaps
}
