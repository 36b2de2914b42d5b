import { expect, test } from 'vitest'
import { describeAllLeftOut, describeBusyHost } from './describe-effects.ts'
import type { Experiment, RunMark } from './experiments.ts'

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

test('says why all runs were left out, by the commonest mark', () => {
  const leftOut = (mark: RunMark, reason: string) => ({ marks: [{ mark, reason }] })
  const busy = (percent: number) =>
    leftOut('host-busy', `other programs took ${percent}% of the CPU time of the host, more than 25%`)
  const died = leftOut('container-died', 'shop_1 ended')
  expect(describeAllLeftOut([died, busy(87), busy(45.5), busy(60)], '')).toBe(
    'All 4 runs were left out: other programs took 45.5 to 87% of the CPU time of the host, more than 25%',
  )
  expect(describeAllLeftOut([died, leftOut('container-died', 'shop_2 ended')], ' of configuration 1')).toBe(
    'All 2 runs of configuration 1 were left out: shop_1 ended, and others',
  )
  expect(describeAllLeftOut([died], '')).toBe('The only run was left out: shop_1 ended')
  expect(describeAllLeftOut([died, { marks: [] }], '')).toBeNull()
  expect(describeAllLeftOut([], '')).toBeNull()
})
