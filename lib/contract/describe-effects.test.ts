import { expect, test } from 'vitest'
import { describeBusyHost } from './describe-effects.ts'
import type { Experiment } from './experiments.ts'

const runsWith = (...shares: readonly (number | null)[]) =>
  shares.map((otherShare) => ({
    marks: [],
    disturbance: otherShare === null ? null : { otherShare, throttledMs: 0, throttledPeriods: 0 },
  })) as unknown as Experiment['runs']

test('says that the host was busy while runs that count were measured', () => {
  expect(describeBusyHost(runsWith(0.64, 0.1, 0.86, null))).toMatch(
    /^Other programs took 64 to 86% of the host’s CPU time in 2 of 4 counted runs: /,
  )
  expect(describeBusyHost(runsWith(0.25, 0.1, null))).toBeNull()
  const leftOut = runsWith(0.9).map((run) => ({ ...run, marks: [{ mark: 'host-busy' as const, reason: '' }] }))
  expect(describeBusyHost(leftOut as unknown as Experiment['runs'])).toBeNull()
})
