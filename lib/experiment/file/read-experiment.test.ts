import { describe, expect, test } from 'vitest'
import { isProblem } from '../../errors.ts'
import { createExperimentJsonSchema } from './experiment-schema.ts'
import { readExperiment } from './read-experiment.ts'

const head = `name: clinic
service: clinic
load: { seconds: 60, jmeter: plan.jmx }
capture: { seconds: 30 }
`
const read = (text: string) => readExperiment('experiment.yaml', text)

/** What is wrong, each with its line and column. */
function problemsOf(text: string): string[] {
  try {
    read(text)
  } catch (error) {
    if (isProblem(error) && error.code === 'experiment-invalid') return (error.facts as { problems: string[] }).problems
    throw error
  }
  return []
}

describe('an experiment', () => {
  test('needs a name, a service and a load; the rest has defaults', () => {
    const { text, configurations } = read('name: shop\nservice: shop\nload: { seconds: 60, k6: load.js }\n')
    expect(text).toMatchObject({
      coverage: 'all',
      repetitions: 3,
      seed: 1,
      warm_up: { seconds: 10 },
      ready: { seconds: 120 },
    })
    expect(text.capture).toEqual({ events: ['cpu'], engine: 'auto', seconds: 30, hz: 99 })
    expect(configurations).toEqual([{ number: 1, values: {}, effects: [] }])
  })

  test('keeps values as they are written and in their order, though they look like numbers', () => {
    const { variables } = read(`${head}variables:
  java:
    25: { env: { VERSION: 1.10, DEBUG: no } }
    17: { override: compose.17.yaml, build_args: { BASE: jre:17 } }
  HEAP: [0512, 1_024, 512m]
`)
    expect(variables.map(({ name, values }) => [name, values.map((value) => value.name)])).toEqual([
      ['java', ['25', '17']],
      ['HEAP', ['0512', '1_024', '512m']],
    ])
    expect(variables[0]!.values[0]!.effect.env).toEqual({ VERSION: '1.10', DEBUG: 'no' })
    expect(variables[0]!.values[1]!.effect).toMatchObject({
      overrides: ['compose.17.yaml'],
      buildArgs: { BASE: 'jre:17' },
    })
    expect(variables[1]!.values[1]!.effect.env).toEqual({ HEAP: '1_024' })
  })

  test('takes anchors, aliases and merged maps', () => {
    const { variables } = read(`${head}variables:
  first: &heaps { 512m: &large { env: { HEAP: 512m } }, 256m: {} }
  second: *heaps
  third: { 1g: { <<: *large, service: db }, <<: *heaps }
`)
    const namesOf = (variable: number) => variables[variable]!.values.map(({ name }) => name)
    expect([namesOf(0), namesOf(1), namesOf(2)]).toEqual([['512m', '256m'], ['512m', '256m'], ['1g', '512m', '256m']]) // prettier-ignore
    expect(variables[2]!.values[0]!.effect).toMatchObject({ env: { HEAP: '512m' }, service: 'db' })
  })

  test('says by line and column what is wrong, in the order of the file', () => {
    expect(
      problemsOf(`name: clinic
service: clinic
colour: red
load:
  seconds: many
  jmeter: plan.jmx
  k6: load.js
ready: { url: not-a-url }
coverage: some
`),
    ).toEqual([
      'line 3, column 1: colour is not known here',
      expect.stringMatching(/^line 5, column 12: load\.seconds: /),
      expect.stringMatching(/^line 8, column 15: ready\.url: /),
      expect.stringMatching(/^line 9, column 11: coverage: .*"each value once"/),
    ])
  })

  test.each([
    ['name: a\nname: b\n', 'line 2, column 1: Map keys must be unique'],
    ['name: [\n', 'line 2, column 1: '],
    ['[]', 'line 1, column 1: must be a map of names to values, not a list'],
    ['', 'line 1, column 1: is empty; it must be a map of names to values'],
    ['service: b\nload: { seconds: 99, k6: x }\n', 'name: is missing'],
    [
      'name: a\nservice: b\nload: { seconds: 99, command: run.sh }\n',
      'line 3, column 31: load.command: must be a list, not text',
    ],
    ['name: a\nservice: b\nload: { seconds: many, k6: x }\n', 'load.seconds: must be a number, not text'],
    ['name: a\nservice: b\nload: { seconds: 1.5, k6: x }\n', 'load.seconds: must be a whole number'],
    ['name: a\nservice: b\nload: { seconds: 0, k6: x }\n', 'load.seconds: must be at least 1'],
    [`${head}coverage: some\n`, 'coverage: must be '],
    [`${head}ready: { url: not-a-url }\n`, 'ready.url: must be a URL'],
    [`${head}ready: { command: [] }\n`, 'ready.command: must have at least 1 item'],
    [`${head}ready: { healthy: true, command: [x] }\n`, 'line 5, column 34: ready.command: not together with healthy'],
    [
      'name: a\nservice: b\nload: { seconds: 9 }\n',
      'line 3, column 7: load: needs one of jmeter, k6, command, service',
    ],
    ['name: a\nservice: b\nload: { seconds: 99, command: [x] }\n', 'line 3, column 7: load: results is missing'],
    ['name: a\nservice: b\nload: { seconds: 99, k6: x, heap: 1g }\n', 'line 3, column 35: load.heap: only for jmeter'],
    [
      `${head}warm_up: { seconds: 31 }\n`,
      'line 3, column 18: load.seconds: too short: warm-up and capture alone may take 61 s',
    ],
    [
      'name: a\nservice: b\nload: { seconds: 199, command: [x], results: { format: wrk } }\nwarm_up: { until_steady: {} }\n',
      'line 4, column 26: warm_up.until_steady: wrk reports its requests when it has ended: use seconds',
    ],
    [
      'name: a\nservice: b\nload: { seconds: 99, service: c, results: { format: jtl, file: load.jtl } }\n',
      'line 3, column 64: load.results.file: for a service: a path in its container',
    ],
    [
      'name: a\nservice: b\nload: { seconds: 99, service: b, results: { format: jtl } }\n',
      'line 3, column 31: load.service: it is the profiled service',
    ],
    [
      'name: a\nservice: b\nload: { seconds: 99, command: [x], results: { format: jtl }, properties: {} }\n',
      'only for jmeter and k6',
    ],
    [`${head}variables: { a: [1, 2, 1] }\n`, 'line 5, column 24: 1 is a value of a already'],
    [`${head}variables: { a-b: [1, 2] }\n`, 'line 5, column 14: a-b is no name of an environment variable'],
    [`${head}variables: { a: [1] }\nexclude:\n  - { b: 1 }\n`, 'line 7, column 7: there is no variable b'],
    [`${head}variables: { a: [1] }\nexclude:\n  - { a: [1, 2] }\n`, 'line 7, column 14: a has no value 2; it has 1'],
    [`${head}variables: { a: [1] }\nexclude:\n  - { a: 1 }\n`, 'line 7, column 3: every combination is excluded'],
    [`${head}variables: { a: { x: { envs: {} } } }\n`, 'line 5, column 24: variables.a.x.envs is not known here'],
  ])('refuses %j', (text, expected) => {
    expect(problemsOf(text)[0]).toContain(expected)
  })

  test('refuses aliases that unfold to a huge text', () => {
    const bomb = [
      'a: &a [x, x]',
      ...[...'bcdefghij'].map((one, at) => `${one}: &${one} [${`*${'abcdefghi'[at]!}, `.repeat(9)}]`),
    ]
    expect(problemsOf(`${bomb.join('\n')}\n`)).toEqual([expect.stringContaining('alias')])
  })
})

test('the schema for editors has every key, with defaults left out', () => {
  const schema = createExperimentJsonSchema() as { properties: Record<string, unknown>; required: string[] }
  expect(schema.required).toEqual(['name', 'service', 'load'])
  expect(Object.keys(schema.properties)).toContain('warm_up')
  expect(JSON.stringify(schema)).toContain('"one change from the first"')
})
