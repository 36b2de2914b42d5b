import { expect, test } from 'vitest'
import type { Target } from '../contract/target.ts'
import { sampleContainer, sampleTarget } from '../testing/samples.ts'
import { createStoppedTargets } from './stopped-targets.ts'

const minuteMs = 60_000
let now = 0
const seen = (id: string, name: string, more: Partial<Target> = {}) =>
  ({
    type: 'target',
    target: sampleTarget({ id, container: sampleContainer({ name }), startedAt: now, ...more }),
  }) as const
const gone = (id: string) => ({ type: 'target-gone', id }) as const

function stoppedAfter(steps: (stopped: ReturnType<typeof createStoppedTargets>) => void) {
  now = 1_000 * minuteMs
  const stopped = createStoppedTargets(() => now)
  steps(stopped)
  return stopped.list().map(({ containerName, stoppedAt }) => [containerName, stoppedAt / minuteMs])
}

test('a JVM that ended is listed with its name and when, the latest first, for an hour', () => {
  const steps = (stopped: ReturnType<typeof createStoppedTargets>) => {
    stopped.apply(seen('a', 'shop'))
    stopped.apply(seen('b', 'cart'))
    now += minuteMs
    expect(stopped.apply(gone('a'))).toBe(true)
    now += minuteMs
    stopped.apply(gone('b'))
  }
  expect(stoppedAfter(steps)).toEqual([
    ['cart', 1002],
    ['shop', 1001],
  ])
  expect(
    stoppedAfter((stopped) => {
      steps(stopped)
      now += 59.5 * minuteMs
    }),
  ).toEqual([['cart', 1002]])
})

test('of the runs of an experiment the last one is listed, so that they do not hide other JVMs', () => {
  const ended = stoppedAfter((stopped) => {
    for (const run of [1, 2]) {
      stopped.apply(seen(`run${run}`, `hearth-a83643e3-${run}_web_1`, { service: 'shop experiment/web' }))
      now += minuteMs
      stopped.apply(gone(`run${run}`))
    }
  })
  expect(ended).toEqual([['hearth-a83643e3-2_web_1', 1002]])
})

test('one that started again is not listed; another replica that goes on running changes nothing', () => {
  const steps = (stopped: ReturnType<typeof createStoppedTargets>) => {
    stopped.apply(seen('a', 'shop'))
    stopped.apply(seen('b', 'shop'))
    now += minuteMs
    stopped.apply(gone('a'))
    stopped.apply(seen('b', 'shop', { startedAt: 1_000 * minuteMs }))
  }
  expect(stoppedAfter(steps)).toEqual([['shop', 1001]])
  expect(
    stoppedAfter((stopped) => {
      steps(stopped)
      now += minuteMs
      expect(stopped.apply(seen('c', 'shop'))).toBe(true)
    }),
  ).toEqual([])
})

test('what ran for a few seconds, as a tool of the JDK does, is not listed, and a name stands there once', () => {
  expect(
    stoppedAfter((stopped) => {
      stopped.apply(seen('a', 'shop'))
      now += 5_000
      stopped.apply(gone('a'))
      for (const id of ['b', 'c']) stopped.apply(seen(id, 'cart'))
      now += minuteMs - 5_000
      for (const id of ['b', 'c']) stopped.apply(gone(id))
      stopped.apply(gone('never seen'))
    }),
  ).toEqual([['cart', 1001]])
})
