/** Requests one by one to totals and curves, in memory that does not grow with their number. */
import { Problem } from '../../errors.ts'
import { LatencyHistogram } from './latency-histogram.ts'
import type { Latencies, LoadInterval, LoadResults } from './load-results.ts'

export interface OneRequest {
  readonly label: string
  /** ms. */
  readonly startMs: number
  /** ms. */
  readonly elapsedMs: number
  readonly isError: boolean
  readonly isTransaction?: boolean
}

/** Precision of the latencies in the totals of load results, in bits: off by at most 0.4%. */
const totalBits = 7
/** Precision of the latencies in the curves of load results, in bits: off by at most 1.6%. */
const intervalBits = 5
/** Cells that all curves together may have; intervals become longer when more would be needed. */
const mostCells = 6_000
/** Labels with the id of an order in them would be as many as requests. */
const mostRequestLabels = 300
const otherLabels = '(other labels)'

class Series {
  readonly isTransaction: boolean
  readonly all = new LatencyHistogram(totalBits)
  errors = 0
  intervals = new Map<number, { latency: LatencyHistogram; errors: number }>()

  constructor(isTransaction: boolean) {
    this.isTransaction = isTransaction
  }

  widen(): void {
    const wider: typeof this.intervals = new Map()
    for (const [index, cell] of this.intervals) {
      const half = Math.floor(index / 2)
      const other = wider.get(half)
      if (!other) wider.set(half, cell)
      else {
        other.latency.addAll(cell.latency)
        other.errors += cell.errors
      }
    }
    this.intervals = wider
  }
}

export interface RequestSummary {
  add(request: OneRequest): void
  readonly requests: number
  /** Gives the results. Throws: Problem `unreadable-results` when there was no request. */
  finish(
    about: Pick<LoadResults, 'format' | 'omission' | 'hasClock'> & { readonly notes?: readonly string[] },
  ): LoadResults
}

/** `since`: ms; null for none. `onRequest`: is given each, transactions too. */
export function createRequestSummary(since: number | null, onRequest?: (request: OneRequest) => void): RequestSummary {
  const total = new Series(false)
  const later = { all: new LatencyHistogram(totalBits), errors: 0 }
  const byLabel = new Map<string, Series>()
  let intervalSeconds = 1
  let cells = 0
  let first = Infinity
  let last = -Infinity

  const addTo = (series: Series, { elapsedMs, isError }: OneRequest, endMs: number) => {
    const micros = elapsedMs * 1000
    series.all.record(micros)
    const index = Math.floor(endMs / 1000 / intervalSeconds)
    let cell = series.intervals.get(index)
    if (!cell) {
      cell = { latency: new LatencyHistogram(intervalBits), errors: 0 }
      series.intervals.set(index, cell)
      cells++
    }
    cell.latency.record(micros)
    if (!isError) return
    series.errors++
    cell.errors++
  }
  const widen = () => {
    intervalSeconds *= 2
    const all = [total, ...byLabel.values()]
    for (const series of all) series.widen()
    cells = all.reduce((sum, { intervals }) => sum + intervals.size, 0)
  }
  const seriesOf = (label: string, isTransaction: boolean) => {
    const existing = byLabel.get(label)
    if (existing) return existing
    const name = byLabel.size < mostRequestLabels ? label : otherLabels
    const series = byLabel.get(name) ?? new Series(isTransaction)
    byLabel.set(name, series)
    return series
  }

  return {
    get requests() {
      return total.all.count
    },
    add(request) {
      const { label, startMs, elapsedMs, isTransaction = false } = request
      const endMs = startMs + elapsedMs
      if (startMs < first) first = startMs
      if (endMs > last) last = endMs
      if (!isTransaction) addTo(total, request, endMs)
      if (!isTransaction && since !== null && endMs > since) {
        later.all.record(elapsedMs * 1000)
        if (request.isError) later.errors++
      }
      addTo(seriesOf(label, isTransaction), request, endMs)
      onRequest?.(request)
      // Fewer cells than this cannot be had: one for each series.
      while (cells > mostCells && cells > byLabel.size + 1) widen()
    },
    finish({ notes = [], ...about }) {
      if (byLabel.size === 0) throw new Problem('unreadable-results', { reason: 'there is no request in them' })
      const seconds = Math.max(last - first, 1) / 1000
      const describeLabel = (label: string, series: Series) => ({
        ...{ label, isTransaction: series.isTransaction, ...describe(series, seconds) },
        intervals: [...series.intervals]
          .sort(([a], [b]) => a - b)
          .map(([index, cell]): LoadInterval => ({
            startMs: index * intervalSeconds * 1000,
            ...{ requests: cell.latency.count, errors: cell.errors, perSecond: cell.latency.count / intervalSeconds },
            latency: latenciesOf(cell.latency),
          })),
      })
      const describeSince = (start: number) => {
        const rest = (last - start) / 1000
        return { seconds: rest, ...describe(later, rest) }
      }
      const tooMany = byLabel.has(otherLabels)
        ? [`There are more than ${mostRequestLabels} labels; those that came later are together in ${otherLabels}.`]
        : []
      return {
        ...{ ...about, firstMs: first, seconds, intervalSeconds, notes: [...notes, ...tooMany] },
        since: since === null || later.all.count === 0 ? null : describeSince(since),
        total: describeLabel('all', total),
        labels: [...byLabel].map(([label, series]) => describeLabel(label, series)),
      }
    },
  }
}

function describe({ all, errors }: Pick<Series, 'all' | 'errors'>, seconds: number) {
  return { requests: all.count, errors, perSecond: all.count / seconds, latency: latenciesOf(all) }
}

function latenciesOf(histogram: LatencyHistogram): Latencies {
  const milliseconds = (share: number) => histogram.percentile(share) / 1000
  return {
    min: histogram.count === 0 ? 0 : histogram.min / 1000,
    mean: histogram.mean / 1000,
    ...{ p50: milliseconds(0.5), p90: milliseconds(0.9), p95: milliseconds(0.95), p99: milliseconds(0.99) },
    p999: milliseconds(0.999),
    max: histogram.max / 1000,
  }
}
