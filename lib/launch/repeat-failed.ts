/**
 * Repeats the test files that failed, each once and alone. Real JVMs, kernels and browsers fail a test by chance now
 * and then; a test that passes when nothing else runs is flaky: it is named, and the run passes.
 */
import type { Failure } from './test-report.ts'
import type { StepResult } from './run-step.ts'
import type { CheckStep } from './steps.ts'
import type { FlakyTest } from './test-times.ts'

/** More flaky tests than this in one run are no chance. */
const mostFlaky = 3

export interface FailedStep {
  readonly step: CheckStep
  readonly failures: readonly Failure[]
}

export interface Repeated {
  readonly flaky: readonly FlakyTest[]
  /** What stays failed. */
  readonly failures: readonly Failure[]
}

/**
 * Repeats failed tests alone. Nothing is repeated where the run is red anyway: more than three tests failed, or one
 * that never fails by chance (a unit test, a static check). A unit test whose process died is no failed test: Node
 * itself crashes now and then.
 */
export async function repeatFailed(
  failed: readonly FailedStep[],
  runAlone: (step: CheckStep) => Promise<StepResult>,
): Promise<Repeated> {
  const failures = failed.flatMap((step) => step.failures)
  const mayBeChance = failed.every(({ step, failures }) =>
    failures.every(({ file, isCrash }) => step.repeat && file && (isCrash || !step.repeatsOnlyCrashes)),
  )
  if (!mayBeChance || failures.length > mostFlaky) return { flaky: [], failures }
  const flaky: FlakyTest[] = []
  const stayed: Failure[] = []
  for (const { step, failures: first } of failed) {
    for (const [file, ofFile] of Map.groupBy(first, (failure) => failure.file!)) {
      const again = await runAlone({ ...step, title: `repeat of ${file}`, command: step.repeat!(file) })
      if (again.failures.length > 0) stayed.push(...again.failures)
      else if (again.passed === 0)
        stayed.push(...ofFile) // nothing ran, so nothing is shown
      else
        flaky.push(...ofFile.map(({ title, message }) => ({ file, title, first: message, repeat: 'passed' as const })))
    }
  }
  return { flaky, failures: stayed }
}

/** Prints tests with what they said, at the end of the output: CI cuts the middle of a long output. */
export function reportTests(
  title: string,
  tests: readonly (Failure | FlakyTest)[],
  print: (line: string) => void,
): void {
  if (tests.length === 0) return
  print(`\n${title}`)
  for (const test of tests) {
    print(`  ${test.file ?? ''} ${test.title}`)
    for (const line of ('first' in test ? test.first : test.message).split('\n')) print(`      ${line}`)
  }
}
