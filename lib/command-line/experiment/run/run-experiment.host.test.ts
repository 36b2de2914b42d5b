/** Experiments as a person runs them: the command line, Compose, the demo service, and a load on it. */
import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import Docker from 'dockerode'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { phaseLabels } from '../../../contract/experiments.ts'
import { measureRun } from '../../../contract/summarise-runs.ts'
import { type RunRecord, runRecordSchema } from '../../../experiment/run/run-record.ts'
import { decodeProfile } from '../../../profile/encoding/encode.ts'
import { ensureImage } from '../../../testing/hosts/containers.ts'
import { processesWith } from '../../../testing/hosts/left-behind.ts'
import { sampleExperimentRun } from '../../../testing/samples.ts'
import { createRandom } from '../../../testing/profiles/random-profile.ts'
import { isFullTier } from '../../../testing/tier.ts'
import { waitUntil } from '../../../testing/wait-until.ts'
import { clearRunDirectory, createSeries, writeRunRecord } from './series.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const run = promisify(execFile)
const docker = new Docker()
/** Where JMeter is unpacked. Not Debian 12's package: its 2.13 reads no plan with the XStream that Debian has. */
const jmeterHome = process.env['HEARTH_TEST_JMETER'] ?? ''
/** Where k6 is. */
const k6Directory = process.env['HEARTH_TEST_K6'] ?? ''

/**
 * Two customers who order all the time; each request is a line of a JTL on standard output. `fickle`: slow for two
 * seconds when they come first; the next time they order for 400 ms of every three seconds, until 10.5 s have passed.
 * However slow the shop is, one of three seconds has no order then.
 */
const customers = `
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
const [url, seconds, mood] = process.argv.slice(2)
const isFirst = mood === 'fickle' && !existsSync('came-before')
if (isFirst) writeFileSync('came-before', '')
const pauseAt = (ms) => {
  if (mood !== 'fickle') return 0
  if (isFirst) return ms < 2000 ? 600 : 0
  return ms < 8500 && ms % 3000 > 400 ? Math.min(8500, ms + 3000 - (ms % 3000)) - ms : 0
}
const begin = Date.now()
const order = JSON.stringify({ mail: 'ada@example.com', postcode: '10115', lines: Array.from({ length: 12 }, (_, at) => ({ sku: 'LAMP-' + String(at * 8).padStart(5, '0') })) })
const end = Date.now() + Number(seconds) * 1000
console.log('timeStamp,elapsed,label,responseCode,success')
async function buy() {
  while (Date.now() < end) {
    await delay(pauseAt(Date.now() - begin))
    const start = Date.now()
    const answer = await fetch(url + '/checkout', { method: 'POST', body: order })
    await answer.text()
    console.log([start, Date.now() - start, 'checkout', answer.status, answer.ok].join(','))
  }
}
await Promise.all([buy(), buy()])
`
const compose = (image: string) => `services:
  shop:
    image: ${image}
    container_name: the-shop
    ports: ['8080:8080']
    volumes: ['stock:/stock', /cache]
volumes: { stock: { name: the-stock } }
`

// Four starts, each with a load: beside other tests that takes minutes.
vi.setConfig({ testTimeout: 400_000 })

let image: string
let directory: string
beforeAll(async () => {
  image = await ensureImage('scratch-jdk17')
})
beforeEach(() => {
  directory = fs.mkdtempSync('/var/tmp/hearth-experiment-')
  fs.writeFileSync(join(directory, 'compose.yaml'), compose(image))
  fs.writeFileSync(join(directory, 'customers.mjs'), customers)
})
afterEach(async () => {
  await hearth(['clean', directory])
  fs.rmSync(directory, { recursive: true })
})

function writeExperiment(more: string): void {
  const text = `name: shop
service: shop
ready: { url: http://localhost:8080/health, seconds: 60 }
most_other_work_percent: 100
${more}${more.includes('repetitions:') ? '' : 'repetitions: 1\n'}`
  fs.writeFileSync(join(directory, 'experiment.yaml'), text)
}

const commandLoad = (seconds: number) =>
  `load: { seconds: ${seconds}, command: ['${process.execPath}', customers.mjs, 'http://127.0.0.1:\${PORT_8080}', '${seconds}'], results: { format: jtl } }\n`

function start(args: readonly string[]) {
  const tools = [jmeterHome && `${jmeterHome}/bin`, k6Directory].filter((path) => path !== '')
  const path = [...tools, process.env['PATH']].join(':')
  const env = { ...process.env, PATH: path, HEARTH_RUN: `${directory}/none` }
  const child = spawn(process.execPath, [main, 'experiment', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (said.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()))
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve))
  return { child, said, ended }
}

async function hearth(args: readonly string[]) {
  const { said, ended } = start(args)
  return { exitCode: await ended, ...said }
}

/** For Docker's lists: what is of this directory. */
async function filterOwn(): Promise<string[]> {
  const { stdout: host } = await run('hostname', [])
  return ['--filter', `label=hearth.experiment=${host.trim()}:${directory}`]
}

/** Names of what there is of this directory. */
async function listLeft(): Promise<string[]> {
  const filter = await filterOwn()
  const lists = await Promise.all([
    run('docker', ['ps', '-aq', ...filter]),
    run('docker', ['network', 'ls', '-q', ...filter]),
    run('docker', ['volume', 'ls', '-q', ...filter]),
  ])
  return lists.flatMap(({ stdout }) => stdout.split('\n').filter(Boolean))
}

/** Volumes of its containers, those without a name too. */
async function listVolumes(): Promise<string[]> {
  const ids = (await listLeft()).filter((id) => id.length === 12)
  const { stdout } = await run('docker', ['inspect', ...ids])
  const found = JSON.parse(stdout) as { Mounts?: { Name: string }[] }[]
  return found.flatMap(({ Mounts = [] }) => Mounts.map(({ Name }) => Name))
}

async function listImages(): Promise<Docker.ImageInfo[]> {
  const { stdout: host } = await run('hostname', [])
  return docker.listImages({ filters: { label: [`hearth.experiment.image=${host.trim()}:${directory}`] } })
}

/** By directory. */
function readRecords(): Map<string, RunRecord> {
  const series = fs.readdirSync(join(directory, 'runs')).map((name) => join(directory, 'runs', name))
  const runs = series.flatMap((path) => fs.globSync(join(path, 'run-*/run.json')))
  return new Map(
    runs.map((file) => [join(file, '..'), runRecordSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')))]),
  )
}

/** Unix ms of the ends of requests that our customers report. */
function readEnds(file: string): number[] {
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => {
    const [start, elapsed] = line.split(',').map(Number) as [number, number]
    return start + elapsed
  })
}

function hasFrame(file: string, method: RegExp): boolean {
  const { strings } = decodeProfile(gunzipSync(fs.readFileSync(file)))
  return [...strings].some((text) => method.test(text))
}

test('clean of a directory without an experiment is refused, as that of check is', async () => {
  expect(await hearth(['clean', directory])).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining(`${directory}/experiment.yaml cannot be read: there is no such file`) as string,
  })
  writeExperiment(commandLoad(1))
  expect(await hearth(['clean', directory])).toMatchObject({ exitCode: 0, stdout: 'Nothing was left.\n' })
})

describe('hearth experiment', () => {
  test('run profiles each configuration of CAMP when its load, a service, is steady, or marks it', async () => {
    writeExperiment(`camp: {}
warm_up: { until_steady: { within_percent: 50, for_seconds: 3, at_most_seconds: 8 } }
capture: { events: [cpu, alloc], seconds: 2 }
load: { seconds: 14, service: customers, results: { format: jtl, file: /results/load.jtl } }
`)
    const shop = await ensureImage('debian-jdk17')
    fs.writeFileSync(join(directory, 'camp.yml'), campModel)
    fs.mkdirSync(join(directory, 'template/shop'), { recursive: true })
    fs.writeFileSync(
      join(directory, 'template/docker-compose.yml'),
      `services:
  shop:
    build: ./shop
    container_name: the-shop
    ports: ['8080:8080']
  customers: { image: '${shop}', user: '0', working_dir: /work, depends_on: [shop],
    volumes: ['${process.execPath}:/node:ro', '${directory}:/work'],
    entrypoint: [sh, -c, '/node customers.mjs http://the-shop:8080 $$seconds fickle > /results/load.jtl'] }
`,
    )
    fs.writeFileSync(join(directory, 'template/shop/Dockerfile'), `FROM ${image}\nENV SHOP_PRICING=index\n`)
    expect((await hearth(['run', directory])).stderr).toContain('camp: the configurations are not realized yet')
    expect((await hearth(['realize', directory, join(directory, 'out')])).exitCode).toBe(0)
    const { exitCode, stdout, stderr } = await hearth(['run', directory])
    const records = readRecords()
    expect(records.size, stderr).toBe(2)
    // Each configuration has its own image of one name.
    for (const [path, { configuration, profiles }] of records)
      expect(hasFrame(join(path, profiles[0]!.file), /PriceRules[./]findWinningRule/), stderr).toBe(configuration === 2)
    const [steady, fickle] = [...records.values()].sort((a, b) => a.number - b.number) as [RunRecord, RunRecord]
    expect(steady.marks, stderr).toEqual([])
    const warmUpMs = ({ times }: RunRecord) => times.warmUpEndedAt! - times.loadAt!
    expect(warmUpMs(steady)).toBeGreaterThan(4000)
    expect(warmUpMs(steady)).toBeLessThan(8000)
    expect(steady.times.captureAt).toBeGreaterThanOrEqual(steady.times.warmUpEndedAt!)
    expect(fickle).toMatchObject({
      load: { excludesWarmUp: true },
      profiles: [{ event: 'cpu' }, { event: 'alloc' }],
      marks: [
        {
          mark: 'not-steady',
          reason: expect.stringMatching(
            /^throughput did not keep within 50% for 3 s in the first 8 s: at last /,
          ) as string,
        },
      ],
    })
    expect(warmUpMs(fickle)).toBeGreaterThanOrEqual(8000)
    // A request and its answer are some KiB; the shop adds tens of them.
    for (const record of [steady, fickle]) {
      expect(record.allocation!.requestsPerSecond).toBeGreaterThan(1)
      expect(measureRun(record, 'allocated')).toBeGreaterThan(2 ** 12)
      expect(measureRun(record, 'allocated')).toBeLessThan(2 ** 21)
    }
    expect(exitCode).toBe(1)
    const headings = 'RUNS +PER SECOND +P50 MS +P99 MS +CPU MS +ALLOCATION +FAILED'
    expect(stdout).toMatch(new RegExp(`^# +shop pricing +${headings}\\n1 +index +`))
    expect(stdout).toMatch(new RegExp(`^${steady.configuration} +(index|scan) +1 +([\\d.]+ +){4}[\\d.]+ [KM]iB +`, 'm'))
    expect(stdout).toMatch(new RegExp(`^${fickle.configuration} +(index|scan) +0 of 1 +- `, 'm'))
    expect(stdout).toMatch(/^configuration 2, repetition 1: cpu .*cpu\.hearth\.gz, alloc .*alloc\.hearth\.gz$/m)
    expect([...(await listLeft()), ...(await listImages())]).toEqual([])
    await expect(docker.getImage('camp-shop_0').inspect()).rejects.toThrow('no such image')
  })

  test.skipIf(jmeterHome === '')('run makes its load with JMeter, which it ends in time', async () => {
    writeExperiment(`warm_up: { until_steady: { within_percent: 50, for_seconds: 3, at_most_seconds: 10 } }
capture: { seconds: 2 }
load: { seconds: 15, jmeter: plan.jmx, properties: { port: '\${PORT_8080}' }, heap: 128m }
`)
    fs.writeFileSync(join(directory, 'plan.jmx'), jmeterPlan)
    const { exitCode, stderr } = await hearth(['run', directory])
    expect(exitCode, stderr).toBe(0)
    const [{ load, marks }] = [...readRecords().values()] as [RunRecord]
    expect(marks).toEqual([])
    expect(load!.requests).toBeGreaterThan(20)
    expect(load!.excludesWarmUp).toBe(true)
    expect(load!.seconds).toBeGreaterThan(4)
    expect(load!.seconds).toBeLessThan(15)
  })

  test.skipIf(k6Directory === '')('run makes its load with k6, which it ends in time', async () => {
    writeExperiment(`warm_up: { seconds: 1 }
capture: { seconds: 2 }
load: { seconds: 8, k6: script.js, properties: { port: '\${PORT_8080}' } }
`)
    fs.writeFileSync(join(directory, 'script.js'), k6Script)
    const { exitCode, stderr } = await hearth(['run', directory])
    expect(exitCode, stderr).toBe(0)
    const [{ load, marks }] = [...readRecords().values()] as [RunRecord]
    expect(marks).toEqual([])
    expect(load).toMatchObject({ format: 'k6', excludesWarmUp: true, errors: 0 })
    expect(load!.requests).toBeGreaterThan(20)
    expect(load!.seconds).toBeGreaterThan(6)
    expect(load!.seconds).toBeLessThan(30)
  })

  test('a run that fails is marked with the reason, and the next ones go on', async () => {
    writeExperiment(`variables:
  way:
    broken: { override: broken.yaml }
    dies: { override: dies.yaml }
    refuses: {}
warm_up: { seconds: 1 }
capture: { seconds: 1 }
load: { seconds: 3, command: [sh, -c, 'exit 3'], results: { format: jtl } }
`)
    fs.writeFileSync(join(directory, 'broken.yaml'), 'services: { shop: { image: "hearth-test/there-is-none:1" } }')
    fs.writeFileSync(
      join(directory, 'dies.yaml'),
      'services: { shop: { command: ["-version"], entrypoint: /opt/java/bin/java } }',
    )
    const { exitCode, stdout } = await hearth(['run', directory])
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^3 +refuses +0 of 1 +- /m)
    const marks = [...readRecords().values()].map(({ configuration, marks: [first] }) => [configuration, first])
    expect(marks.sort(([a], [b]) => Number(a) - Number(b))).toEqual([
      [1, { mark: 'start-failed', reason: expect.stringContaining('Compose failed: ') as string }],
      [2, { mark: 'container-died', reason: expect.stringContaining('exit code 0 before it was ready') as string }],
      [3, { mark: 'load-failed', reason: 'the load ended with exit code 3' }],
    ])
    const [died] = [...readRecords()].find(([, { configuration }]) => configuration === 2)!
    expect(fs.readFileSync(join(died, 'containers.log'), 'utf8')).toMatch(/^\S*shop\S* +\| openjdk version /m)
    expect(await listLeft()).toEqual([])
  })

  test('a JVM that dies while the engine of earlier runs records it is not recorded by another one', async () => {
    writeExperiment(`repetitions: 2\nwarm_up: { seconds: 1 }\ncapture: { seconds: 10 }\n${commandLoad(14)}`)
    // With a JFR.
    fs.writeFileSync(join(directory, 'compose.yaml'), compose(await ensureImage('debian-jdk17')))
    await killAt('run', 'run 2 of 2: starting')
    const [[path, first]] = [...readRecords()] as [[string, RunRecord]]
    // Its recording ends with the JVM.
    first.profiles[0]!.engine = 'jfr'
    fs.writeFileSync(join(path, 'run.json'), JSON.stringify(first))
    const { said, ended } = start(['resume', directory])
    await waitUntil('JFR records', () => said.stderr.includes('recording with JFR'), 120_000)
    const { stdout: id } = await run('docker', ['ps', '-q', ...(await filterOwn())])
    await docker.getContainer(id.trim()).kill()
    expect(await ended).toBe(1)
    expect(said.stderr).not.toContain('which recorded earlier runs, failed')
    const second = [...readRecords().values()].find(({ repetition }) => repetition === 2)!
    expect(second.profiles).toEqual([])
    expect(second.marks.map(({ mark }) => mark)).toEqual(expect.arrayContaining(['capture-failed', 'container-died']))
  })

  test('killed in any phase it is cleaned up, and resume runs only what has not ended', async () => {
    writeExperiment(
      `repetitions: 2
warm_up: { seconds: 2 }
capture: { seconds: 1 }
${commandLoad(12)}`.replace('repetitions: 1', ''),
    )
    fs.writeFileSync(join(directory, 'Dockerfile'), `FROM ${image}\nLABEL built=here\n`)
    fs.writeFileSync(
      join(directory, 'compose.yaml'),
      compose('the-shop-image').replace('image:', 'build: .\n    image:'),
    )
    await using _ = await makeOther()
    await killAt('run', 'run 1 of 2: waiting')
    const volumes = await listVolumes()
    expect(volumes).toHaveLength(2)
    expect(await listImages()).toMatchObject([{ RepoTags: [expect.stringMatching(/^hearth-\w+-1_shop:latest$/)] }])
    expect((await hearth(['clean', directory])).stdout).toMatch(/^Removed container hearth-/)
    expect(await listLeft()).toEqual([])
    expect(await listImages()).toEqual([])
    for (const volume of volumes) await expect(docker.getVolume(volume).inspect()).rejects.toThrow('no such volume')
    await killAt('resume', 'run 1 of 2: profiling')
    expect(readRecords().size).toBe(0)
    await killAt('resume', 'run 2 of 2: load')
    expect(processesWith(directory)).toEqual([])
    const [[firstPath, first]] = [...readRecords()] as [[string, RunRecord]]
    expect(first.profiles).toMatchObject([{ event: 'cpu', engine: expect.stringMatching(/profiler|perf/) as string }])
    // All runs by what recorded the first.
    first.profiles[0]!.engine = 'perf'
    fs.writeFileSync(join(firstPath, 'run.json'), JSON.stringify(first))
    const { exitCode, stderr, stdout } = await hearth(['resume', directory])
    expect(exitCode, stderr).toBe(0)
    expect(stderr).toContain('left by an earlier run')
    expect(stderr).not.toMatch(/failed|early|died/)
    expect(stdout).toMatch(/^1 +2 +[\d.]+ /m)
    const records = readRecords()
    expect(records.size).toBe(2)
    expect([...records.values()]).toContainEqual(first)
    expect([...records.values()].map(({ profiles }) => profiles[0]!.engine)).toEqual(['perf', 'perf'])
    for (const [path, { load, times, marks, disturbance, timeline }] of records) {
      expect(disturbance).toMatchObject({ otherShare: expect.any(Number) as number })
      expect(timeline!.steps.length).toBeGreaterThanOrEqual(7)
      expect(timeline!.steps.some(({ perSecond, p99 }) => perSecond! > 0 && p99! > 0)).toBe(true)
      expect(marks).toEqual([])
      expect(load).toMatchObject({ format: 'jtl', errors: 0, omission: 'possible', excludesWarmUp: true })
      const ends = readEnds(join(path, 'load.log'))
      const measured = ends.filter((end) => end > times.warmUpEndedAt!)
      expect(load!.requests).toBe(measured.length)
      expect(measured.length).toBeGreaterThan(20)
      expect(ends.length).toBeGreaterThan(measured.length)
      expect(times.captureAt! - times.loadAt!).toBeGreaterThanOrEqual(2000)
      expect(times.captureEndedAt!).toBeLessThan(times.loadEndedAt!)
    }
    expect([...(await listLeft()), ...(await listImages())]).toEqual([])
  })

  test.runIf(isFullTier)(
    'killed 20 times, in each phase of four runs, it leaves nothing and runs nothing twice',
    async () => {
      const repetitions = 4
      writeExperiment(
        `repetitions: ${repetitions}\nwarm_up: { seconds: 1 }\ncapture: { seconds: 1 }\n${commandLoad(10)}`,
      )
      const phases = (['starting', 'waiting', 'load', 'profiling', 'ending'] as const).map(
        (phase) => phaseLabels[phase],
      )
      const random = createRandom(7)
      let ended = new Map<string, RunRecord>()
      for (let number = 1; number <= repetitions; number++)
        for (const phase of phases) {
          const isFirst = number === 1 && phase === phases[0]
          await killAt(isFirst ? 'run' : 'resume', `run ${number} of ${repetitions}: ${phase}`, 400 * random())
          const records = readRecords()
          // Those before it have ended, and at the end of its load it may have, too.
          expect([number - 1, phase === phases.at(-1) ? number : number - 1]).toContain(records.size)
          for (const [path, record] of ended) expect(records.get(path)).toEqual(record)
          ended = records
          // Every other time it is left to resume.
          if (random() < 0.5) continue
          expect((await hearth(['clean', directory])).exitCode).toBe(0)
          expect([...(await listLeft()), ...processesWith(directory)]).toEqual([])
        }
      const { exitCode, stderr } = await hearth(['resume', directory])
      expect(exitCode, stderr).toBe(0)
      const records = readRecords()
      for (const [path, record] of ended) expect(records.get(path)).toEqual(record)
      expect([...records.values()].map(({ repetition }) => repetition).sort()).toEqual([1, 2, 3, 4])
      expect(fs.readdirSync(join(directory, 'runs'))).toHaveLength(1)
      expect([...(await listLeft()), ...processesWith(directory)]).toEqual([])
    },
    1_800_000,
  )

  test('resume --fail-if decides by runs that have ended', async () => {
    writeExperiment(`variables: { SHOP_PRICING: [index, scan] }\nrepetitions: 4\n${commandLoad(60)}`)
    const configurations = ['index', 'scan'].map((value, at) => ({ number: at + 1, values: { SHOP_PRICING: value } }))
    const experiment = fs.readFileSync(join(directory, 'experiment.yaml'), 'utf8')
    const series = createSeries(directory, undefined, { name: 'shop', experiment, configurations })
    for (let number = 1; number <= 8; number++) {
      const configuration = number > 4 ? 2 : 1
      const sample = sampleExperimentRun({ number, configuration, cpuSeconds: 6 * configuration + number / 100 })
      clearRunDirectory(series, number)
      writeRunRecord(series, { ...sample, profiles: [] })
    }
    const { exitCode, stdout, stderr } = await hearth(['resume', '--fail-if=+10% cpu', directory])
    expect(exitCode, stderr).toBe(3)
    expect(stdout).toMatch(
      /\n\nFAILED \+10% cpu: SHOP_PRICING index to scan: CPU \+100\.2%, .* significant \(q < 0\.001\)/,
    )
    const refused = await hearth(['resume', '--fail-if=+10% cpu SHOP', directory])
    expect(refused.exitCode).toBe(2)
    expect(refused.stderr).toContain('--fail-if: +10% cpu SHOP: there is no SHOP, but SHOP_PRICING=scan')
  })

  test('Ctrl-C ends it, and leaves nothing', async () => {
    // The load leaves its output open for a while.
    fs.writeFileSync(join(directory, 'load.sh'), '(trap "" INT; exec sleep 4) & exec "$@"')
    const load = commandLoad(90).replace('command: [', 'command: [sh, load.sh, ')
    writeExperiment(`warm_up: { seconds: 1 }\ncapture: { seconds: 60 }\n${load}`)
    const { child, said, ended } = start(['run', directory])
    await waitUntil('it records', () => said.stderr.includes('recording with'), 60_000)
    child.kill('SIGINT')
    expect(await ended, said.stderr).toBe(130)
    expect(await listLeft()).toEqual([])
    expect(processesWith(directory)).toEqual([])
  })

  test('what cannot be run is refused before anything is started', async () => {
    writeExperiment('load: { seconds: 60, service: customers, results: { format: jtl } }\n')
    expect(await hearth(['run', directory])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('load.service: there is no service customers') as string,
    })
    writeExperiment('load: { seconds: 60, command: [no-such-load], results: { format: jtl } }\n')
    expect((await hearth(['run', directory])).stderr).toContain('load.command: there is no program no-such-load')
    writeExperiment(commandLoad(60))
    fs.writeFileSync(join(directory, 'compose.yaml'), `services: { shop: { image: '${image}', network_mode: host } }`)
    expect(await hearth(['run', directory])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('service shop uses the network of the host') as string,
    })
    expect(fs.existsSync(join(directory, 'runs'))).toBe(false)
  })
})

/** A volume of another directory's experiment. Throws: when it is disposed, if it is not there any more. */
async function makeOther(): Promise<AsyncDisposable> {
  const { stdout: host } = await run('hostname', [])
  const Labels = { 'hearth.experiment': `${host.trim()}:${directory}-other` }
  const name = `${basename(directory)}-other`
  await docker.createVolume({ Name: name, Labels })
  return { [Symbol.asyncDispose]: async () => void (await docker.getVolume(name).remove()) }
}

/**
 * Waits until it says so, kills it, and waits until what it had started has ended. `laterMs`: somewhere in the phase.
 */
async function killAt(verb: 'run' | 'resume', phase: string, laterMs = 0): Promise<void> {
  const { child, said, ended } = start([verb, directory])
  // A whole run may come before it.
  await waitUntil(`it says ${phase}`, () => said.stderr.includes(phase), 120_000)
  await delay(laterMs)
  child.kill('SIGKILL')
  await ended
  await waitUntil('its programs have ended', () => processesWith(directory).length === 0)
}

/** One component with two values, which its Dockerfile has. */
const campModel = `goals: { running: [ Shop ] }
components:
  shop:
    provides_services: [ Shop ]
    variables:
      pricing:
        values: [ index, scan ]
        realization:
          - { targets: [ shop/Dockerfile ], pattern: PRICING=index, replacements: [ PRICING=index, PRICING=scan ] }
    implementation: { docker: { file: shop/Dockerfile } }
`

/** One customer who comes for longer than the experiment runs, and a threshold that no service meets. */
const k6Script = `
import http from 'k6/http'
export const options = { vus: 1, duration: '60s', thresholds: { http_req_duration: ['max<0'] } }
export default () => http.get('http://127.0.0.1:' + __ENV.port + '/search?q=lamp')
`

/** One customer who never ends. Each element is followed by what is below it. */
const jmeterPlan = `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="2.8">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="shop"/>
    <hashTree>
      <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="customers">
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController">
          <boolProp name="LoopController.continue_forever">false</boolProp>
          <intProp name="LoopController.loops">-1</intProp>
        </elementProp>
        <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
        <stringProp name="ThreadGroup.num_threads">1</stringProp>
        <stringProp name="ThreadGroup.ramp_time">1</stringProp>
      </ThreadGroup>
      <hashTree>
        <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="search">
          <elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"/></elementProp>
          <stringProp name="HTTPSampler.domain">127.0.0.1</stringProp>
          <stringProp name="HTTPSampler.port">\${__P(port)}</stringProp>
          <stringProp name="HTTPSampler.path">/search?q=lamp</stringProp>
          <stringProp name="HTTPSampler.method">GET</stringProp>
        </HTTPSamplerProxy>
        <hashTree/>
      </hashTree>
    </hashTree>
  </hashTree>
</jmeterTestPlan>
`
