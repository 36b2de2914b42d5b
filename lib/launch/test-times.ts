/** How long the steps of a test run took, printed with the difference to the last green run, and stored. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { checkout } from './checkout.ts'

const timeSchema = z.object({ title: z.string(), seconds: z.number() })
const flakySchema = z.object({ file: z.string(), title: z.string(), first: z.string(), repeat: z.literal('passed') })
const timesSchema = z.object({
  commit: z.string(),
  tier: z.enum(['usual', 'full']),
  minutes: z.number(),
  flaky: z.array(flakySchema).readonly(),
  steps: z.array(timeSchema),
  files: z.array(timeSchema),
})

export type StepTime = z.infer<typeof timeSchema>
/** A test that failed, `first` with this message, and passed when it was repeated alone. */
export type FlakyTest = z.infer<typeof flakySchema>
/** Units: seconds a step and a test file; minutes of the whole run, which is less where steps overlap. */
export type TestTimes = z.infer<typeof timesSchema>

/** The reference that is committed: a copy of `latestTimes` of the last green run. */
const referenceTimes = `${checkout}/.ci/test-times.json`
const latestTimes = `${checkout}/e2e/results/test-times.json`
const slowest = 10

/** Prints minutes per step and the ten slowest files, and stores all of them. */
export function reportTimes(measured: Omit<TestTimes, 'commit'>, print: (line: string) => void): void {
  const files = [...measured.files].sort((a, b) => b.seconds - a.seconds)
  const before = readReference(measured.tier)
  print('\nMinutes' + (before === null ? '' : `, and the difference to the run of ${before.commit}`))
  for (const { title, seconds } of measured.steps) print(line(title, seconds, secondsOf(before?.steps, title)))
  print(line('in all', measured.minutes * 60, before && before.minutes * 60))
  print('\nSlowest test files')
  for (const { title, seconds } of files.slice(0, slowest)) print(line(title, seconds, secondsOf(before?.files, title)))
  mkdirSync(dirname(latestTimes), { recursive: true })
  writeFileSync(latestTimes, `${JSON.stringify({ commit: readCommit(), ...measured, files }, null, 1)}\n`)
}

function line(title: string, seconds: number, before: number | null | undefined): string {
  const minutes = (seconds / 60).toFixed(1).padStart(6)
  const delta = before == null ? '' : signed((seconds - before) / 60)
  return `${minutes} ${delta.padStart(6)} ${title}`
}

function signed(minutes: number): string {
  const text = minutes.toFixed(1)
  return minutes < 0 ? text : `+${text}`
}

function secondsOf(times: readonly StepTime[] | undefined, wanted: string): number | undefined {
  return times?.find(({ title }) => title === wanted)?.seconds
}

function readReference(tier: TestTimes['tier']): TestTimes | null {
  if (!existsSync(referenceTimes)) return null
  const times = timesSchema.parse(JSON.parse(readFileSync(referenceTimes, 'utf8')))
  return times.tier === tier ? times : null
}

function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim()
  } catch {
    return 'no commit' // an unpacked archive has no history
  }
}
