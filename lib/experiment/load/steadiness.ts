/** Whether the throughput of a load that runs is steady. */
import type { SteadyText } from '../file/experiment-schema.ts'

/** The time that is looked at, by its parts, which are compared. */
const parts = 3
/** Bins in one part. The time that is looked at moves on by one bin. */
const binsPerPart = 10

export interface Steadiness {
  /** ms: when a request ended. */
  add(endMs: number): void
  readonly isSteady: boolean
  /** Requests per second in each part of the last `for_seconds`; null while they have not passed. */
  readonly perSecond: readonly number[] | null
}

/**
 * Steady: of the last `for_seconds` in three equal parts, the throughput of each lies within `within_percent` of their
 * mean. Time goes on by the ends of requests alone, so results that are written late are no pause.
 */
export function createSteadiness({ within_percent: percent, for_seconds: seconds }: SteadyText): Steadiness {
  const bins = parts * binsPerPart
  const binMs = (seconds * 1000) / bins
  const counts = new Map<number, number>()
  let [first, last] = [Infinity, -Infinity]
  let perSecond: number[] | null = null
  let isSteady = false

  /** Uses whole bins only: the last one still grows, and the first one began before the load. */
  const measure = () => {
    if (last - bins <= first) return // not yet `bins` whole ones behind the first
    const partAt = (part: number) => {
      const start = last - bins + part * binsPerPart
      const ended = Array.from({ length: binsPerPart }, (_, at) => counts.get(start + at) ?? 0)
      return ended.reduce((sum, count) => sum + count, 0) / ((binMs * binsPerPart) / 1000)
    }
    const rates = Array.from({ length: parts }, (_, part) => partAt(part))
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / parts
    perSecond = rates
    isSteady = mean > 0 && rates.every((rate) => Math.abs(rate - mean) <= (mean * percent) / 100)
  }
  return {
    add(endMs) {
      const bin = Math.floor(endMs / binMs)
      counts.set(bin, (counts.get(bin) ?? 0) + 1)
      if (bin < first) first = bin
      if (bin <= last) return
      last = bin
      for (const old of counts.keys()) if (old < last - bins) counts.delete(old)
      measure()
    },
    get isSteady() {
      return isSteady
    },
    get perSecond() {
      return perSecond
    },
  }
}
