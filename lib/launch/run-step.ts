import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { checkout } from './checkout.ts'
import type { CheckStep } from './steps.ts'
import type { Time } from './test-times.ts'

/** `live`: as it comes. `at-end`: in one piece, so that steps that run at once do not mix their lines. */
type Output = 'live' | 'at-end'

export interface Tally {
  readonly passed: number
  readonly failed: number
}

export interface StepResult extends Tally {
  readonly seconds: number
  /** Of each test file: its path in the checkout. Empty where the step has no report. */
  readonly files: readonly Time[]
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})
const specSchema = z.object({
  file: z.string(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
})
interface Suite {
  specs: z.infer<typeof specSchema>[]
  suites?: Suite[] | undefined
}
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(specSchema), suites: z.array(suiteSchema).optional() }),
)
const playwrightSchema = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suiteSchema),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

const stopDeadlineMs = 30_000

/**
 * Runs one step and counts. Its output is shown as it comes, or, for a step that runs beside others, in one piece when
 * it ends. Its processes form a group: on abort the group is interrupted as by Ctrl-C, and the rest of it is killed at the end.
 */
export async function runStep(step: CheckStep, signal: AbortSignal, output: Output = 'live'): Promise<StepResult> {
  signal.throwIfAborted()
  if (output === 'live') process.stdout.write(`\n── ${step.title}\n`)
  const begun = performance.now()
  const reports = await mkdtemp(`${tmpdir()}/hearth-report-`)
  try {
    const path = `${reports}/report.json`
    const log = output === 'live' ? null : `${reports}/output.txt`
    const exitCode = await runGroup([...step.command, ...reportArguments(step, path)], { path, log }, signal)
    if (log !== null) process.stdout.write(`\n── ${step.title}\n${await readFile(log, 'utf8')}`)
    const report = step.report === undefined ? { passed: 0, failed: 0, files: [] } : await readReport(step.report, path)
    const isSilentFailure = exitCode !== 0 && report.failed === 0
    const isStepItself = step.report === undefined && exitCode === 0
    return {
      passed: report.passed + (isStepItself ? 1 : 0),
      failed: report.failed + (isSilentFailure ? 1 : 0),
      files: report.files,
      seconds: (performance.now() - begun) / 1000,
    }
  } finally {
    await rm(reports, { recursive: true, force: true })
  }
}

/** Runs the steps in this order, so many at a time. Gives their results in the same order, also when one fails. */
export async function runSteps(
  steps: readonly CheckStep[],
  { signal, atOnce }: { signal: AbortSignal; atOnce: number },
): Promise<StepResult[]> {
  const results: StepResult[] = []
  const queue = steps.entries()
  const worker = async (): Promise<void> => {
    for (const [index, step] of queue) results[index] = await runStep(step, signal, 'at-end')
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

function reportArguments({ report }: CheckStep, path: string): string[] {
  if (report === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  return report === 'playwright' ? ['--reporter=list,json'] : []
}

async function runGroup(
  command: readonly string[],
  { path, log }: { path: string; log: string | null },
  signal: AbortSignal,
): Promise<number> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: path, NODE_NO_WARNINGS: '1' }
  const output = log === null ? ('inherit' as const) : openSync(log, 'w')
  const child = spawn(command[0]!, command.slice(1), {
    cwd: checkout,
    env,
    stdio: ['ignore', output, output],
    detached: true,
  })
  if (typeof output === 'number') closeSync(output)
  const signalGroup = (name: NodeJS.Signals): void => {
    try {
      process.kill(-child.pid!, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // nobody of the group is left
    }
  }
  let killer: NodeJS.Timeout | undefined
  const stop = (): void => {
    signalGroup('SIGINT')
    killer = setTimeout(() => signalGroup('SIGKILL'), stopDeadlineMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    clearTimeout(killer)
    signal.removeEventListener('abort', stop)
    if (child.pid !== undefined) signalGroup('SIGKILL')
  }
}

/** A runner that wrote no report died: that is a failure of its own, not zero tests. */
async function readReport(kind: 'vitest' | 'playwright', path: string): Promise<Omit<StepResult, 'seconds'>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return { passed: 0, failed: 1, files: [] }
  if (kind === 'vitest') {
    const { numPassedTests, numFailedTests, success, testResults } = vitestSchema.parse(JSON.parse(text))
    const files = testResults.map(({ name, startTime, endTime }) => ({
      title: relative(checkout, name),
      seconds: (endTime - startTime) / 1000,
    }))
    return { passed: numPassedTests, failed: Math.max(numFailedTests, success ? 0 : 1), files }
  }
  const { config, suites, stats } = playwrightSchema.parse(JSON.parse(text))
  const secondsByFile = new Map<string, number>()
  for (const { file, tests } of suites.flatMap(specsOf)) {
    const spent = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0)
    secondsByFile.set(file, (secondsByFile.get(file) ?? 0) + spent)
  }
  const files = [...secondsByFile].map(([file, seconds]) => ({
    title: relative(checkout, join(config.rootDir, file)),
    seconds,
  }))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, files }
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}
