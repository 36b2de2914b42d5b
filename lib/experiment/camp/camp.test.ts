import { describe, expect, test } from 'vitest'
import { isProblem } from '../../errors.ts'
import { describeCampConfiguration, findCampConfigurations } from './camp-configurations.ts'
import { coverRange, readCampModel } from './camp-model.ts'
import type { CampMode } from './camp-modes.ts'

// Models of our own, in the form of those for which CAMP 0.10.0 gave the numbers here.
const greeter = `
goals: { running: [ Tests ] }
components:
  tests:
    provides_services: [ Tests ]
    requires_services: [ Greeter ]
    variables: { threads: { type: Integer, values: { range: [10, 50], coverage: 40 } } }
  greeter: { provides_services: [ Greeter ], requires_services: [ DB ], requires_features: [ Python ] }
  mysql: { provides_services: [ DB ], variables: { version: { values: [ v5, v8 ] } } }
  postgres: { provides_services: [ DB ] }
  python: { provides_features: [ Python ] }
`
const registry = `
goals: { running: [ Registry ] }
components:
  registry: { provides_services: [ Registry ], requires_services: [ DB ], requires_features: [ Ruby ] }
  ruby:
    provides_features: [ Ruby ]
    variables:
      version: { type: version, values: [ v2.4, v2.5 ] }
      max_alloc: { type: Integer, values: [ 8, 16, 32, 64 ] }
  mysql: { provides_services: [ DB ], variables: { version: { values: [ v5.6, v5.7 ] } } }
  mariadb: { provides_services: [ DB ], variables: { version: { values: [ v5.6, v10.2 ] } } }
`
const clinic = `
goals: { running: [ Clinic ] }
components:
  ClinicMySQL: { provides_services: [ Clinic ], requires_services: [ MySQL ] }
  ClinicPostgres: { provides_services: [ Clinic ], requires_services: [ Postgres ] }
  MySQL: { provides_services: [ MySQL ] }
  Postgres: { provides_services: [ Postgres ] }
`
const servlets = `
goals: { running: [ Tests ] }
components:
  tests: { provides_services: [ Tests ], requires_services: [ Greetings ] }
  greetings: { provides_services: [ Greetings ], requires_features: [ Tomcat ] }
  tomcat: { provides_features: [ Tomcat ], requires_features: [ JRE ], variables: { version: { values: [ v7, v8, v9 ] } } }
  jre: { provides_features: [ JRE ] }
`

/** Each configuration as one text: `mysql(v5) tests(10)`. */
function find(text: string, mode: CampMode = 'all'): string[] {
  return findCampConfigurations(readCampModel('camp.yml', text).model, mode).map(({ structure, values }) =>
    structure.components
      .map(({ name }) => {
        const own = [...values.get(name)!.values()]
        return own.length === 0 ? name : `${name}(${own.join()})`
      })
      .join(' '),
  )
}

describe('the sets of CAMP 0.10.0', () => {
  test('all: every database with every number of threads', () => {
    const expected = ['mysql(v5)', 'mysql(v8)', 'postgres'].flatMap((db) =>
      [10, 50].map((threads) => `tests(${threads}) greeter ${db} python`),
    )
    expect(find(greeter).sort()).toEqual(expected.sort())
  })

  test.each([
    ['greeter', greeter, 6, 3, 4],
    ['registry', registry, 32, 6, 6],
    ['clinic', clinic, 2, 2, 1],
    ['servlets', servlets, 3, 3, 3],
  ])('%s: %i in all, covering takes no more than CAMP, as many in atomic', (_, text, all, covering, atomic) => {
    expect(new Set(find(text)).size).toBe(all)
    expect(find(text, 'covering').length).toBeLessThanOrEqual(covering)
    expect(find(text, 'atomic')).toHaveLength(atomic)
  })

  test.each([greeter, registry, clinic, servlets])('covering has each component and each value', (text) => {
    const partsOf = (configurations: string[]) => new Set(configurations.flatMap((one) => one.split(/[ (),]/)))
    expect(partsOf(find(text, 'covering'))).toEqual(partsOf(find(text)))
  })

  test('atomic: the first one, and its single changes', () => {
    expect(find(greeter, 'atomic').sort()).toEqual([
      'tests(10) greeter mysql(v5) python',
      'tests(10) greeter mysql(v8) python',
      'tests(10) greeter postgres python',
      'tests(50) greeter mysql(v5) python',
    ])
    // A swap that changes a component and brings a value is two changes.
    expect(find(registry, 'atomic').join()).not.toContain('mariadb')
  })

  test('a configuration says who provides what, as configuration.yml does', () => {
    const [first] = findCampConfigurations(readCampModel('camp.yml', servlets).model, 'all')
    expect(describeCampConfiguration(first!)).toEqual({
      instances: {
        tests_0: { definition: 'tests', configuration: {}, service_providers: ['greetings_0'] },
        greetings_0: {
          definition: 'greetings',
          configuration: {},
          feature_provider: 'tomcat_0',
          service_providers: [],
        },
        tomcat_0: {
          definition: 'tomcat',
          configuration: { version: 'v7' },
          feature_provider: 'jre_0',
          service_providers: [],
        },
        jre_0: { definition: 'jre', configuration: {}, service_providers: [] },
      },
    })
  })
})

test('a range is covered in steps of the largest divisor of its width', () => {
  expect(coverRange({ range: [10, 50], coverage: 10 })).toEqual([10, 20, 30, 40, 50])
  expect(coverRange({ range: [50, 10], coverage: 15 })).toEqual([10, 20, 30, 40, 50])
  expect(coverRange({ range: [0, 7], coverage: 5 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(coverRange({ range: [3, 3], coverage: 5 })).toEqual([3])
})

describe('constraints', () => {
  const model = (...constraints: string[]) => `
goals: { running: [ Web ] }
components:
  apache:
    provides_services: [ Web ]
    variables:
      limit: { type: Integer, values: [ 2, 4, 8 ] }
      threads: { type: Integer, values: { range: [1, 4], coverage: 1 } }
      workers: { type: Integer }
      mpm: { values: [ event, worker ] }
  unused: { variables: { level: { type: Integer, values: [ 1, 2 ] } } }
constraints: [ ${['apache_0_workers.value == 16 * apache_0_threads.value', ...constraints].map((one) => `"${one}"`).join(', ')} ]
`
  const limitAndThreads = (...constraints: string[]) => [
    ...new Set(find(model('apache_0_mpm.value == 0', ...constraints)).map((one) => /\((\d+,\d+)/.exec(one)![1])),
  ]

  test('give a variable without values its value', () => {
    expect(find(model('apache_0_threads.value < 3', 'apache_0_limit.value == 4'))).toEqual([
      'apache(4,1,16,event)',
      'apache(4,1,16,worker)',
      'apache(4,2,32,event)',
      'apache(4,2,32,worker)',
    ])
  })

  test.each([
    ['apache_0_threads.value >= apache_0_limit.value', ['2,2', '2,3', '2,4', '4,4']],
    [
      'Or([And([apache_0_limit.value == 8, apache_0_threads.value > 3]), apache_0_workers.value == 16])',
      ['2,1', '4,1', '8,1', '8,4'],
    ],
    ['Not(apache_0_limit.value < 8)', ['8,1', '8,2', '8,3', '8,4']],
    [
      'Implies(apache_0_limit.value != 2, apache_0_threads.value % 2 == 5 - 2 * 3 + 1 + 9 / 2 - 4 + 0)',
      ['2,1', '2,2', '2,3', '2,4', '4,2', '4,4', '8,2', '8,4'],
    ],
    ['-(apache_0_limit.value - 8) == apache_0_threads.value * 4', ['4,1']],
    ['unused_0_level.value == apache_0_threads.value', ['2,1', '2,2', '4,1', '4,2', '8,1', '8,2']],
  ])('%s', (constraint, expected) => {
    expect(limitAndThreads(constraint)).toEqual(expected)
  })

  const problemsOf = (work: () => unknown): string => {
    try {
      work()
    } catch (error) {
      if (isProblem(error)) return error.message
      throw error
    }
    return ''
  }

  test.each([
    ['CInstance.forall(ci, ci.configuration.forall(val, val.value == 0))', 'CInstance.forall is not evaluated'],
    ['apache_0_limit.value in [1, 2]', 'in is not evaluated'],
    ['1 < apache_0_limit.value < 3', 'a chain of comparisons'],
    ['apache_0_limit.value == 2 and True', 'and is not evaluated'],
    ['apache_0_limit.value ** 2 == 4', '** is not evaluated'],
    ["variable('a', 'b').value == 2", 'variable is not evaluated'],
    ['apache_0_limit == 2', 'apache_0_limit is not evaluated'],
    ['apache_0_size.value == 2', 'there is no apache_0_size'],
    ['apache_0_limit.value', 'it compares nothing'],
    ['(apache_0_limit.value == 2) + 1 == 3', 'it calculates with a comparison'],
    ['Not(apache_0_limit.value == 2', ') is missing at the end'],
    [`${'('.repeat(150)}1`, 'nested too deeply'],
    ['', 'it ends too early'],
  ])('refuses %j by its name', (constraint, expected) => {
    const message = problemsOf(() => readCampModel('camp.yml', model(constraint)))
    expect(message).toContain(expected)
    expect(message).toContain('line 12, column')
  })

  test('give a variable without values each value between bounds at most 1000 apart', () => {
    const bounded = (highest: number) =>
      model('apache_0_limit.value == 2', 'apache_0_threads.value == 1', 'apache_0_mpm.value == 0').replace(
        'apache_0_workers.value == 16 * apache_0_threads.value',
        `And([apache_0_workers.value >= 0, apache_0_workers.value <= ${highest}])`,
      )
    expect(find(bounded(1000))).toHaveLength(1001)
    expect(() => find(bounded(1001))).toThrow('or bounds at most 1000 apart')
  })

  test('that leave nothing, or do not confine a variable without values, are reported', () => {
    expect(() => find(model('apache_0_limit.value == 3'))).toThrow('no configuration provides Web')
    expect(() => find(model().replace('16 * apache_0_threads.value', 'apache_0_workers.value'))).toThrow(
      'apache_0_workers has no values',
    )
  })
})

test('what CAMP would not read is refused with line and column', () => {
  expect(() => readCampModel('camp.yml', 'goals: { running: [ A ] }\ncomponents:\n  a: { provides: [ A ] }\n')).toThrow(
    'line 3, column 8: components.a.provides is not known here',
  )
  expect(() => find('goals: { running: [ A ] }\ncomponents: { b: { provides_services: [ B ] } }\n')).toThrow(
    'no configuration provides A',
  )
})

test('a model with more combinations than can be looked through ends with that', () => {
  const needs = Array.from({ length: 5 }, (_, at) => `S${at}`)
  const providers = needs.flatMap((service) =>
    Array.from({ length: 8 }, (_, at) => `  c${service}x${at}: { provides_services: [ ${service} ] }`),
  )
  const wide = `goals: { running: [ A ] }\ncomponents:\n  a: { provides_services: [ A ], requires_services: [ ${needs.join(', ')} ] }\n${providers.join('\n')}\n`
  expect(() => find(wide)).toThrow('more than 10000 configurations')
})
