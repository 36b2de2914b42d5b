import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import { formatReport } from './report.ts'
import { clearRunDirectory, createSeries, openSeries, readRunRecord, writeRunRecord } from './series.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'hearth-series-'))))
afterEach(() => rmSync(directory, { recursive: true }))

const configurations = [
  { number: 1, values: { pricing: 'index' } },
  { number: 2, values: { pricing: 'scan' } },
]
const asked = { name: 'shop', experiment: 'name: shop\n', configurations }

function record(number: number, configuration: number, more: Partial<RunRecord> = {}): RunRecord {
  const latency = { min: 1, mean: 2, p50: 2.5, p90: 3, p95: 3, p99: 40, p999: null, max: 90 }
  return {
    ...{ number, configuration, repetition: 1 },
    times: { startedAt: 1, readyAt: 2, loadAt: 3, warmUpEndedAt: 4, captureAt: 4, captureEndedAt: 5, loadEndedAt: 6 },
    load: {
      ...{ format: 'jtl', omission: 'possible', excludesWarmUp: true },
      ...{ seconds: 10, requests: 1200, errors: 0, perSecond: 120, latency },
    },
    ...{ cpuSeconds: 6, allocation: null, captureId: null, marks: [], disturbance: null, timeline: null },
    profiles: [{ event: 'cpu', file: 'cpu.hearth.gz', link: null, engine: 'perf' }],
    ...more,
  }
}

describe('a series of runs', () => {
  test('knows which runs have ended, and forgets what one that did not has left', () => {
    const series = createSeries(directory, undefined, asked)
    clearRunDirectory(series, 1)
    writeRunRecord(series, record(1, 2))
    writeFileSync(join(clearRunDirectory(series, 2), 'load.jtl'), 'half')
    const again = openSeries(directory, undefined)
    expect(again.series).toMatchObject(asked)
    expect(readRunRecord(again, 1)).toEqual(record(1, 2))
    expect(readRunRecord(again, 2)).toBeNull()
    expect(readdirSync(clearRunDirectory(again, 2))).toEqual([])
  })

  test('is the newest one, or the one that is named', () => {
    const named = createSeries(directory, join(directory, 'mine'), asked)
    for (const time of ['2026-01-02T00-00-00', '2026-01-10T00-00-00', '2026-01-09T00-00-00']) {
      mkdirSync(join(directory, 'runs', time), { recursive: true })
      writeFileSync(join(directory, 'runs', time, 'series.json'), JSON.stringify(named.series))
    }
    expect(openSeries(directory, undefined).path).toBe(join(directory, 'runs/2026-01-10T00-00-00'))
    expect(openSeries(directory, join(directory, 'mine')).series.id).toBe(named.series.id)
    expect(() => createSeries(directory, join(directory, 'mine'), asked)).toThrow('is there already')
    expect(() => openSeries(directory, join(directory, 'none'))).toThrow('nothing to resume')
  })

  test('of an earlier version has numbers of the whole load', () => {
    const series = createSeries(directory, undefined, asked)
    const { load, times, ...rest } = record(1, 1)
    const { excludesWarmUp: _, ...earlierLoad } = load!
    const { warmUpEndedAt: __, ...earlierTimes } = times
    const earlier = { ...rest, load: earlierLoad, times: earlierTimes }
    writeFileSync(join(clearRunDirectory(series, 1), 'run.json'), JSON.stringify(earlier))
    const read = readRunRecord(series, 1)!
    expect(read).toMatchObject({ ...earlier, load: { excludesWarmUp: false }, times: { warmUpEndedAt: null } })
    expect(formatReport(series, [read])).toMatch(
      /of the whole load, warm-up included\.\n\nVARIABLE .*\n.*\n\nconfiguration 1, .*\n {2}warm-up included\n/,
    )
  })

  test('that is damaged is named', () => {
    const series = createSeries(directory, undefined, asked)
    const file = join(clearRunDirectory(series, 1), 'run.json')
    writeFileSync(file, '{"number": 1')
    expect(() => readRunRecord(series, 1)).toThrow(`${file} cannot be read: it is damaged (it is not JSON)`)
    writeFileSync(file, JSON.stringify({ ...record(1, 1), marks: [{ mark: 'new', reason: '' }] }))
    expect(() => readRunRecord(series, 1)).toThrow('damaged (marks.0.mark')
    expect(existsSync(file)).toBe(true)
  })

  test('is a row for each configuration, and a line for each profile and mark', () => {
    const series = createSeries(directory, join(directory, 'out'), asked)
    const link = 'http://127.0.0.1:7117/captures/1'
    const marks = [{ mark: 'container-died' as const, reason: 'shop_1 ended with exit code 137 under load' }]
    const records = [
      record(1, 2, { marks }),
      record(2, 1, {
        profiles: ['cpu', 'alloc'].map((event) => ({ event, file: `${event}.hearth.gz`, link, engine: null })),
      }),
    ]
    expect(formatReport(series, records)).toBe(`#  pricing  RUNS    PER SECOND  P50 MS  P99 MS  CPU MS  FAILED
1  index    1       120.0       2.50    40.0    5.00    0 of 1,200
2  scan     0 of 1  -           -       -       -       -
The numbers are of the time after the warm-up.

VARIABLE  VALUES         PAIRS  PER SECOND  P50  P99  CPU  THE RUNS SHOW
pricing   index to scan  1      -           -    -    -    No runs of both that count

configuration 1, repetition 1: cpu and alloc ${link}
configuration 2, repetition 1: cpu ${directory}/out/run-1/cpu.hearth.gz
  container-died: shop_1 ended with exit code 137 under load
`)
  })

  test('has allocations where runs were profiled for them', () => {
    const series = createSeries(directory, join(directory, 'out'), asked)
    const allocated = (bytesPerSecond: number) => ({ allocation: { bytesPerSecond, requestsPerSecond: 100 } })
    const records = [1, 2, 3, 4, 5, 6].map((number) =>
      record(number, (number % 2) + 1, allocated((number % 2 === 0 ? 1_240_000 : 2_480_000) + number)),
    )
    const text = formatReport(series, records)
    expect(text).toMatch(/ +CPU MS +ALLOCATION +FAILED\n1 .* 5\.00 +12\.1 KiB +0 of 3,600\n2 .* 24\.2 KiB /)
    expect(text).toMatch(
      / CPU +ALLOCATION +THE RUNS SHOW\npricing .* \+100% +Significant by the model: Allocation \+100%/,
    )
  })

  test('is what each variable changes, once there are enough runs', () => {
    const series = createSeries(directory, join(directory, 'out'), asked)
    const some = (repetitions: number) =>
      Array.from({ length: 2 * repetitions }, (_, at) =>
        record(at + 1, (at % 2) + 1, { cpuSeconds: at % 2 === 0 ? 6 + at / 100 : 9 + at / 100 }),
      )
    const rowOf = (repetitions: number) =>
      formatReport(series, some(repetitions))
        .split('\n')
        .find((line) => line.startsWith('pricing'))
    const row = 'pricing   index to scan  1      ±0%         ±0%  ±0%  '
    expect(rowOf(2)).toBe(`${row}+50.1%  Too few runs: p is at least 33.3%`)
    expect(rowOf(3)).toBe(`${row}+50%  Significant by the model: CPU +50%`)
    expect(rowOf(5)).toBe(`${row}+49.8%  Significant: CPU +49.8%`)
    const single = { ...series, series: { ...series.series, configurations: [{ number: 1, values: {} }] } }
    expect(formatReport(single, some(1))).not.toContain('VARIABLE')
  })
})
