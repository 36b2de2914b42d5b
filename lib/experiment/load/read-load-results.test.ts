import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { LatencyHistogram } from './latency-histogram.ts'
import type { LoadFormat } from '../../contract/load-formats.ts'
import { readLoadResults } from './read-load-results.ts'

const start = 1_795_000_000_000
const header =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect'
const jtlLine = (at: number, elapsed: number, label: string, success = true, message = 'OK') =>
  `${start + at},${elapsed},${label},${success ? 200 : 500},${message},users 1-1,text,${success},,5,117,1,1,http://shop/,${elapsed},0,0`
/** Two labels over four seconds, one request of nine failed. */
const jtl = [
  header,
  ...[0, 500, 1000, 1500, 3000].map((at, index) => jtlLine(at, 10 * (index + 1), 'home')),
  ...[100, 1100, 3100].map((at) => jtlLine(at, 100, '"pay, ""now""\nplease"')),
  jtlLine(3900, 100, '"pay, ""now""\nplease"', false, '"Internal\r\nServer, Error"'),
  '',
].join('\n')
const jtlXml = `<?xml version="1.0" encoding="UTF-8"?>
<testResults version="1.2">
<httpSample t="10" ts="${start}" s="true" lb="home &lt;1&gt;" rc="200" rm="OK" tn="users 1-1"><java.net.URL>http://shop/</java.net.URL></httpSample>
<sample t="30" ts="${start}" s="false" lb="visit" rc="200" rm="Number of samples in transaction : 2, number of failing samples : 1" tn="users 1-1">
  <httpSample t="10" ts="${start}" s="true" lb="cart" rc="200" rm="OK" tn="users 1-1">
    <httpSample t="4" ts="${start}" s="true" lb="redirect" rc="302" rm="Found" tn="users 1-1"/>
  </httpSample>
  <httpSample t="20" ts="${start + 10}" s="false" lb="pay" rc="500" rm="Error" tn="users 1-1"/>
</sample>
</testResults>
`
const k6 = [
  '{"type":"Metric","data":{"type":"trend","contains":"time","thresholds":[],"submetrics":null},"metric":"http_req_duration"}',
  '{"metric":"http_req_duration","type":"Point","data":{"time":"2026-11-24T05:00:01.5+01:00","value":500,"tags":{"expected_response":"true","method":"GET","name":"home","status":"200","url":"http://shop/"}}}',
  '{"metric":"http_req_duration","type":"Point","data":{"time":"2026-11-24T05:00:02.25+01:00","value":250.5,"tags":{"expected_response":"false","method":"GET","name":"home","status":"500"}}}',
  '{"metric":"http_reqs","type":"Point","data":{"time":"2026-11-24T05:00:02+01:00","value":1,"tags":{}}}',
  '{"metric":"dropped_iterations","type":"Point","data":{"time":"2026-11-24T05:00:02+01:00","value":3,"tags":{}}}',
  '',
].join('\n')
const vegeta = [
  '{"attack":"","seq":0,"code":200,"timestamp":"2026-11-24T05:53:55.00176829Z","latency":2496825,"bytes_out":0,"bytes_in":5,"error":"","body":"aGVsbG8=","method":"GET","url":"http://shop/?id=1","headers":{}}',
  '{"attack":"","seq":1,"code":0,"timestamp":"2026-11-24T05:53:55.0119Z","latency":395056,"bytes_out":0,"bytes_in":0,"error":"connection refused","body":null,"method":"GET","url":"http://shop/?id=2","headers":null}',
  '',
].join('\n')
const hey = `response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset
0.0037,0.0001,0.0000,0.0001,0.0029,0.0001,200,0.0002
0.0014,0.0000,0.0000,0.0000,0.0013,0.0000,503,1.0039
`
const wrk = `Running 2s test @ http://127.0.0.1:35291/
  1 threads and 4 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency    15.25ms   18.12ms 108.78ms   85.54%
    Req/Sec   411.63    221.72   820.00     52.63%
  Latency Distribution
     50%  680.00us
     75%   19.93ms
     90%   43.08ms
     99%    1.25s
  814 requests in 2.08s, 100.96KB read
  Socket errors: connect 0, read 2, write 0, timeout 1
  Non-2xx or 3xx responses: 4
Requests/sec:    392.25
Transfer/sec:     48.65KB
`
const wrk2 = `Running 30s test @ http://127.0.0.1:80/
  2 threads and 10 connections
  Thread calibration: mean lat.: 1.464ms, rate sampling interval: 10ms
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.44ms  706.00us  12.92ms   68.59%
    Req/Sec     2.11k   212.65     3.44k    72.73%
  Latency Distribution (HdrHistogram - Recorded Latency)
 50.000%    1.37ms
 90.000%    2.42ms
 99.000%    3.02ms
 99.900%    5.72ms
100.000%   12.93ms

  Detailed Percentile spectrum:
       Value   Percentile   TotalCount 1/(1-Percentile)
       2.663     0.950000        94417        20.00
  Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed starts into account))
 50.000%    1.00ms
  59998 requests in 30.00s, 10MB read
Requests/sec:   1999.90
`

const read = (text: string | Uint8Array, format?: LoadFormat, size?: number, since?: number) =>
  readLoadResults(chunksOf(text, size), { expected: format, since: since ?? null })

describe('JMeter', () => {
  test('CSV gives requests, errors and latencies by label, and a curve over time', async () => {
    const { total, labels, omission, seconds, intervalSeconds } = await read(jtl)
    expect({ omission, seconds, intervalSeconds }).toEqual({ omission: 'possible', seconds: 4, intervalSeconds: 1 })
    expect(labels.map(({ label, requests, errors }) => [label, requests, errors])).toEqual([
      ['home', 5, 0],
      ['pay, "now"\nplease', 4, 1],
    ])
    expect(total).toMatchObject({ requests: 9, errors: 1, perSecond: 2.25 })
    expect(labels[0]!.latency).toMatchObject({ min: 10, mean: 30, p50: expect.closeTo(30, 0) as number, max: 50 })
    // By the second in which they ended; nothing ended in the third one.
    expect(total.intervals.map(({ startMs, requests, errors }) => [startMs - start, requests, errors])).toEqual([
      [0, 3, 0],
      [1000, 3, 0],
      [3000, 2, 0],
      [4000, 1, 1],
    ])
  })

  test('CSV is the same without names of columns, with other separators, line ends and pieces', async () => {
    const expected = await read(jtl)
    const plain = jtl.replace('"pay, ""now""\nplease"', 'pay').replaceAll(/"[^"]*(""[^"]*)*"/g, 'pay')
    const expectedPlain = await read(plain)
    expect(await read(plain.slice(header.length + 1))).toEqual(expectedPlain)
    expect(await read(plain.replaceAll(',', ';'))).toEqual(expectedPlain)
    expect(await read(plain.replaceAll('\n', '\r\n'))).toEqual(expectedPlain)
    expect(await read(jtl.trimEnd())).toEqual(expected)
    expect(await read(`\ufeff${jtl}`)).toEqual(expected)
    expect(await read(Buffer.from(`\ufeff${jtl}`, 'utf16le'))).toEqual(expected)
    for (const size of [1, 7, 100]) expect(await read(jtl, 'jtl', size)).toEqual(expected)
  })

  test('times may be dates, which have no zone', async () => {
    const dated = await read(jtl.replaceAll(/^\d{13}/gm, '2026/11/24 05:00:00.250'))
    expect(dated.total.intervals[0]!.startMs).toBe(Date.UTC(2026, 10, 24, 5))
    expect(dated.hasClock).toBe(false)
  })

  test('a transaction is a label of its own, and its requests alone are in the total', async () => {
    const lines = [
      jtlLine(0, 10, 'home'),
      jtlLine(0, 10, 'visit', true, '"Number of samples in transaction : 1, number of failing samples : 0"'),
    ]
    const { total, labels } = await read([header, ...lines, ''].join('\n'))
    expect(total.requests).toBe(1)
    expect(labels.map(({ label, isTransaction }) => [label, isTransaction])).toEqual([['home', false], ['visit', true]]) // prettier-ignore
  })

  test('CSV: redirects and embedded files, which JMeter writes after their request, count with it', async () => {
    const line = (at: number, elapsed: number, label: string, thread = 1, message = 'OK') =>
      jtlLine(at, elapsed, label, true, message).replace('users 1-1', `users 1-${thread}`)
    const lines = [
      line(0, 650, 'visit'),
      line(100, 500, 'visit', 2),
      line(0, 440, 'visit-0'), // of the first thread
      line(440, 210, 'visit-1'),
      line(450, 200, 'visit-1-0'),
      line(200, 100, 'visit-0', 2),
      line(650, 30, 'visit-7'), // requests of their own: after it, of another thread, of another label
      line(660, 10, 'visit-7', 3),
      line(660, 10, 'visits-0'),
      line(700, 100, 'all', 1, '"Number of samples in transaction : 1, number of failing samples : 0"'),
      line(700, 100, 'all-0'), // of a transaction
    ]
    const { total, labels } = await read([header, ...lines, ''].join('\n'))
    expect(total.requests).toBe(6)
    expect(labels.map(({ label, requests }) => [label, requests])).toEqual([
      ['visit', 2],
      ['visit-7', 2],
      ['visits-0', 1],
      ['all', 1],
      ['all-0', 1],
    ])
  })

  test('XML: requests of a transaction count by themselves, redirects with their request', async () => {
    for (const size of [1, 65536]) {
      const { total, labels } = await read(jtlXml, 'jtl', size)
      expect(total).toMatchObject({ requests: 3, errors: 1 })
      expect(labels.map(({ label, isTransaction, errors }) => [label, isTransaction, errors])).toEqual([
        ['home <1>', false, 0],
        ['visit', true, 1],
        ['cart', false, 0],
        ['pay', false, 1],
      ])
    }
  })
})

describe('what ended after the warm-up', () => {
  test.each([
    ['JMeter, CSV', jtl, start + 1100, 2.9, [5, 1]],
    ['JMeter, XML', jtlXml, start + 10, 0.02, [1, 1]],
    ['k6', k6, Date.UTC(2026, 10, 24, 4, 0, 1, 500), 0.75, [1, 1]],
    ['vegeta', vegeta, Date.UTC(2026, 10, 24, 5, 53, 55, 10), 0.0014, [1, 1]],
  ])('%s', async (_, text, since, seconds, [requests, errors]) => {
    const results = await read(text, undefined, undefined, since)
    expect(results.since).toMatchObject({ requests, errors, seconds: expect.closeTo(seconds, 3) as number })
    expect(results.since!.perSecond).toBeCloseTo(requests! / results.since!.seconds)
    expect({ ...results, since: null }).toEqual(await read(text))
  })

  test('is counted by when it ended, without transactions', async () => {
    const lines = [
      jtlLine(0, 1000, 'home'),
      jtlLine(200, 1300, 'home'),
      jtlLine(1600, 400, 'home', false),
      jtlLine(200, 1800, 'visit', true, '"Number of samples in transaction : 2, number of failing samples : 0"'),
    ]
    const { since, firstMs } = await read([header, ...lines, ''].join('\n'), 'jtl', undefined, start + 1000)
    expect(firstMs).toBe(start)
    expect(since).toMatchObject({ seconds: 1, requests: 2, errors: 1, perSecond: 2, latency: { min: 400, max: 1300 } })
  })

  test('is nothing where the load ended before', async () => {
    expect((await read(jtl, 'jtl', undefined, start + 4000)).since).toBeNull()
  })
})

test('k6: by method and name, errors as it expects them, what it dropped', async () => {
  const { total, labels, notes, omission } = await read(k6)
  expect(total).toMatchObject({ requests: 2, errors: 1, latency: { min: 250.5, max: 500 } })
  expect(labels.map(({ label }) => label)).toEqual(['GET home'])
  expect(notes).toEqual(['k6 dropped 3 iterations: it could not keep its rate.'])
  expect(omission).toBe('unknown')
})

test('vegeta: an open loop; the query of a URL is no label', async () => {
  const { total, labels, omission } = await read(vegeta)
  expect(total).toMatchObject({ requests: 2, errors: 1, latency: { max: 2.496825 } })
  expect(labels.map(({ label }) => label)).toEqual(['GET http://shop/'])
  expect(omission).toBe('none')
})

test('hey: time since the start, and what it does not list', async () => {
  const { total, hasClock, notes } = await read(hey)
  expect(total).toMatchObject({ requests: 2, errors: 1, latency: { min: 1.4, max: 3.7 } })
  expect(total.intervals.map(({ startMs }) => startMs)).toEqual([0, 1000])
  expect(hasClock).toBe(false)
  expect(notes).toHaveLength(1)
})

test('wrk: totals, with the percentiles that it prints', async () => {
  const { format, total, seconds } = await read(wrk)
  expect({ format, seconds }).toEqual({ format: 'wrk', seconds: 2.08 })
  expect(total).toMatchObject({ requests: 814, errors: 7, perSecond: 392.25, intervals: [] })
  expect(total.latency).toEqual({
    min: null,
    mean: 15.25,
    p50: 0.68,
    p90: 43.08,
    p95: null,
    p99: 1250,
    p999: null,
    max: 108.78,
  })
})

test('wrk2: corrected for coordinated omission', async () => {
  const { format, omission, total } = await read(wrk2)
  expect({ format, omission }).toEqual({ format: 'wrk2', omission: 'corrected' })
  expect(total.latency).toEqual({
    min: null,
    mean: 1.44,
    p50: 1.37,
    p90: 2.42,
    p95: 2.663,
    p99: 3.02,
    p999: 5.72,
    max: 12.93,
  })
})

// Of the tools themselves, against a server of two pages, one of which fails.
test.each([
  [
    'jmeter-5.6.csv',
    { requests: 80, errors: 40, latency: { min: 3, mean: 15.95, max: 123 } },
    ['bad', 'home', 'visit, "whole"'],
  ],
  [
    'jmeter-5.6.xml',
    { requests: 80, errors: 40, latency: { min: 2, mean: 11.9625, max: 78 } },
    ['bad', 'home', 'visit, "whole"'],
  ],
  ['vegeta-12.13.json', { requests: 199, errors: 132, latency: { min: 0.08075, max: 61.848128 } }, null],
  ['hey-0.1.csv', { requests: 300, errors: 0, latency: { max: 115.2 } }, ['requests']],
  [
    'wrk-4.1.txt',
    { requests: 814, errors: 0, perSecond: 392.25, latency: { p50: 6.83, p99: 77.33, max: 108.78 } },
    ['requests'],
  ],
])('a recording of %s', async (file, expected, names) => {
  const { total, labels } = await read(readFileSync(new URL(`golden/${file}`, import.meta.url)))
  expect(total).toMatchObject(expected)
  if (names !== null) expect(labels.map(({ label }) => label).sort()).toEqual(names)
})

describe('what cannot be read is refused with the reason', () => {
  test.each([
    ['nothing', '', 'the file is empty'],
    ['a header alone', `${header}\n`, 'there is no request'],
    ['XML without samples', '<testResults version="1.2"></testResults>', 'there is no request'],
    ['a test plan', '<?xml version="1.0"?>\n<jmeterTestPlan/>', 'this is a test plan of JMeter'],
    ['a page', '<!doctype html><html></html>', 'XML that begins with <html>'],
    ['a summary of k6', '{"root_group": {}, "metrics": {"http_req_duration": {}}}', "k6's summary"],
    ['statistics.json', '{"home": {"transaction": "home", "sampleCount": 5}}', 'statistics.json'],
    ['folded stacks', 'main;run 12\n', 'no load generator that Hearth knows'],
    ['a compressed file', gzipSync(jtl), 'the file is compressed'],
    ['CSV cut in a line', jtl.slice(0, -20), 'it may be cut off there'],
    ['CSV cut in quotes', jtl.slice(0, -60), 'is never closed'],
    ['XML cut off', jtlXml.slice(0, -20), 'Unclosed root tag'],
    ['XML with a broken tag', jtlXml.replace('<sample t="30"', '<sample t=30'), 'line 4 of the JTL cannot be read'],
    ['XML without times', jtlXml.replace(' ts="', ' tx="'), 'needs the attributes t, ts, s and lb'],
    ['CSV without success', jtl.replaceAll(/success,/g, ''), 'the column success is missing'],
    [
      'CSV with a broken number',
      jtl.replace(',20,home', ',2o,home'),
      'line 3 of the JTL cannot be read: elapsed is "2o"',
    ],
    ['k6 cut off', k6.slice(0, -20), "line 5 of k6's results cannot be read"],
    ['vegeta cut off', vegeta.slice(0, -20), "line 2 of vegeta's results cannot be read"],
    ['hey cut off', hey.slice(0, -12), "line 3 of hey's results cannot be read"],
    ['wrk that was interrupted', wrk.slice(0, 200), 'ends before its totals'],
    ['a line without end', `${header}\n${'x'.repeat(2 ** 21)}`, 'line 2 is longer than'],
  ])('%s', async (_, text, expected) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'unreadable-results',
      message: expect.stringContaining(expected) as string,
    })
  })

  test('another format than the one that was named', async () => {
    await expect(read(wrk, 'jtl')).rejects.toThrow('the file is of wrk, not of jtl')
  })
})

test('labels and time may be as many as they like: what is kept does not grow', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => jtlLine(at * 10_000, 5, `order ${at}`))
  const { labels, total, notes, intervalSeconds } = await read([header, ...lines, ''].join('\n'))
  expect(labels).toHaveLength(301)
  expect(labels.at(-1)).toMatchObject({ label: '(other labels)', requests: 19_700 })
  expect(notes[0]).toContain('more than 300 labels')
  expect(total.intervals.length).toBeLessThanOrEqual(6_000)
  expect(total.intervals.reduce((sum, { requests }) => sum + requests, 0)).toBe(20_000)
  expect(intervalSeconds).toBeGreaterThan(10)
})

test('percentiles of a histogram are within its precision', () => {
  const histogram = new LatencyHistogram(7)
  const values = Array.from({ length: 10_000 }, (_, at) => Math.round(100 * 1.001 ** at))
  for (const value of values) histogram.record(value)
  for (const share of [0.001, 0.5, 0.9, 0.99, 0.999, 1]) {
    const exact = values[Math.ceil(share * values.length) - 1]!
    expect(Math.abs(histogram.percentile(share) - exact) / exact).toBeLessThan(1 / 256)
  }
  const half = new LatencyHistogram(7)
  for (const value of [3, 500_000, 1]) half.record(value)
  half.addAll(histogram)
  expect(half).toMatchObject({ count: 10_003, min: 1, max: histogram.max })
  expect(half.percentile(0)).toBe(1)
})
