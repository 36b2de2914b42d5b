import { expect, test } from 'vitest'
import { simulateCapture } from '../../../../lib/testing/profiles/simulated-service.ts'
import { buildMergedTree } from '../../../../lib/profile/compare/merged-tree/merged-tree.ts'
import { testSignificance } from '../../../../lib/profile/compare/significance/significance.ts'
import { outdated } from '../../worker/worker-rpc.ts'
import { runSteps } from './run-steps.ts'

const [before, after] = [simulateCapture(1), simulateCapture(2)]
const stepsOfTests = () => {
  const merged = buildMergedTree(before, after, { width: 'after', scale: 'share', requests: null, sort: 'name' })
  return testSignificance({ before, after, merged }).steps()
}

/** The steps, each counted as it begins. */
function* count(steps: Iterable<void>, onStep: (step: number) => void): Iterable<void> {
  let step = 0
  for (const done of steps) {
    onStep(++step)
    yield done
  }
}

test('tests that are out of date end after the step in which a message says so', async () => {
  const stop = new AbortController()
  const begun: number[] = []
  const running = runSteps(
    count(stepsOfTests(), (step) => {
      begun.push(step)
      // As a message of the page comes: in a turn of its own.
      if (step === 2) setTimeout(() => stop.abort(outdated()))
    }),
    stop.signal,
  )
  await expect(running).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(begun).toEqual([1, 2])
})

test('tests that are not stopped are run to their end', async () => {
  const merged = buildMergedTree(before, after, { width: 'after', scale: 'share', requests: null, sort: 'name' })
  const begun: number[] = []
  for (const rounds of [6, 6]) {
    const steps = testSignificance({ before, after, merged }).steps()
    await runSteps(
      count(steps, (step) => begun.push(step)),
      new AbortController().signal,
    )
    // Asked again, nothing is left to do.
    expect(begun).toHaveLength(rounds)
  }
})
