/**
 * `npm test`: sets the machine up, runs every check and test, ends what it started, and prints the sum as its last
 * line. `npm run test:full` (--full) does the same with larger numbers.
 */
import { execFileSync } from 'node:child_process'
import { readConfig } from '../config.ts'
import { cacheDirectory } from '../../examples/images/cache.ts'
import { fetchAsyncProfiler } from './async-profiler.ts'
import { buildPages } from './build.ts'
import { checkout } from './checkout.ts'
import { endUnlessKnown } from './end-unless-known.ts'
import { askDockerEngine, type StartedEngine, startDockerEngine } from './docker-engine.ts'
import { testDependencies } from './host-needs.ts'
import { installMissing } from './install.ts'
import { repeatFailed, reportTests, type FailedStep, type Repeated } from './repeat-failed.ts'
import { runStep } from './run-step.ts'
import {
  aloneHostTests,
  film,
  pageJourneys,
  pairedHostTests,
  realJourneys,
  sharedHostTests,
  staticChecks,
  testImages,
  unitTests,
  yieldToOthers,
} from './steps.ts'
import type { CheckStep } from './steps.ts'
import { reportTimes, type StepTime } from './test-times.ts'
import { untilStopped } from './until-stopped.ts'

const usage = `usage: npm test

Sets this machine up, runs every check and test, and ends what it started. npm run test:full does it with larger numbers.`

endUnlessKnown(process.argv.slice(2), ['--full'], usage)

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)
const signal = untilStopped()
process.env.HEARTH_TEST_RUN = String(process.pid) // the tests label their containers with it
const tier = process.argv.includes('--full') ? 'full' : 'usual'
process.env.HEARTH_TEST_TIER = tier // for lib/testing/tier.ts
process.env.NODE_COMPILE_CACHE = `${checkout}/.cache/compiled` // of the many programs of ours that the tests start, as `run.mjs` has it
let passed = 0
const failed: FailedStep[] = []
/** What failed outside of every step, such as the set-up. */
let isBroken = false
const steps: StepTime[] = []
const files: StepTime[] = []

async function timed<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await work()
  steps.push({ title, seconds: (performance.now() - begun) / 1000 })
  return result
}

async function run(step: CheckStep, output?: 'at-end'): Promise<void> {
  const result = await timed(step.title, () => runStep(step, signal, output))
  passed += result.passed
  if (result.failures.length > 0) failed.push({ step, failures: result.failures })
  files.push(...result.files)
}

/** Waits for all, also when one fails: what runs on would be in the way of what comes next. */
async function allOf(...lanes: Promise<unknown>[]): Promise<void> {
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
}

/** Starts what the tests need. Throws: an Error when no Docker engine can be had. */
async function setUp(): Promise<StartedEngine | undefined> {
  const config = readConfig(process.env)
  await installMissing(testDependencies, config.installsWhatIsMissing, printLine)
  const asyncProfiler = { directory: cacheDirectory, mayInstall: config.installsWhatIsMissing, report: printLine }
  process.env.HEARTH_ASYNC_PROFILER ??= (await fetchAsyncProfiler(asyncProfiler)) ?? ''
  if ((await askDockerEngine(config.dockerHost)).answers) return undefined
  printLine('No Docker engine runs here: starting one for the tests; it is ended with them.')
  return startDockerEngine()
}

/** What a killed runner could not remove itself. The images and the cache stay, for the next time. */
async function cleanUp(): Promise<void> {
  if (!(await askDockerEngine(process.env.DOCKER_HOST)).answers) return
  const programs = [['lib/testing/sweep.ts'], ['examples/demo.ts', 'stop']]
  for (const program of programs) execFileSync(process.execPath, program, { cwd: checkout, stdio: 'ignore' })
}

let engine: StartedEngine | undefined
let repeated: Repeated | undefined
try {
  const prepared = (async () => {
    engine = await timed('set-up', setUp)
    await run(testImages, 'at-end')
    process.env.HEARTH_TEST_IMAGES = 'made'
  })()
  // The tests of the web program want the pages too.
  await allOf(
    prepared,
    timed('pages', () => buildPages(printLine)),
  )
  // Browsers take all of this machine. Beside host tests they starved: the kernel gives as much to the containers,
  // whose JVMs never rest.
  await run(pageJourneys)
  // What captures waits most of its time, and what needs nothing but the processor, and has no deadline, takes what it
  // leaves of it.
  const captured = (async () => {
    await run(sharedHostTests)
    await run(realJourneys)
  })()
  const checked = (async () => {
    for (const step of [...staticChecks, unitTests]) await run(yieldToOthers(step), 'at-end')
  })()
  await allOf(captured, checked)
  await run(pairedHostTests)
  await run(aloneHostTests)
  if (tier === 'full') await run(film)
  repeated = await timed('repeats', () => repeatFailed(failed, (step) => runStep(step, signal)))
} catch (error) {
  isBroken = true
  if (!signal.aborted) printLine(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  if (signal.aborted) printLine('Stopped.')
  await cleanUp()
  await engine?.stop()
}
const { flaky, failures } = repeated ?? { flaky: [], failures: failed.flatMap((step) => step.failures) }
reportTimes({ tier, minutes: performance.now() / 60_000, flaky, steps, files }, printLine)
reportTests('Flaky: failed, and passed when repeated alone', flaky, printLine)
reportTests('Failed', failures, printLine)
const failedCount = failures.length + (isBroken ? 1 : 0)
printLine(
  `\n${passed + flaky.length} passed, ${failedCount} failed${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`,
)
process.exitCode = failedCount === 0 && !signal.aborted ? 0 : 1
