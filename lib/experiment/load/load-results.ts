/** What a load generator reports, in one shape for all of them. */
import type { LoadFormat, Omission } from '../../contract/load-formats.ts'

/** Units: milliseconds. null where the tool does not say. */
export interface Latencies {
  readonly min: number | null
  readonly mean: number | null
  readonly p50: number | null
  readonly p90: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly p999: number | null
  readonly max: number | null
}

interface RequestTotals {
  readonly requests: number
  readonly errors: number
  readonly perSecond: number
  readonly latency: Latencies
}

/** One interval, of requests that ended in it; an interval in which none ended is left out. */
export interface LoadInterval extends RequestTotals {
  /** ms: Unix time, or since the start of the load where the tool has no clock. */
  readonly startMs: number
}

/** Requests that ended in a part of the load. */
export interface PartResults extends RequestTotals {
  /** From the beginning of the part to the last end of all. */
  readonly seconds: number
}

/** Requests of one label. Its `perSecond` is over the time from the first start to the last end of all requests. */
export interface LabelResults extends RequestTotals {
  /** Name that the tool gives a request. */
  readonly label: string
  /** Whether it is a transaction, which holds requests that are counted by themselves. */
  readonly isTransaction: boolean
  /** Empty where the tool gives totals only. */
  readonly intervals: readonly LoadInterval[]
}

export interface LoadResults {
  readonly format: LoadFormat
  readonly omission: Omission
  /** Seconds from the first start to the last end. */
  readonly seconds: number
  /** Whether times are Unix time. */
  readonly hasClock: boolean
  /** ms, as times of intervals are: the first start. */
  readonly firstMs: number
  /**
   * The part of the total that ended after the time that the reader was given; null where it was given none, or nothing
   * did.
   */
  readonly since: PartResults | null
  /** 0 where there are no intervals. */
  readonly intervalSeconds: number
  /** Sums up all requests, transactions left out. */
  readonly total: LabelResults
  /** In the order of the file. */
  readonly labels: readonly LabelResults[]
  /** What a person should know of these numbers, in sentences. */
  readonly notes: readonly string[]
}
