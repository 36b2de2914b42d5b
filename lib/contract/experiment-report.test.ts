import { expect, test } from 'vitest'
import { sampleExperiment, sampleExperimentRun, sampleLoad } from '../testing/samples.ts'
import type { Experiment } from './experiments.ts'
import { describeExperiment, writeMarkdown } from './experiment-report.ts'
import { writeRunsCsv } from './runs-csv.ts'

const profileId = 'a'.repeat(32)
const died = { mark: 'container-died' as const, reason: 'shop_1 ended\nwith | exit code <137>' }
const reported = sampleExperiment({
  name: 'heap | *size*',
  configurations: [
    { number: 1, values: { 'GC, "opts"': '-XX:+UseG1GC' } },
    { number: 2, values: { 'GC, "opts"': '-XX:+UseZGC\n-Xmx1g' } },
  ],
  runs: [
    sampleExperimentRun({ load: sampleLoad(1 / 3, { requests: 3, errors: 1 }), cpuSeconds: 0.1 }),
    sampleExperimentRun({ number: 2, configuration: 2, load: null, cpuSeconds: null, marks: [died] }),
  ],
})
const experiment: Experiment = {
  ...{ ...reported, id: '0123abcd', createdBy: 'ann', updatedAt: 1 },
  runs: reported.runs.map((run, at) => ({ ...run, profiles: at === 0 ? [{ event: 'cpu', profileId }] : [] })),
}

test('a CSV has a line for each run, with full numbers, and what is not known is empty', () => {
  const [titles, first, ...rest] = writeRunsCsv(experiment).split('\r\n')
  expect(titles).toMatch(
    /^run,configuration,repetition,"variable GC, ""opts""",started_at,requests_per_second,cpu_ms_per_request,allocated_bytes_per_request,p50_ms,/,
  )
  expect(first).toMatch(/^1,1,1,-XX:\+UseG1GC,1970-01-01T00:00:00\.001Z,0\.3333333333333333,33\.333333333333336,,3000,/)
  expect(first).toContain(`,0.3333333333333333,3,1,10,0.1,true,,cpu=${profileId}`)
  // A line break is in its quotes.
  expect(rest.join('\r\n')).toMatch(/^2,2,1,"-XX:\+UseZGC\n-Xmx1g",[^,]+,{14},*container-died,\r\n$/)
})

test('a report has names as text, medians, effects and the runs that are left out', () => {
  const functions = [{ variable: 'GC', from: 'a', to: 'b', changes: null, problem: 'They cannot be merged' }]
  const lines = writeMarkdown(describeExperiment(experiment, functions)).split('\n')
  expect(lines[0]).toBe('# heap &#124; &#42;size&#42;')
  const rows = lines.filter((line) => line.startsWith('|'))
  expect(rows.slice(0, 3)).toEqual([
    expect.stringMatching(
      /^\| Configuration \| GC, "opts" \| Runs \| Throughput, requests\/s \| CPU, ms\/request \| p50, ms \|/,
    ),
    expect.stringMatching(/^(\| --- )+\|$/),
    expect.stringMatching(/^\| 1 \| -XX:\+UseG1GC \| 1 \| 0\.3 \| 33\.3 \| 3000 \|/),
  ])
  expect(lines).toContain('**GC: a to b.** They cannot be merged')
  expect(lines).toContain('| 2 | 2 | container-died: shop&#95;1 ended with &#124; exit code &#60;137&#62; |')
  // As many cells in each row of a table.
  expect(rows.slice(0, 4).map((row) => row.split(' | ').length)).toEqual([11, 11, 11, 11])
})
