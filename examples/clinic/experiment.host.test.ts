/**
 * The experiment as it lies here, only shorter: its images are built, JMeter makes the load, and each run is profiled
 * at its database.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import Docker from 'dockerode'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { experimentSchema } from '../../lib/contract/experiments.ts'
import { decodeProfile } from '../../lib/profile/encoding/encode.ts'
import { addCertificates } from '../../lib/testing/hosts/add-certificates.ts'
import { asyncProfilerForTests } from '../../lib/testing/hosts/async-profiler.ts'
import { startTestCollector } from '../../lib/testing/hosts/test-collector.ts'
import { startWebProgram } from '../../lib/testing/hosts/web-program.ts'
import { isFullTier } from '../../lib/testing/tier.ts'
import { waitUntil } from '../../lib/testing/wait-until.ts'
import { ensurePlainDebian } from '../images/debian-base.ts'
import { notFetched } from '../images/maven-programs.ts'
import { CannotFetch } from '../images/run.ts'

const run = promisify(execFile)
const clinic = fileURLToPath(new URL('.', import.meta.url))
const main = fileURLToPath(new URL('../../lib/command-line/main.ts', import.meta.url))
/** What `debian` is where nothing can be pulled. */
const base = 'hearth-test/debian'
const suites = { 12: 'bookworm', 13: 'trixie' }
const driverOf: Readonly<Record<string, string>> = {
  'org.h2.': 'h2',
  'com.mysql.cj.': 'mariadb',
  'org.postgresql.': 'postgresql',
}
const buildArgs = { DEBIAN: 13, JAVA: 25 }

describe.skipIf(!isFullTier)('the experiment of the clinic', () => {
  let missing = ''
  beforeAll(async () => {
    try {
      await buildImages()
    } catch (error) {
      if (!(error instanceof CannotFetch)) throw error
      missing = `what its images need cannot be fetched: ${error.message}`
      process.stderr.write(`skipped: ${missing}\n`)
    }
  }, 1_800_000)

  it('profiles the driver of each database under the load of JMeter', { timeout: 1_800_000 }, async ({ skip }) => {
    skip(missing !== '', missing)
    await using collector = await startTestCollector({ env: { HEARTH_ASYNC_PROFILER: await asyncProfilerForTests() } })
    await using web = await startWebProgram(collector.runDirectory)
    const directory = fs.mkdtempSync('/var/tmp/hearth-experiment-')
    const more = { HEARTH_RUN: collector.runDirectory, HEARTH_DATA: web.dataDirectory, BASE: base }
    const env = { ...process.env, ...more, HEARTH_PORT: new URL(web.url).port }
    const hearth = (command: string) => run(process.execPath, [main, 'experiment', command, directory], { env })
    const headers = { authorization: `Bearer ${await web.token(['read'])}` }
    const ask = async (path: string): Promise<unknown> =>
      (await fetch(`${web.url}/api/v1/experiments/${path}`, { headers })).json()
    try {
      fs.cpSync(clinic, directory, { recursive: true })
      shorten(`${directory}/experiment.yaml`)
      const { stderr } = await hearth('run')
      const id = /The dashboard shows it: \S+\/(\w{8})$/m.exec(stderr)![1]!
      const { runs, configurations } = await waitUntil('all profiles are in the library', async () => {
        const found = experimentSchema.parse(await ask(id))
        return found.runs.every(({ profiles }) => profiles.length > 0) ? found : null
      })
      expect(runs.map(({ marks }) => marks)).toEqual([[], [], [], []])
      for (const { number, configuration, load } of runs) {
        expect(load).toMatchObject({ format: 'jtl', errors: 0, excludesWarmUp: true })
        const { database } = configurations.find((one) => one.number === configuration)!.values
        const [file = ''] = fs.globSync(`${directory}/runs/*/run-${number}/cpu.hearth.gz`)
        const { strings } = decodeProfile(gunzipSync(fs.readFileSync(file)))
        const drivers = Object.keys(driverOf).filter((driver) => [...strings].some((name) => name.startsWith(driver)))
        expect(drivers.map((driver) => driverOf[driver])).toEqual([database])
      }
      const query = 'functions?variable=database&from=mariadb&to=postgresql'
      expect(await ask(`${id}/${query}`)).toMatchObject({ pairs: [[1, 2]], runs: { before: 2, after: 2 }, leftOut: [] })
    } finally {
      await hearth('clean')
      fs.rmSync(directory, { recursive: true })
    }
  })
})

/** Two databases, twice. */
function shorten(file: string): void {
  const { variables, ...text } = parse(fs.readFileSync(file, 'utf8')) as {
    variables: { database: Record<string, unknown> }
    load: object
  }
  const { h2: _, ...database } = variables.database
  const shorter = {
    ...{ ...text, variables: { database, jdk: { 25: { build_args: buildArgs } } }, repetitions: 2 },
    ...{ most_other_work_percent: 100, warm_up: { seconds: 10 }, capture: { seconds: 8 } },
    load: { ...text.load, seconds: 25 },
  }
  fs.writeFileSync(file, JSON.stringify(shorter))
}

/**
 * Those of the experiment take their layers from these, also where an engine keeps none that have no name. Throws:
 * CannotFetch.
 */
async function buildImages(): Promise<void> {
  const report = (step: string): void => void process.stderr.write(`${step}\n`)
  for (const [version, suite] of Object.entries(suites)) {
    const plain = `hearth-test/plain:${suite}`
    await ensurePlainDebian(new Docker(), plain, report, suite)
    await addCertificates(plain, `${base}:${version}-slim`)
  }
  const args = Object.entries({ BASE: base, ...buildArgs }).map(([name, value]) => `--build-arg=${name}=${value}`)
  for (const target of ['clinic', 'users', 'databases'])
    await run('docker', ['build', '-t', `hearth-test/clinic-${target}`, '--target', target, ...args, clinic], {
      maxBuffer: 2 ** 28,
    }).catch((error: Error & { stdout: string; stderr: string }) => {
      const reason = [...error.stdout.split('\n'), error.stderr].find((line) => notFetched.test(line))
      throw reason === undefined ? error : new CannotFetch(reason, { cause: error })
    })
}
