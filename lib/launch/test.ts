/**
 * `npm test`: sets the machine up, runs every check and test, ends what it started, and prints the sum as its last line.
 */
import { execFileSync } from 'node:child_process'
import { readConfig } from '../config.ts'
import { cacheDirectory } from '../../examples/images/cache.ts'
import { bringAsyncProfiler } from './async-profiler.ts'
import { buildPages } from './build.ts'
import { checkout } from './checkout.ts'
import { askDockerEngine, type StartedEngine, startDockerEngine } from './docker-engine.ts'
import { needsOfTests } from './host-needs.ts'
import { meetNeeds } from './install.ts'
import { runStep, type Tally } from './run-step.ts'
import { checks, hostTests, journeys } from './steps.ts'
import { untilStopped } from './until-stopped.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const signal = untilStopped()
process.env.HEARTH_TEST_RUN = String(process.pid) // the tests label their containers with it
const sum = { passed: 0, failed: 0 }
const add = ({ passed, failed }: Tally): void => {
  sum.passed += passed
  sum.failed += failed
}

/** Throws: an Error when no Docker engine can be had. */
async function setUp(): Promise<StartedEngine | undefined> {
  const config = readConfig(process.env)
  await meetNeeds(needsOfTests, config.installsWhatIsMissing, say)
  const asyncProfiler = { directory: cacheDirectory, mayInstall: config.installsWhatIsMissing, say }
  process.env.HEARTH_ASYNC_PROFILER ??= (await bringAsyncProfiler(asyncProfiler)) ?? ''
  if ((await askDockerEngine(config.dockerHost)).answers) return undefined
  say('No Docker engine runs here: starting one for the tests; it is ended with them.')
  return startDockerEngine('/var/log/hearth')
}

/** What a killed runner could not remove itself. The images and the cache stay, for the next time. */
async function cleanUp(): Promise<void> {
  if (!(await askDockerEngine(process.env.DOCKER_HOST)).answers) return
  const programs = [['lib/testing/sweep.ts'], ['examples/demo.ts', 'stop']]
  for (const program of programs) execFileSync(process.execPath, program, { cwd: checkout, stdio: 'ignore' })
}

let engine: StartedEngine | undefined
try {
  engine = await setUp()
  for (const step of checks) add(await runStep(step, signal))
  signal.throwIfAborted()
  await buildPages(say) // the tests of the web program want them too
  for (const step of [hostTests, journeys]) add(await runStep(step, signal))
} catch (error) {
  sum.failed++
  if (!signal.aborted) say(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  if (signal.aborted) say('Stopped.')
  await cleanUp()
  await engine?.stop()
}
say(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 && !signal.aborted ? 0 : 1
