import { expect, test } from 'vitest'
import { computeVariableEffects } from '../../contract/experiment-effects.ts'
import type { Experiment } from '../../contract/experiments.ts'
import { sampleExperiment, sampleExperimentRun, sampleLoad } from '../../testing/samples.ts'
import type { Dashboard } from './dashboard.ts'
import { findExperimentId, listExperiments, printExperiment } from './experiments-remote.ts'

const reported = sampleExperiment({
  name: 'pricing\u001b[2J',
  configurations: [
    { number: 1, values: { pricing: 'index' } },
    { number: 2, values: { pricing: 'scan' } },
  ],
  repetitions: 5,
  state: 'ended',
  runs: Array.from({ length: 10 }, (_, at) => {
    const [configuration, perSecond] = at % 2 === 0 ? [1, 100 + at / 10] : [2, 50 + at / 10]
    const repetition = Math.floor(at / 2) + 1
    return sampleExperimentRun({ number: at + 1, configuration, repetition, load: sampleLoad(perSecond) })
  }),
})
const stored: Experiment = {
  ...{ ...reported, id: 'f75b74ba', createdBy: 'ann', updatedAt: 1 },
  runs: reported.runs.map((run) => ({ ...run, profiles: [] })),
}
const shown = { ...stored, effects: computeVariableEffects(stored) }
const summary = {
  ...{ id: stored.id, name: stored.name, service: stored.service, state: stored.state, startedAt: 0 },
  ...{ updatedAt: 1, createdBy: 'ann', dueAt: null, configurations: 2, plannedRuns: 12, endedRuns: 10, markedRuns: 1 },
}

/** What it prints, and the paths it asks for. */
async function run(
  use: (dashboard: Pick<Dashboard, 'call'>, streams: never) => Promise<number>,
  experiments = [summary, { ...summary, id: 'f75b0000', name: 'heap' }],
  columns?: number,
) {
  const asked: string[] = []
  let [output, errorOutput] = ['', '']
  const call = async (path: string) => {
    asked.push(path)
    if (path === '/api/v1/experiments') return { experiments }
    return path.endsWith('format=json') ? { ...shown, functions: [] } : shown
  }
  const streams = {
    stdout: { write: (text: string) => void (output += text), columns },
    stderr: { write: (text: string) => void (errorOutput += text) },
  }
  expect(await use({ call } as unknown as Dashboard, streams as never)).toBe(0)
  return { asked, output, errorOutput }
}

const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length))

test('hearth experiment list has id, name, start, runs, state and what the runs show of each', async () => {
  const { output } = await run((dashboard, streams) => listExperiments({}, dashboard, streams))
  const lines = output.split('\n').map((line) => line.split(/ {2,}/))
  expect(lines[0]).toEqual(['ID', 'NAME', 'STARTED', 'RUNS', 'STATE', 'ANSWER'])
  expect(lines[1]!.slice(0, 5)).toEqual([
    ...['f75b74ba', 'pricing\\u{1b}[2J', '1970-01-01 00:00 UTC', '10 of 12, 1 left out', 'ended'],
  ])
  expect(lines[1]![5]).toMatch(/^pricing, index to scan: Significant.*: Throughput −\d+/)
  expect(lines).toHaveLength(4)
})

test('hearth experiment list says of what there is more in the results', async () => {
  const [effect] = shown.effects
  const listed = async (effects: readonly unknown[]) => {
    const call = (path: string) =>
      Promise.resolve(path === '/api/v1/experiments' ? { experiments: [summary] } : { ...shown, effects })
    let output = ''
    const streams = { stdout: { write: (text: string) => void (output += text) }, stderr: { write: () => undefined } }
    await listExperiments({}, { call } as unknown as Dashboard, streams)
    return output
  }
  expect(await listed([effect])).not.toContain('more')
  expect(await listed([effect, effect])).toMatch(/ \(1 more change of a variable in its results\)\n$/)
  expect(await listed([effect, effect, effect])).toMatch(/ \(2 more changes of variables in its results\)\n$/)
})

test('a list that is wider than the terminal is a block of lines for each experiment', async () => {
  const list = (dashboard: Pick<Dashboard, 'call'>, streams: never) => listExperiments({}, dashboard, streams)
  const { output } = await run(list, [summary], 80)
  expect(output).toMatch(/^ID +f75b74ba\nNAME +pricing/)
  expect(output).toMatch(/\nANSWER +pricing, index to scan: Significant/)
  expect(longest(output)).toBeLessThanOrEqual(80)
})

test('of many the newest are listed, and the command says so; an empty answer, too; JSON is passed on', async () => {
  const list = (json: boolean) => (dashboard: Pick<Dashboard, 'call'>, streams: never) =>
    listExperiments({ json }, dashboard, streams)
  const { asked, errorOutput } = await run(
    list(false),
    Array.from({ length: 25 }, () => summary),
  )
  expect([asked.length, errorOutput]).toEqual([21, '20 of 25 experiments; --json lists others.\n'])
  expect((await run(list(false), [])).output).toBe('No experiment yet.\n')
  expect(JSON.parse((await run(list(true), [summary])).output)).toEqual({ experiments: [summary] })
})

test('hearth experiment results finds an experiment by the beginning of its id, and prints its report as text', async () => {
  const { asked, output } = await run((dashboard, streams) => printExperiment('f75b7', {}, dashboard, streams))
  expect(asked.at(-1)).toBe('/api/v1/experiments/f75b74ba/export?format=json')
  expect(output).toMatch(/^pricing\\u\{1b\}\[2J\n/)
  expect(output).toMatch(/\nEffect of each variable\n\nVariable +What the runs show/)
  expect(output).toMatch(/\npricing: index to scan +Significant.* \* [+−]/)
  expect(output).toContain('It is significant, marked *, where q')
  expect(output).toMatch(/started [\d-]+ [\d:]+ UTC\./)
  const json = await run((dashboard, streams) => printExperiment('f75b74ba', { json: true }, dashboard, streams))
  expect(JSON.parse(json.output)).toMatchObject({ id: 'f75b74ba', functions: [] })
})

test('a table that is wider than the terminal is a block of lines for each row', async () => {
  const print = (dashboard: Pick<Dashboard, 'call'>, streams: never) => printExperiment('f75b7', {}, dashboard, streams)
  const { output } = await run(print, undefined, 80)
  expect(output).toMatch(/\n\nConfiguration +1\npricing +index\nRuns +5\n/)
  expect(output).toMatch(
    /\nVariable +pricing: index to scan\nWhat the runs show +Significant.*\n {20}\S.*\nThroughput +\* −/,
  )
  expect(longest(output)).toBeLessThanOrEqual(80)
  const { output: wide } = await run(print, undefined, 1000)
  expect(wide).toBe((await run(print)).output)
})

test('an id that no experiment has names those near it, and one that several have names them', async () => {
  const print = (id: string) => run((dashboard, streams) => printExperiment(id, {}, dashboard, streams))
  await expect(print('f75b74bb')).rejects.toMatchObject({
    code: 'no-such-experiment',
    remedy: 'Did you mean f75b74ba (pricing\\u{1b}[2J, 1970-01-01 00:00 UTC)?',
  })
  await expect(print('00000000')).rejects.toMatchObject({
    remedy: '`hearth experiment list` shows those of the dashboard.',
  })
  await expect(print('f75b')).rejects.toThrow('2 experiments begin with f75b, use more of the id: f75b74ba (pricing')
})

const printNamed = (text: string, experiments?: (typeof summary)[]) =>
  run((dashboard, streams) => printExperiment(text, {}, dashboard, streams), experiments)

test('hearth experiment results takes a name, of several series the newest', async () => {
  const series = [
    { ...summary, id: 'aaaa0000', name: 'jdk 25.0', startedAt: 1 },
    { ...summary, id: 'bbbb0000', name: 'jdk 25.0', startedAt: 2 },
    { ...summary, id: 'cccc0000', startedAt: 3 },
  ]
  const { asked } = await printNamed('jdk 25.0', series)
  expect(asked.at(-1)).toBe('/api/v1/experiments/bbbb0000/export?format=json')
})

test('a name that experiments of several services have is refused with their ids', async () => {
  const series = [
    { ...summary, name: 'heap', service: 'shop/web' },
    { ...summary, id: 'bbbb0000', name: 'heap', service: 'shop/cart' },
  ]
  await expect(printNamed('heap', series)).rejects.toMatchObject({
    code: 'invalid-request',
    facts: {
      what: 'experiments of 2 services are called heap, use an id: f75b74ba (heap, 1970-01-01 00:00 UTC) of shop/web, bbbb0000 (heap, 1970-01-01 00:00 UTC) of shop/cart',
    },
  })
})

test.each([
  ['nosuch', "nosuch is no file, and no experiment's id, name or link: `hearth experiment list` shows those"],
  ['abc', "abc is no file, and no experiment's id, name or link: give at least 4 digits of an id"],
  ['hea', "hea is no file, and no experiment's id, name or link (did you mean f75b0000 (heap, 1970-01-01 00:00 UTC)?)"],
])('says of %s that it may be a file or an experiment', async (name, what) => {
  await expect(printNamed(name)).rejects.toMatchObject({ code: 'invalid-request', facts: { what } })
})

test('an id, its beginning and a link name an experiment; a name of a file does not', () => {
  expect(
    ['F75B74BA', 'f75b', 'http://h:7117/experiments/f75b74ba?compare=1,2', 'f75', 'results.jtl', 'f75b74ba0'].map(
      findExperimentId,
    ),
  ).toEqual(['f75b74ba', 'f75b', 'f75b74ba', null, null, null])
})
