import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SeriesComparison } from '../../contract/compare-series.ts'
import { sampleExperimentRun, sampleLoad } from '../../testing/samples.ts'
import { experiment } from './experiment.ts'
import { clearRunDirectory, createSeries, type Series, writeRunRecord } from './run/series.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'hearth-compare-'))))
afterEach(() => rmSync(directory, { recursive: true }))

const text = (seconds: number, repetitions: number) =>
  `name: shop\nservice: shop\nload: { seconds: ${seconds}, command: [load], results: { format: jtl } }\nrepetitions: ${repetitions}\n`
const both: Series['configurations'] = [
  { number: 1, values: { jdk: '17', heap: '256m' } },
  { number: 2, values: { jdk: '25', heap: '256m' } },
]

interface Ran {
  readonly experiment?: string
  readonly configurations?: Series['configurations']
  readonly repetitions?: number
  readonly cpuMs: number
}

/** A series in which each request took so much CPU time; no two runs are alike. */
function write(name: string, { configurations = both, repetitions = 3, cpuMs, ...more }: Ran): string {
  const path = join(directory, name)
  const series = createSeries(directory, path, { name: 'shop', experiment: text(60, 3), configurations, ...more })
  for (let number = 1; number <= configurations.length * repetitions; number++) {
    const load = sampleLoad(100, { requests: 1000 })
    const { number: configuration } = configurations[(number - 1) % configurations.length]!
    clearRunDirectory(series, number)
    const cpuSeconds = cpuMs + number / 1000
    writeRunRecord(series, { ...sampleExperimentRun({ number, configuration, load, cpuSeconds }), profiles: [] })
  }
  return path
}

async function compare(...args: string[]) {
  let printed = ''
  let errors = ''
  const streams = {
    stdin: { async *[Symbol.asyncIterator]() {} },
    stdout: { write: (more: Uint8Array | string) => void (printed += String(more)) },
    stderr: { write: (more: Uint8Array | string) => void (errors += String(more)) },
  }
  return { exitCode: await experiment(['compare', ...args], streams), printed, errors }
}

test('two series of the same configurations are a table and an effect over all of them', async () => {
  // The order of the configurations is another one.
  const turned = [both[1]!, both[0]!].map((one, at) => ({ ...one, number: at + 1 }))
  const series = [write('last-week', { cpuMs: 5 }), write('today', { cpuMs: 6, configurations: turned })]
  const { exitCode, printed } = await compare(...series, '--fail-if=+10% cpu')
  expect(exitCode).toBe(3)
  expect(printed.split('\n')).toEqual([
    'SERIES     jdk  heap  RUNS  PER SECOND  P50 MS  P99 MS  CPU MS',
    expect.stringMatching(/^last-week {2}17 {3}256m {2}3 {5}100\.0 .* 5\.00$/),
    expect.stringMatching(/^today {6}17 {3}256m {2}3 {5}100\.0 .* 6\.00$/),
    expect.stringMatching(/^last-week {2}25 {3}256m .* 5\.00$/),
    expect.stringMatching(/^today {6}25 {3}256m .* 6\.00$/),
    '',
    expect.stringMatching(/^VARIABLE {2}VALUES +PAIRS/),
    expect.stringMatching(/^series +last-week to today {2}2 .* \+20% +Significant: CPU \+20%$/),
    expect.stringMatching(
      /^A change is that of the medians; .* the median over all pairs of runs, or by the model the geometric mean\.$/,
    ),
    '',
    'The numbers are of the time after the warm-up.',
    'Each series ran at its own time: other changes on the host in between are part of the change.',
    '',
    expect.stringMatching(/^FAILED \+10% cpu: series last-week to today: CPU \+20%, .*significant/),
    '',
  ])
})

test('is written as JSON, and conditions then go to standard error', async () => {
  const { exitCode, printed, errors } = await compare(
    ...['--json', write('last-week', { cpuMs: 5 }), write('today', { cpuMs: 6 }), '--fail-if=+10% cpu'],
  )
  const { shared, effect, notes } = JSON.parse(printed) as SeriesComparison
  expect([exitCode, errors]).toEqual([3, expect.stringContaining('FAILED +10% cpu')])
  expect(shared.map(({ values, after }) => [values['jdk'], after.whole])).toEqual([
    ['17', 3],
    ['25', 3],
  ])
  expect(effect).toMatchObject({ from: 'last-week', to: 'today', measures: { cpuMs: { isSignificant: true } } })
  expect(notes).toHaveLength(2)
})

test('too few runs, other configurations and another experiment.yaml are named', async () => {
  const other = [both[0]!, { number: 2, values: { jdk: '26', heap: '256m' } }]
  const series = [
    write('last-week', { cpuMs: 5, repetitions: 2 }),
    write('today', { cpuMs: 6, configurations: other, experiment: `# longer\n${text(90, 3)}seed: 1\n` }),
  ]
  const { exitCode, printed } = await compare(...series, '--fail-if=+10% cpu')
  expect(exitCode).toBe(1)
  expect(printed).toContain(
    `Too few runs: p is at least 20%

The numbers are of the time after the warm-up.
Each series ran at its own time: other changes on the host in between are part of the change.
last-week: 4 of 6 runs have ended.
Only in last-week: configuration 2 (jdk=25, heap=256m).
Only in today: configuration 2 (jdk=26, heap=256m).
experiment.yaml differs: load.seconds 60, then 90.

NOT DECIDED +10% cpu: series last-week to today: CPU +20%`,
  )
  const turned = await compare(...series.reverse())
  expect(turned.exitCode).toBe(0)
  expect(turned.printed).toContain('today is the later of the two.')
})

test('what is no two series is refused', async () => {
  const [one, none] = [write('one', { cpuMs: 5 }), join(directory, 'none')]
  await expect(compare(one)).rejects.toThrow('compare takes two series, the earlier one first')
  await expect(compare(one, none)).rejects.toMatchObject({ code: 'path-unreadable' })
  await expect(compare(one, directory)).rejects.toThrow('it has no series.json: name a directory of runs/')
  await expect(compare(one, `${one}/`)).rejects.toThrow('is the same series')
  const strange = write('strange', { cpuMs: 5, configurations: [{ number: 1, values: { gc: 'z' } }] })
  await expect(compare(one, strange)).rejects.toThrow('no configuration of')
})
