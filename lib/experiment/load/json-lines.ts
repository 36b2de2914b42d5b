/** Load generators that write one JSON object a line: k6 (`--out json=FILE`) and vegeta (`vegeta encode --to json`). */
import { z } from 'zod'
import { Problem } from '../../errors.ts'
import type { LoadResults } from './load-results.ts'
import type { OneRequest, RequestSummary } from './summarise-requests.ts'
import { eachTextLine } from './text-lines.ts'

const k6PointSchema = z.object({
  type: z.literal('Point'),
  data: z.object({
    time: z.iso.datetime({ offset: true }),
    value: z.number().nonnegative(),
    tags: z.record(z.string(), z.string()).nullish(),
  }),
})

/**
 * Requests over HTTP, by name and method.
 *
 * Source: https://grafana.com/docs/k6/latest/results-output/real-time/json/
 *
 * Throws: Problem `unreadable-results` with the line.
 */
export async function readK6(chunks: AsyncIterable<Uint8Array>, summary: RequestSummary): Promise<LoadResults> {
  let dropped = 0
  await eachObject(chunks, 'k6', ({ line, text, parse }) => {
    if (text.includes('"dropped_iterations"')) {
      const point = k6PointSchema.safeParse(parse())
      if (point.success) dropped += point.data.data.value
    }
    // Most points are of other metrics, which need not be parsed.
    if (!text.includes('"http_req_duration"') || !text.includes('"Point"')) return
    const point = k6PointSchema.safeParse(parse())
    if (!point.success) throw broken('k6', line, z.prettifyError(point.error).replaceAll('\n', ' '))
    const { time, value, tags } = point.data.data
    const { name, url, method, expected_response: expected, error_code: code } = tags ?? {}
    const label = [method, name ?? url].filter((part) => part !== undefined).join(' ') || 'requests'
    // The time is that of the end.
    summary.add({
      label,
      startMs: Date.parse(time) - value,
      elapsedMs: value,
      isError: expected === 'false' || (code ?? '') !== '',
    })
  })
  const notes = dropped > 0 ? [`k6 dropped ${dropped} iterations: it could not keep its rate.`] : []
  return summary.finish({ format: 'k6', omission: 'unknown', hasClock: true, notes })
}

const vegetaResultSchema = z.object({
  code: z.number().int(),
  timestamp: z.iso.datetime({ offset: true }),
  /** Nanoseconds. */
  latency: z.number().nonnegative(),
  error: z.string(),
  method: z.string().default(''),
  url: z.string().default(''),
})

/**
 * Requests by method and URL without its query. An open loop.
 *
 * Source: https://github.com/tsenart/vegeta
 *
 * Throws: Problem `unreadable-results` with the line.
 */
export async function readVegeta(chunks: AsyncIterable<Uint8Array>, summary: RequestSummary): Promise<LoadResults> {
  await eachObject(chunks, 'vegeta', ({ line, parse }) => {
    const result = vegetaResultSchema.safeParse(parse())
    if (!result.success) throw broken('vegeta', line, z.prettifyError(result.error).replaceAll('\n', ' '))
    summary.add(vegetaRequest(result.data))
  })
  return summary.finish({ format: 'vegeta', omission: 'none', hasClock: true })
}

function vegetaRequest({
  code,
  timestamp,
  latency,
  error,
  method,
  url,
}: z.output<typeof vegetaResultSchema>): OneRequest {
  const isError = error !== '' || code < 200 || code >= 400
  const label = `${method} ${url.replace(/[?#].*$/s, '')}`.trim() || 'requests'
  return { label, startMs: Date.parse(timestamp), elapsedMs: latency / 1e6, isError }
}

interface ObjectLine {
  readonly line: number
  readonly text: string
  readonly parse: () => unknown
}

async function eachObject(
  chunks: AsyncIterable<Uint8Array>,
  tool: string,
  onObject: (one: ObjectLine) => void,
): Promise<void> {
  let last: ObjectLine | null = null
  const parse = (text: string, line: number): unknown => {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw broken(tool, line, 'it is no whole JSON object; it may be cut off there', error)
    }
  }
  await eachTextLine(chunks, (text, line) => {
    if (text === '') return
    last = { line, text, parse: () => parse(text, line) }
    onObject(last)
  })
  // Lines that are not needed are not parsed: a last line that is cut off is only found here.
  ;(last as ObjectLine | null)?.parse()
}

function broken(tool: string, line: number, what: string, cause?: unknown): Problem {
  return new Problem(
    'unreadable-results',
    { reason: `line ${line} of ${tool}'s results cannot be read: ${what}` },
    { cause },
  )
}
