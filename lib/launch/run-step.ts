import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { checkout } from './checkout.ts'
import type { CheckStep } from './steps.ts'
import { readReport, type Failure, type Report } from './test-report.ts'

/** `live`: as it comes. `at-end`: in one piece, so that steps that run at once do not mix their lines. */
type Output = 'live' | 'at-end'

/** A step without a report counts as one test. */
export interface StepResult extends Report {
  readonly seconds: number
}

/** From SIGINT to SIGKILL for a step of the checks that is stopped. */
const stepStopDeadlineMs = 30_000

/**
 * Runs one step and counts. Its output is shown as it comes, or, for a step that runs beside others, in one piece when
 * it ends. Its processes form a group: on abort the group is interrupted as by Ctrl-C, and the rest of it is killed at
 * the end.
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
    return { ...(await readResult(step, path, exitCode)), seconds: (performance.now() - begun) / 1000 }
  } finally {
    await rm(reports, { recursive: true, force: true })
  }
}

async function readResult(step: CheckStep, path: string, exitCode: number): Promise<Report> {
  const died: Failure = {
    file: null,
    title: step.title,
    message: `It ended with exit code ${exitCode}; see its output.`,
  }
  if (step.report === undefined)
    return { passed: exitCode === 0 ? 1 : 0, failures: exitCode === 0 ? [] : [died], files: [] }
  const report = await readReport(step.report, path)
  if (report === null) return { passed: 0, failures: [died], files: [] }
  // A runner also fails for what belongs to no test, such as an unhandled rejection.
  return exitCode !== 0 && report.failures.length === 0 ? { ...report, failures: [died] } : report
}

/** Runs the steps in this order, so many at a time. Gives their results in the same order, also when one fails. */
export async function runLaunchSteps(
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
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // no process of the group is left
    }
  }
  let killer: NodeJS.Timeout | undefined
  const stop = (): void => {
    signalGroup('SIGINT')
    killer = setTimeout(() => signalGroup('SIGKILL'), stepStopDeadlineMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1)) // null: a signal ended it
    })
  } finally {
    clearTimeout(killer)
    signal.removeEventListener('abort', stop)
    if (child.pid !== undefined) signalGroup('SIGKILL')
  }
}
