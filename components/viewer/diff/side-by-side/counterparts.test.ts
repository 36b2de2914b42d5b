import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildCallTree } from '../../../../lib/profile/tree/call-tree.ts'
import type { Profile } from '../../../../lib/profile/model/profile.ts'
import { profileFromDiagram } from '../../../../lib/testing/profiles/text-graph.ts'
import { anyProfile } from '../../../../lib/testing/profiles/random-profile.ts'
import { listStackNames } from '../../tree/describe-frame.ts'
import type { NamedTree } from '../../worker/tree-messages.ts'
import { createCounterpartFinder, type CounterpartOptions } from './counterparts.ts'

const treeOf = (profile: Profile): NamedTree => ({
  tree: buildCallTree(profile),
  strings: profile.strings,
  frames: profile.frames,
})
const named = (diagram: string) => treeOf(profileFromDiagram(diagram))
const nodeAt = (tree: NamedTree, ...stack: string[]) => {
  const node = Array.from(tree.tree.frame, (_, at) => at).find((at) => listStackNames(tree, at).join() === stack.join())
  if (node === undefined) throw new Error(`no ${stack.join()}`)
  return node
}
const counterpartOf = (from: NamedTree, to: NamedTree, stack: string[], options: CounterpartOptions = {}) => {
  const { node, missing } = createCounterpartFinder(from, to, options)(nodeAt(from, ...stack))
  return { stack: listStackNames(to, node).join(';'), missing }
}

describe('createTwinFinder', () => {
  const before = named(`
    main main main
    run  run  .
    a    b    .
    2    1    5
  `)
  const after = named(`
    idle main main
    .    run  run
    .    a    c
    .    d    .
    1    2    3
  `)

  test('finds a node by the names on the way to it', () => {
    expect(counterpartOf(before, after, ['main', 'run', 'a'])).toEqual({ stack: 'main;run;a', missing: 0 })
    expect(counterpartOf(before, after, [])).toEqual({ stack: '', missing: 0 })
  })

  test('gives the end of the longest part that is there, and how much is not', () => {
    expect(counterpartOf(before, after, ['main', 'run', 'b'])).toEqual({ stack: 'main;run', missing: 1 })
    expect(counterpartOf(after, before, ['main', 'run', 'a', 'd'])).toEqual({ stack: 'main;run;a', missing: 1 })
    expect(counterpartOf(after, before, ['idle'])).toEqual({ stack: '', missing: 1 })
  })

  test('law: in the same tree each node is its own counterpart, and in another the path to the counterpart is the start of the path here', () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, (one, other) => {
        const [from, to] = [treeOf(one), treeOf(other)]
        const self = createCounterpartFinder(from, from)
        const counterpart = createCounterpartFinder(from, to)
        for (let node = 0; node < from.tree.length; node++) {
          expect(self(node)).toEqual({ node, missing: 0 })
          const found = counterpart(node)
          const path = listStackNames(from, node)
          expect(listStackNames(to, found.node)).toEqual(path.slice(0, path.length - found.missing))
        }
      }),
      { seed: 31, numRuns: 200 },
    )
  })

  describe('between engines', () => {
    const perf = named(`
      start_thread_[n]      start_thread_[n]      start_thread_[n]
      JavaThread::run_[v]   JavaThread::run_[v]   GC_[v]
      java.lang.Thread.run  java.lang.Thread.run  .
      com.acme.A.work       com.acme.A.work       .
      .                     memcpy_[n]            .
      3                     2                     1
    `)
    const jfr = named(`
      java.lang.Thread.run
      java.lang.Thread.runWith
      com.acme.A.work
      4
    `)
    const foreign = { isForeign: true }

    test('passes what only one of them writes', () => {
      const work = ['start_thread', 'JavaThread::run', 'java.lang.Thread.run', 'com.acme.A.work']
      expect(counterpartOf(perf, jfr, work, foreign)).toEqual({
        stack: 'java.lang.Thread.run;java.lang.Thread.runWith;com.acme.A.work',
        missing: 0,
      })
      expect(counterpartOf(perf, jfr, work)).toEqual({ stack: '', missing: 4 })
      const back = ['java.lang.Thread.run', 'java.lang.Thread.runWith', 'com.acme.A.work']
      expect(counterpartOf(jfr, perf, back, foreign)).toEqual({ stack: work.join(';'), missing: 0 })
    })

    test('does not pass off a frame that is not there for its caller', () => {
      const copy = ['start_thread', 'JavaThread::run', 'java.lang.Thread.run', 'com.acme.A.work', 'memcpy']
      expect(counterpartOf(perf, jfr, copy, foreign)).toEqual({
        stack: 'java.lang.Thread.run;java.lang.Thread.runWith;com.acme.A.work',
        missing: 1,
      })
      expect(counterpartOf(perf, jfr, ['start_thread', 'GC'], foreign)).toEqual({ stack: '', missing: 2 })
    })

    test('compares names as the key says', () => {
      const one = named(`
        a.Lambda-1
        1
      `)
      const other = named(`
        a.Lambda-2
        1
      `)
      const keyOf = (name: string) => name.replace(/\d/g, '#')
      expect(counterpartOf(one, other, ['a.Lambda-1'], { keyOf })).toEqual({ stack: 'a.Lambda-2', missing: 0 })
    })
  })
})
