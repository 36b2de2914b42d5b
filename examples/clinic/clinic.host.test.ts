/**
 * The truth on which comparisons are validated: one application with one load on MariaDB and on PostgreSQL. The driver
 * is what differs, so the comparison names it among the first; and nothing is significant where nothing was changed.
 */
import { readFileSync } from 'node:fs'
import Docker from 'dockerode'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  compareFunctions,
  type ComparedFunctions,
  type GroupDelta,
} from '../../lib/profile/compare/compare-functions.ts'
import { normalizeStacks } from '../../lib/profile/compare/merged-tree/normalize-stacks.ts'
import type { Profile } from '../../lib/profile/model/profile.ts'
import { asyncProfilerForTests } from '../../lib/testing/hosts/async-profiler.ts'
import { createNetwork, runContainer } from '../../lib/testing/hosts/containers.ts'
import { startTestCollector } from '../../lib/testing/hosts/test-collector.ts'
import { warmUpJvm } from '../../lib/testing/profiles/warm-up.ts'
import { isFullTier } from '../../lib/testing/tier.ts'
import { clinic } from '../images/maven-programs.ts'
import { ensureDatabasesImage, ensureDebianImage } from '../images/debian-base.ts'
import { CannotFetch } from '../images/run.ts'
import { startLoad } from './load.ts'

const databasesImage = 'hearth-test/databases:latest'
const mariadb = { scheme: 'mysql', serves: 'ready for connections', start: readScript('mariadb') }
const postgresql: typeof mariadb = {
  scheme: 'postgresql',
  serves: 'ready to accept connections',
  start: readScript('postgresql'),
}

function readScript(database: string): string {
  return readFileSync(new URL(`databases/${database}.sh`, import.meta.url), 'utf8')
}

/**
 * The second one compiles Spring and Hibernate for half an hour on a busy host, and a side that still compiles differs
 * truly.
 */
const firstCompilerOnly = '-XX:TieredStopAtLevel=1'

describe.skipIf(!isFullTier).each([17, 25])('the clinic on JDK %i', (feature) => {
  const clinicImage = `hearth-test/clinic-jdk${feature}:latest` as const
  let missing = ''
  let onMariadb: readonly [Profile, Profile]
  let onPostgresql: readonly [Profile, Profile]

  beforeAll(async () => {
    const report = (step: string): void => void process.stderr.write(`${step}\n`)
    try {
      await ensureDebianImage(new Docker(), feature, clinicImage, report, clinic)
      await ensureDatabasesImage(new Docker(), databasesImage, report)
    } catch (error) {
      if (!(error instanceof CannotFetch)) throw error
      missing = `what the clinic needs cannot be fetched: ${error.message}`
      return report(`skipped: ${missing}`)
    }
    onMariadb = await captureTwice(clinicImage, mariadb)
    onPostgresql = await captureTwice(clinicImage, postgresql)
  }, 3_000_000)

  it('names the driver that went and the driver that came among the first', ({ skip }) => {
    skip(missing !== '', missing)
    const { packages } = compare('MariaDB to PostgreSQL', onMariadb[1], onPostgresql[0])
    const first = packages.filter(({ cause }) => cause === null).slice(0, 3)
    const driver = (name: string) => first.find((row) => `${row.name}.`.startsWith(`${name}.`))
    expect(driver('com.mysql'), JSON.stringify(first)).toMatchObject({ status: 'gone', isSignificant: true })
    expect(driver('org.postgresql'), JSON.stringify(first)).toMatchObject({ status: 'new', isSignificant: true })
  })

  it.for(['MariaDB', 'PostgreSQL'])('names no package where %s is captured twice', (database, { skip }) => {
    skip(missing !== '', missing)
    const [before, after] = database === 'MariaDB' ? onMariadb : onPostgresql
    const { packages } = compare(`${database} twice`, before, after)
    expect(packages.filter(({ isSignificant }) => isSignificant)).toEqual([])
  })
})

/** Of one JVM that is warm, one after the other. */
async function captureTwice(
  image: `${string}:latest`,
  { scheme, serves, start }: typeof mariadb,
): Promise<readonly [Profile, Profile]> {
  await using collector = await startTestCollector({ env: { HEARTH_ASYNC_PROFILER: await asyncProfilerForTests() } })
  await using network = await createNetwork()
  const shared = { network: network.name, memoryBytes: 768 * 2 ** 20 }
  const command = ['/bin/sh', '-e', '-c', start]
  await using database = await runContainer({ ...shared, image: databasesImage, command, serves })
  const env = {
    SPRING_DATASOURCE_URL: `jdbc:${scheme}://${database.name}/clinic`,
    JAVA_TOOL_OPTIONS: firstCompilerOnly,
  }
  await using service = await runContainer({ ...shared, image, env, cpus: 2, port: 8080, serves: 'Started Clinic' })
  await using load = startLoad(`http://127.0.0.1:${await service.localPort()}`)
  const target = await collector.findTarget((await service.jvmPids())[0]!)

  async function capture(seconds: number): Promise<Profile> {
    const { id } = await collector.start(target, { engine: 'async-profiler', vantage: 'host', seconds })
    expect((await collector.end(id)).problem).toBeNull()
    return collector.profileOf(id)
  }
  await warmUpJvm(() => capture(5), 24)
  const before = load.count()
  const pair = [await capture(20), await capture(20)] as const
  console.log(`${scheme}: ${load.count() - before} answers in two captures of 20 s`)
  return pair
}

/** Prints what is significant, too: the assertions are about the first rows only. */
function compare(title: string, before: Profile, after: Profile): ComparedFunctions {
  const alike = normalizeStacks(before, after) // as the page does
  const compared = compareFunctions(alike.before, alike.after)
  const counts = [before, after].map(({ samples }) => samples.weight.length).join(' and ')
  const levels = ['packages', 'classes', 'functions'] as const
  const lines = levels.map((level) => `${level}:\n${compared[level].filter(isDifference).map(rowText).join('')}`)
  console.log(`${title}, ${counts} samples\n${lines.join('')}`)
  return compared
}

function isDifference({ isSignificant, cause }: GroupDelta): boolean {
  return isSignificant && cause === null
}

function rowText({ status, name, totalBefore, totalAfter, q }: GroupDelta): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  return `  ${status} ${name} ${percent(totalBefore)} -> ${percent(totalAfter)}, q ${q?.toExponential(1)}\n`
}
