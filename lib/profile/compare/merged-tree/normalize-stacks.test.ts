import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { normalizeStacks } from './normalize-stacks.ts'
import type { MergeOptions } from './comparison.ts'
import { findAddedAndRemoved } from '../added-and-removed.ts'
import { totalWeight } from '../../model/stack-weights.ts'
import type { Profile } from '../../model/profile.ts'
import { buildMergedTree } from './merged-tree.ts'

const order: MergeOptions = { width: 'after', scale: 'share', requests: null, sort: 'name' }

function recorded(engine: string, diagram: string, jdk = '17.0.15'): Profile {
  const profile = profileFromDiagram(diagram)
  return { ...profile, provenance: { ...profile.provenance, engine, versions: { jdk } } }
}

const ofJfr = recorded(
  'jfr',
  `
  Main.run  Main.run_[i]
  Cart.sum  Http.read
  7         3
`,
)
const ofPerf = recorded(
  'perf',
  `
  start_[n]                  start_[n]
  JavaCalls::call_helper_[v] JavaCalls::call_helper_[v]
  Main.run                   Main.run
  Cart.sum                   Http.read
  .                          read_[k]
  70                         30
`,
)

describe('normalizeStacks', () => {
  it('hides what one engine cannot see, so that both are one tree, and says so', () => {
    const { before, after, notes } = normalizeStacks(ofJfr, ofPerf)
    const merged = buildMergedTree(before, after, order)
    expect(findAddedAndRemoved(merged)).toMatchObject({ removedWeight: 0, addedWeight: 0 })
    expect([totalWeight(before), totalWeight(after)]).toEqual([10, 100])
    expect(notes).toEqual([
      'JFR records Java frames only: native and kernel frames of the other are hidden.',
      'perf shows neither inlined methods nor the names of interpreted ones: where it has none, those of the other are hidden.',
    ])
  })

  it('says first which side of one engine lost its callers, and nothing where both lost as many', () => {
    const whole = recorded('perf', 'start_thread_[n]\nMain.run\nCart.sum\n100')
    const lossy = recorded('perf', 'start_thread_[n] Cart.sum\nMain.run .\nCart.sum .\n30 70', '21.0.1')
    const note = (side: string) =>
      `70% of ${side} lost their callers (perf): totals of methods, classes and packages differ by that alone.`
    expect(normalizeStacks(whole, lossy).notes[0]).toBe(note('after'))
    expect(normalizeStacks(lossy, whole).notes[0]).toBe(note('before'))
    expect(normalizeStacks(lossy, lossy).notes).toEqual([])
    expect(normalizeStacks(whole, recorded('perf', 'Main.run\nCart.sum\n100')).notes).toEqual([
      note('after').replace('70%', '100%'),
    ])
  })

  it('begins stacks at their first Java method where one engine does, and leaves those without Java alone', () => {
    const ofAsyncProfiler = recorded(
      'async-profiler',
      `
      start_[n]            Main.run_[i]  Main.run_[i]
      Thread::run_[v]      Cart.sum      Http.read
      compiler_thread_[v]  .             read_[n]
      2                    7             3
    `,
    )
    const ofPerfToo = recorded(
      'perf',
      `
      start_[n]            start_[n]                  start_[n]
      Thread::run_[v]      Thread::run_[v]            Thread::run_[v]
      compiler_thread_[v]  JavaCalls::call_helper_[v] JavaCalls::call_helper_[v]
      .                    Main.run                   Main.run
      .                    Cart.sum                   Http.read
      .                    .                          read_[n]
      20                   70                         30
    `,
    )
    for (const [one, two] of [
      [ofAsyncProfiler, ofPerfToo],
      [ofPerfToo, ofAsyncProfiler],
    ] as const) {
      const { before, after, notes } = normalizeStacks(one, two)
      const merged = buildMergedTree(before, after, order)
      expect(findAddedAndRemoved(merged)).toMatchObject({ removedWeight: 0, addedWeight: 0 })
      expect(merged.tree.length).toBe(8)
      expect([totalWeight(before), totalWeight(after)].sort((a, b) => a - b)).toEqual([12, 120])
      expect(notes[0]).toBe(
        'async-profiler recorded nothing below the first Java method of a thread: such frames of the other are hidden.',
      )
    }
  })

  it('leaves two of one engine and JDK alone', () => {
    expect(normalizeStacks(ofPerf, ofPerf)).toEqual({ before: ofPerf, after: ofPerf, notes: [] })
    expect(normalizeStacks(ofPerf, ofPerf).after).toBe(ofPerf)
  })

  it('hides accessors of reflective calls, which a JVM up to JDK 17 replaces after 15 calls', () => {
    const called = (accessor: string) =>
      recorded(
        'async-profiler',
        `
        java.lang.reflect.Method.invoke
        jdk.internal.reflect.DelegatingMethodAccessorImpl.invoke
        ${accessor}
        Cart.sum
        9
      `,
      )
    const { before, after } = normalizeStacks(
      called('jdk.internal.reflect.NativeMethodAccessorImpl.invoke0'),
      called('jdk.internal.reflect.GeneratedMethodAccessor.invoke'),
    )
    const merged = buildMergedTree(before, after, order)
    expect(merged.tree.length).toBe(3)
    expect(findAddedAndRemoved(merged)).toMatchObject({ removedWeight: 0, addedWeight: 0 })
  })

  it('takes a reflective call of JDK 17 and of JDK 25 for one', () => {
    const old = recorded(
      'jfr',
      `
      java.lang.reflect.Method.invoke
      jdk.internal.reflect.DelegatingMethodAccessorImpl.invoke
      jdk.internal.reflect.GeneratedMethodAccessor.invoke
      Cart.sum
    `,
    )
    const young = recorded(
      'jfr',
      `
      java.lang.reflect.Method.invoke
      jdk.internal.reflect.DirectMethodHandleAccessor.invoke
      java.lang.invoke.LambdaForm$DMH.invokeVirtual
      Cart.sum
    `,
      '25.0.3',
    )
    const { before, after, notes } = normalizeStacks(old, young)
    expect(findAddedAndRemoved(buildMergedTree(before, after, order))).toMatchObject({
      removedWeight: 0,
      addedWeight: 0,
    })
    expect(notes).toEqual(['JDK 17 against JDK 25: methods that the JDK renamed are taken as one where that is known.'])
  })
})
