import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { z } from 'zod'
import { checkout } from './checkout.ts'
import type { Step } from './steps.ts'

export interface Tally {
  readonly passed: number
  readonly failed: number
}

const vitestSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() })
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

const stopDeadlineMs = 30_000

/**
 * Runs one step with its output in sight, and counts. Its processes form a group: on abort the group is interrupted as
 * by Ctrl-C, and whatever is left of it at the end is killed.
 */
export async function runStep(step: Step, signal: AbortSignal): Promise<Tally> {
  signal.throwIfAborted()
  process.stdout.write(`\n── ${step.title}\n`)
  const reports = await mkdtemp(`${tmpdir()}/hearth-report-`)
  try {
    const path = `${reports}/report.json`
    const exitCode = await runGroup([...step.command, ...reportArguments(step, path)], path, signal)
    const tally = step.report === undefined ? { passed: 0, failed: 0 } : await readReport(step.report, path)
    const isSilentFailure = exitCode !== 0 && tally.failed === 0
    const isStepItself = step.report === undefined && exitCode === 0
    return { passed: tally.passed + (isStepItself ? 1 : 0), failed: tally.failed + (isSilentFailure ? 1 : 0) }
  } finally {
    await rm(reports, { recursive: true, force: true })
  }
}

function reportArguments({ report }: Step, path: string): string[] {
  if (report === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  return report === 'playwright' ? ['--reporter=list,json'] : []
}

async function runGroup(command: readonly string[], reportPath: string, signal: AbortSignal): Promise<number> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath, NODE_NO_WARNINGS: '1' }
  const child = spawn(command[0]!, command.slice(1), {
    cwd: checkout,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
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
async function readReport(kind: 'vitest' | 'playwright', path: string): Promise<Tally> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return { passed: 0, failed: 1 }
  if (kind === 'vitest') {
    const { numPassedTests, numFailedTests, success } = vitestSchema.parse(JSON.parse(text))
    return { passed: numPassedTests, failed: Math.max(numFailedTests, success ? 0 : 1) }
  }
  const { expected, unexpected, flaky } = playwrightSchema.parse(JSON.parse(text)).stats
  return { passed: expected + flaky, failed: unexpected }
}
