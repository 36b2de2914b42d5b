import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { sampleExperimentRun } from '../../testing/samples.ts'
import { experiment } from './experiment.ts'
import { clearRunDirectory, createSeries, writeRunRecord } from './run/series.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'hearth-experiment-'))))
afterEach(() => rmSync(directory, { recursive: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
}

async function run(args: readonly string[], stdin = ''): Promise<string> {
  let printed = ''
  const streams = {
    stdin: chunksOf(stdin),
    stdout: { write: (more: Uint8Array | string) => void (printed += String(more)) },
    stderr: { write: () => undefined },
  }
  expect(await experiment(args, streams)).toBe(0)
  return printed
}

const clinic = `name: clinic
service: web
variables:
  database: { h2: {}, postgres: { override: postgres.yaml } }
  HEAP: [256m, 512m]
exclude: [{ database: h2, HEAP: 512m }]
load: { seconds: 90, jmeter: plan.jmx }
repetitions: 2
`
const compose = 'services:\n  web: { image: clinic }\n'

describe('hearth experiment check', () => {
  test('takes absolute paths of files as they are', async () => {
    const elsewhere = join(directory, 'elsewhere')
    const text = clinic
      .replace('postgres.yaml', join(elsewhere, 'postgres.yaml'))
      .replace('plan.jmx', join(elsewhere, 'plan.jmx'))
    const files = { 'elsewhere/postgres.yaml': '', 'elsewhere/plan.jmx': '', 'elsewhere/compose.yaml': compose }
    write({ ...files, 'experiment.yaml': `compose: ${join(elsewhere, 'compose.yaml')}\n${text}` })
    expect(await run(['check', directory])).toContain('3 configurations')
  })

  test('prints the configurations, one run, the order and the duration', async () => {
    write({ 'experiment.yaml': clinic, 'compose.yaml': compose, 'postgres.yaml': '', 'plan.jmx': '' })
    expect(await run(['check', directory])).toBe(`clinic: 3 configurations x 2 repetitions = 6 runs
Duration: 9 min of load, at most 21 min with the time to start; building images comes on top.

#  database  HEAP
1  h2        256m
2  postgres  256m
3  postgres  512m

Each run: start, wait until web is healthy (at most 120 s), load 90 s by plan.jmx: warm-up 10 s, then capture cpu of web for 30 s.
Order (seed 1):
  1:  3  1  2
  2:  1  3  2
`)
    const plan = JSON.parse(await run(['check', '--json', directory])) as { runs: unknown[] }
    expect(plan).toMatchObject({ name: 'clinic', seconds: { least: 540, most: 1260, capture: 30 } })
    expect(plan.runs).toHaveLength(6)
    expect(plan).toMatchObject({ isUnderWay: false, series: null })

    // A series that was broken off: of which configurations runs are left, unless the experiment has changed.
    const valuesOf = (database: string, HEAP: string) => ({ database, HEAP })
    const configurations = [valuesOf('h2', '256m'), valuesOf('postgres', '256m'), valuesOf('postgres', '512m')]
    const series = createSeries(directory, undefined, {
      ...{ name: 'clinic', experiment: clinic },
      configurations: configurations.map((values, at) => ({ number: at + 1, values })),
    })
    for (const [number, configuration] of [[1, 3] as const, [2, 1] as const]) {
      clearRunDirectory(series, number)
      writeRunRecord(series, { ...sampleExperimentRun({ number, configuration }), profiles: [] })
    }
    expect(JSON.parse(await run(['check', '--json', directory]))).toMatchObject({
      series: { id: series.series.id, endedRuns: 2, left: [2, 1, 3, 2] },
    })
    write({ 'experiment.yaml': clinic.replace('90', '91') })
    expect(JSON.parse(await run(['check', '--json', directory]))).toMatchObject({ series: { endedRuns: 2, left: [] } })
  })

  test('names every file and service that is missing', async () => {
    write({ 'experiment.yaml': clinic })
    await expect(run(['check', directory])).rejects.toThrow(
      /compose: there is none of compose\.yaml.*\n.*postgres\.override: there is no file postgres\.yaml\n.*load\.jmeter: there is no file plan\.jmx/,
    )
    write({
      'experiment.yaml': clinic.replace(/variables:[^]*?load/, 'load'),
      'compose.yaml': 'services: { shop: {} }',
      'plan.jmx': '',
    })
    await expect(run(['check', directory])).rejects.toThrow('service: there is no service web in compose.yaml')
    await expect(run(['check', join(directory, 'nowhere')])).rejects.toMatchObject({ code: 'path-unreadable' })
    await expect(run(['check', tmpdir()])).rejects.toMatchObject({ code: 'path-unreadable' })
  })
})

describe('a project of CAMP', () => {
  const model = `goals: { running: [ Clinic ] }
components:
  WebMySQL: { provides_services: [ Clinic ], requires_services: [ MySQL ], implementation: { docker: { file: web/Dockerfile } } }
  WebPostgres: { provides_services: [ Clinic ], requires_services: [ Postgres ] }
  MySQL: { provides_services: [ MySQL ], variables: { version: { values: [ 5.7, 8.10 ] } } }
  Postgres: { provides_services: [ Postgres ] }
`
  test('without an experiment: its configurations by mode', async () => {
    write({ 'camp.yml': model })
    expect(await run(['check', directory])).toBe(`3 configurations

#  components              MySQL version
1  WebMySQL + MySQL        5.7
2  WebMySQL + MySQL        8.1
3  WebPostgres + Postgres  -

The configurations are those of camp.yml, mode all.
An experiment.yaml adds the load and what to capture: docs/experiments.md.
`)
    expect(await run(['check', directory, '--mode=atomic'])).toContain('2 configurations')
  })

  test('components that are swapped differ in that alone, although each has a version', async () => {
    const swapped = model
      .replace('5.7, 8.10', '5.7')
      .replace('[ Postgres ] }\n', '[ Postgres ], variables: { version: { values: [ 16 ] } } }\n')
    write({ 'camp.yml': swapped })
    const { configurations } = JSON.parse(await run(['check', '--json', directory])) as { configurations: unknown }
    expect(configurations).toMatchObject([
      { values: { components: 'WebMySQL + MySQL' } },
      { values: { components: 'WebPostgres + Postgres' } },
    ])
    // Nothing else tells what one configuration has.
    expect(await run(['check', directory, '--mode=atomic'])).toContain('#  MySQL version\n1  5.7')
  })

  test('with an experiment: they are its configurations, and nothing changes in the project', async () => {
    write({ 'camp/camp.yml': model, 'k6.js': '' })
    write({
      'experiment.yaml':
        'name: a\nservice: web\ncamp: { directory: camp, mode: covering }\nload: { seconds: 60, k6: k6.js }\n',
    })
    expect(await run(['check', directory])).toContain('a: 3 configurations x 3 repetitions = 9 runs')
  })

  test('what camp left, by number, with the values of configuration.yml', async () => {
    const left = (number: number, version: string) => ({
      [`out/config_${number}/docker-compose.yml`]: compose,
      [`out/config_${number}/configuration.yml`]: `instances:\n  mysql_0:\n    configuration: { version: ${version} }\n    definition: MySQL\n    service_providers: []\n`,
    })
    write({ 'camp.yml': model, ...left(10, 'v8'), ...left(9, '5.10') })
    expect(await run(['check', directory])).toContain(
      '#  MySQL version\n1  5.10\n2  v8\n\nThe configurations are those that camp left in out.',
    )
    write({ 'out/config_11/configuration.yml': 'instances: {}' })
    await expect(run(['check', directory])).rejects.toThrow('run camp realize')
  })

  test.each(['camp.yml', 'camp.yaml'])('realize writes what check then reads as left by camp: %s', async (file) => {
    await expect(run(['realize', directory, join(directory, 'out')])).rejects.toThrow('no camp.yml or camp.yaml in it')
    write({
      [file]: model,
      'template/docker-compose.yml': 'services:\n  web: { build: ./WebMySQL }\n',
      'template/WebMySQL/Dockerfile': 'FROM debian\n',
    })
    const out = join(directory, 'again', 'out')
    expect(await run(['realize', directory, out])).toBe(`3 configurations written to ${out}\n`)
    expect(readdirSync(join(out, 'config_1'), { recursive: true }).map(String).sort()).toEqual([
      'configuration.yml',
      'docker-compose.yml',
      'images',
      'images/build_images.sh',
      'images/webmysql_0',
      'images/webmysql_0/Dockerfile',
    ])
    expect(readFileSync(join(out, 'config_1/docker-compose.yml'), 'utf8')).toContain('image: camp-webmysql_0')
    expect(statSync(join(out, 'config_1/images/build_images.sh')).mode & 0o111).not.toBe(0)
    const fromModel = await run(['check', '--json', directory])
    const fromFiles = await run(['check', '--json', join(directory, 'again')])
    const configurationsOf = (text: string) => (JSON.parse(text) as { configurations: unknown }).configurations
    expect(configurationsOf(fromFiles)).toEqual(configurationsOf(fromModel))
    await expect(run(['realize', directory, out])).rejects.toMatchObject({ code: 'invalid-request' })
  })

  test('realize writes nothing where a Dockerfile is missing', async () => {
    write({ 'camp.yml': model, 'template/docker-compose.yml': '' })
    await expect(run(['realize', directory, join(directory, 'out')])).rejects.toThrow(
      'template/WebMySQL/Dockerfile is missing',
    )
    expect(existsSync(join(directory, 'out'))).toBe(false)
  })

  test('goals that nothing provides are reported where they stand', async () => {
    write({ 'camp.yml': model.replace('running: [ Clinic ]', 'running: [ Shop ]') })
    await expect(run(['check', directory])).rejects.toThrow('line 1, column 1: no configuration provides Shop')
  })
})

describe('hearth experiment results', () => {
  const jtl = 'timeStamp,elapsed,label,success\n1795000000000,10,home,true\n1795000000500,30,pay,false\n'

  test('prints latencies by label, from a file or a pipe', async () => {
    write({ 'results.jtl': jtl })
    const printed = await run(['results', join(directory, 'results.jtl')])
    expect(printed).toContain('jtl: 2 requests in 530 ms, 1 failed\n')
    expect(printed).toMatch(/^home +1 +0 +1\.9 +10\.0 /m)
    expect(printed).toMatch(/^all +2 +1 +3\.8 +10\.0 .* 30\.0$/m)
    expect(printed).toContain('Coordinated omission')
    expect(await run(['results', '-'], jtl)).toBe(printed)
    expect(JSON.parse(await run(['results', '--json', '-'], jtl))).toMatchObject({
      format: 'jtl',
      total: { intervals: [{ requests: 2 }] },
    })
  })

  test('refuses what it cannot read, and formats it does not know', async () => {
    await expect(run(['results', '-'], 'main;run 1\n')).rejects.toMatchObject({ code: 'unreadable-results' })
    await expect(run(['results', '-', '--format=ab'], jtl)).rejects.toMatchObject({ code: 'invalid-request' })
    for (const path of [join(directory, 'no.jtl'), directory, '/dev/zero'])
      await expect(run(['results', path])).rejects.toMatchObject({ code: 'path-unreadable' })
  })
})

test('hearth experiment results without a name asks for what its usage names', async () => {
  await expect(run(['results'])).rejects.toMatchObject({ facts: { what: 'missing FILE|ID|NAME' } })
})

test('hearth experiment schema prints JSON; other verbs are refused', async () => {
  expect(JSON.parse(await run(['schema']))).toMatchObject({ type: 'object' })
  for (const args of [
    [],
    ['begin'],
    ['check', 'a', 'b'],
    ['check', '--format=jtl'],
    ['results', '--mode=all', 'a'],
    ['schema', '--json'],
    ['realize', 'a'],
    ['run', '--json', directory],
    ['resume', directory, 'b'],
    ['clean', '--out=a', directory],
  ])
    await expect(run(args)).rejects.toMatchObject({ code: 'invalid-request' })
})
