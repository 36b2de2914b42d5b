import { expect, test } from 'vitest'
import { describeTop } from '../../../lib/contract/top-method.ts'
import { createProfileBuilder } from '../../../lib/profile/model/profile-builder.ts'
import { emptyProvenance } from '../../../lib/profile/model/profile.ts'
import { findTopMethod } from '../../../lib/profile/quality/findings.ts'
import type { Filter } from '../../../lib/profile/filters/filters.ts'
import { buildTree, packTree } from '../worker/make-tree.ts'
import { createNameMatcher } from '../worker/name-search.ts'
import { describeProfile } from '../worker/profile-handlers.ts'
import { selectHeading } from './select-heading.ts'

const match = createNameMatcher({ match: () => Promise.reject(new Error('no patterns here')) })

/** A sample each millisecond: 500 of `shop.Hot.run`, 500 of `shop.Late.run`, then 250 of a thread that waits. */
const profile = (() => {
  const builder = createProfileBuilder()
  const main = builder.stack(-1, builder.frame('shop.Main.main', 'java'))
  const leaf = (parent: number, name: string) => builder.stack(parent, builder.frame(name, 'java'))
  const [hot, late] = [leaf(main, 'shop.Hot.run'), leaf(main, 'shop.Late.run')]
  const idle = leaf(main, 'jdk.internal.misc.Unsafe.park')
  const [worker, waiting] = [builder.thread('worker'), builder.thread('waiting')]
  for (let at = 0; at < 1000; at++) builder.sample(at < 500 ? hot : late, worker, at, 1)
  for (let at = 1000; at < 1250; at++) builder.sample(idle, waiting, at, 1)
  return builder.finish('samples', { ...emptyProvenance('perf'), event: 'wall' })
})()

async function headingOf(...filters: Filter[]) {
  const { names: _, ...packed } = packTree(await buildTree(profile, { filters, sort: 'name' }, match))
  const { hotMethod, idleShare } = selectHeading(
    { ...packed, frames: profile.frames, strings: profile.strings, build: 1 },
    describeProfile(profile),
  )
  return [hotMethod && `${hotMethod.name} ${hotMethod.ofWeight.text}`, idleShare]
}

test('without a filter the heading is that of the whole profile', async () => {
  expect(await headingOf()).toEqual(['shop.Hot.run 50% of busy time', 0.2])
})

test('with a time range it is of the range, and its share that of the table', async () => {
  expect(await headingOf({ type: 'time', fromMs: 400, toMs: 600 })).toEqual(['shop.Hot.run 50% self', 0])
  expect(await headingOf({ type: 'time', fromMs: 450, toMs: 1000 })).toEqual(['shop.Late.run 90.9% self', 0])
  expect(await headingOf({ type: 'time', fromMs: 1000, toMs: 1250 })).toEqual([null, 1])
})

test('a hot method that is hidden is not named', async () => {
  expect(await headingOf({ type: 'hide', name: 'shop.Hot.run' })).toEqual(['shop.Main.main 50% of busy time', 0.2])
  expect(await headingOf({ type: 'collapse-package', name: 'shop' })).toEqual([null, 0.2])
})

test('in a range of few samples the share says that it is of all, and nothing is said of a method without a sample', async () => {
  expect(await headingOf({ type: 'time', fromMs: 0, toMs: 40 })).toEqual(['shop.Hot.run 50% of busy time', 0])
  expect(await headingOf({ type: 'time', fromMs: 600, toMs: 640 })).toEqual([null, 0])
})

test('of an event whose leaves are classes it names the class that lists name, also where little was waited', async () => {
  const builder = createProfileBuilder()
  const thread = builder.thread('worker')
  const leafOf = (name: string) =>
    builder.stack(builder.stack(-1, builder.frame('shop.Main.main', 'java')), builder.frame(name, 'java'))
  const [often, seldom] = [leafOf('java.lang.Object'), leafOf('shop.Stock')]
  // 200 waits in 10 s, 36 ms in all.
  for (let at = 0; at < 200; at++) builder.sample(at % 4 === 0 ? seldom : often, thread, at * 50, 180_000)
  const locks = builder.finish('nanoseconds', {
    ...emptyProvenance('async-profiler'),
    event: 'lock',
    durationMs: 10_000,
  })
  const facts = describeProfile(locks)
  expect(facts.findings).toEqual([]) // too little waiting to be one
  expect(facts.hotMethod).toBeNull()
  expect(facts.topClass).toMatchObject({
    name: 'java.lang.Object',
    ofWeight: { text: '75%', whole: '75% of the waiting' },
  })
  const methods = { event: 'lock', hotMethod: facts.hotMethod, topMethod: findTopMethod(locks) }
  expect(describeTop(methods)).toMatchObject({ fullName: 'java.lang.Object', share: '75%' })
})
