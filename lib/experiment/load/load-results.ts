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

/** One interval, of requests that ended in it; an interval in which none ended is left out. */
export interface LoadInterval {
  /** ms: Unix time, or since the start of the load where the tool has no clock. */
  readonly startMs: number
  readonly requests: number
  readonly errors: number
  readonly perSecond: number
  readonly latency: Latencies
}

/** Requests that ended in a part of the load. */
export interface PartResults {
  /** From its beginning to the last end of all. */
  readonly seconds: number
  readonly requests: number
  readonly errors: number
  readonly perSecond: number
  readonly latency: Latencies
}

export interface LabelResults {
  /** Of a request, as the tool names it. */
  readonly label: string
  /** Whether it is a transaction, which holds requests that are counted by themselves. */
  readonly isTransaction: boolean
  readonly requests: number
  readonly errors: number
  /** Requests that ended, over the time from the first start to the last end of all. */
  readonly perSecond: number
  readonly latency: Latencies
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
  /** Of the total, what ended after the time that the reader was given; null where it was given none, or nothing did. */
  readonly since: PartResults | null
  /** 0 where there are no intervals. */
  readonly intervalSeconds: number
  /** Of all requests, transactions left out. */
  readonly total: LabelResults
  /** In the order of the file. */
  readonly labels: readonly LabelResults[]
  /** What a person should know of these numbers, in sentences. */
  readonly notes: readonly string[]
}
