/**
 * What wrk and wrk2 print: totals only. `--latency` adds percentiles.
 *
 * Source: https://github.com/wg/wrk, https://github.com/giltene/wrk2
 */
import { Problem } from '../../errors.ts'
import type { Latencies, LoadResults } from './load-results.ts'

/** The milliseconds of each unit that wrk prints. */
const units: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const amount = String.raw`(\d+(?:\.\d+)?)(us|ms|s|m|h)\b`

/** Reads the report of wrk. Throws: Problem `unreadable-results`. */
export function readWrk(text: string, format: 'wrk' | 'wrk2'): LoadResults {
  const ended = new RegExp(String.raw`^\s*(\d+) requests in ${amount}`, 'm').exec(text)
  const rate = /^Requests\/sec:\s+(\d+(?:\.\d+)?)\s*$/m.exec(text)
  if (!ended || !rate)
    throw new Problem('unreadable-results', { reason: `the text of ${format} ends before its totals` })
  const requests = Number(ended[1])
  if (requests === 0) throw new Problem('unreadable-results', { reason: 'there is no request in them' })
  const seconds = toMilliseconds(ended[2]!, ended[3]!) / 1000
  const latency = readLatencies(text)
  const socketErrors =
    /^\s*Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/m.exec(text)?.slice(1) ?? []
  const badStatus = Number(/^\s*Non-2xx or 3xx responses: (\d+)/m.exec(text)?.[1] ?? 0)
  const errors = socketErrors.reduce((sum, count) => sum + Number(count), badStatus)
  const total = { isTransaction: false, requests, errors, perSecond: Number(rate[1]), latency, intervals: [] }
  return {
    ...{ format, omission: format === 'wrk2' ? 'corrected' : 'possible', seconds, hasClock: false, intervalSeconds: 0 },
    ...{ firstMs: 0, since: null },
    total: { label: 'all', ...total },
    labels: [{ label: 'requests', ...total }],
    notes: [
      `${format} prints totals only, so there is no curve.`,
      ...(latency.p50 === null ? [`${format} prints percentiles only with --latency.`] : []),
    ],
  }
}

/**
 * Reads the latencies in ms; null for those that are not printed. wrk prints the percentiles 50, 75, 90 and 99; wrk2
 * prints more, and a detailed spectrum, which has the 95th.
 */
function readLatencies(text: string): Latencies {
  // wrk2 -U prints uncorrected percentiles after the others, in a section of their own.
  const [recorded] = text.split(/^\s*Latency Distribution.*Uncorrected/m) as [string]
  const percentiles = new Map(
    [...recorded.matchAll(new RegExp(String.raw`^\s*(\d+(?:\.\d+)?)%\s+${amount}`, 'gm'))].map(
      ([, percent, value, unit]) => [Number(percent), toMilliseconds(value!, unit!)],
    ),
  )
  const at = (percent: number) => percentiles.get(percent) ?? null
  const spectrum = /^\s*(\d+\.\d+)\s+0\.950000\s+\d+\s/m.exec(recorded)
  // Mean, standard deviation and maximum: `Latency     1.20ms    0.51ms   9.03ms`.
  const row = new RegExp(String.raw`^\s*Latency\s+${amount}\s+\S+\s+${amount}`, 'm').exec(recorded)
  return {
    min: null,
    mean: row && toMilliseconds(row[1]!, row[2]!),
    ...{
      p50: at(50),
      p90: at(90),
      p95: spectrum ? Number(spectrum[1]) : at(95),
      p99: at(99),
      p999: at(99.9),
    },
    max: at(100) ?? (row && toMilliseconds(row[3]!, row[4]!)),
  }
}

function toMilliseconds(value: string, unit: string): number {
  return Number(value) * units[unit]!
}
