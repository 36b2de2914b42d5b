import { expect, test } from 'vitest'
import { applyFilters } from '../../../lib/profile/filters/filters.ts'
import { createProfileBuilder } from '../../../lib/profile/model/profile-builder.ts'
import { emptyProvenance } from '../../../lib/profile/model/profile.ts'
import { buildFlameChart } from '../../../lib/profile/tree/time-ordered-tree.ts'
import { orderChartThreads } from './chart-threads.ts'

test('a flame chart of wall-clock time begins with the thread that did most, and those of the JVM that wait come last', () => {
  const builder = createProfileBuilder()
  const stackOf = (...names: readonly string[]) =>
    names.reduce((stack, name) => builder.stack(stack, builder.frame(name, 'java')), -1)
  const waiting = stackOf('java.lang.Thread.run', 'jdk.internal.misc.Unsafe.park')
  const running = stackOf('java.lang.Thread.run', 'shop.Cart.total')
  const threads: readonly [name: string, busy: number][] = [
    ['VM Periodic Task', 0],
    ['Signal Dispatch', 0],
    ['worker-1', 0],
    ['worker-2', 3],
    ['main', 7],
    ['java 7 · GC Thread#0', 0],
  ]
  for (const [name, busy] of threads)
    for (let at = 0; at < 10; at++) builder.sample(at < busy ? running : waiting, builder.thread(name), at * 10, 1)
  const profile = applyFilters(builder.finish('samples', emptyProvenance('test')), [{ type: 'by-thread' }])
  const { tree } = buildFlameChart(profile, [0, 100])
  const names = orderChartThreads(profile, tree).map((root) => profile.strings[profile.frames.name[tree.frame[root]!]!])
  expect(names).toEqual(['main', 'worker-2', 'worker-1', 'VM Periodic Task', 'Signal Dispatch', 'java 7 · GC Thread#0'])
})
