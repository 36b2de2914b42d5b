import { describe, expect, it } from 'vitest'
import { writeDifffolded } from '../../../../lib/formats/folded/difffolded.ts'
import type { Filter } from '../../../../lib/profile/filters/filters.ts'
import { getNodePath } from '../../../../lib/profile/tree/path-keys.ts'
import { mergeProfiles } from '../../../../lib/profile/merge/merge-profiles.ts'
import type { Profile } from '../../../../lib/profile/model/profile.ts'
import { profileFromDiagram } from '../../../../lib/testing/profiles/text-graph.ts'
import { createNameMatcher } from '../../worker/name-search.ts'
import type { TreeOptions, ComparisonOptions } from '../../worker/tree-messages.ts'
import { testSignificance } from '../../../../lib/profile/compare/significance/significance.ts'
import { createMergedTreeBuilder, packMergedTree, type MergedBuild } from './make-merged-tree.ts'

const before = profileFromDiagram(`
  main  main  main
  a     b     c
  60    30    10
`)
const after = profileFromDiagram(`
  main  main  main
  a     b     d
  60    120   20
`)
const match = createNameMatcher({ match: () => Promise.reject(new Error('no patterns here')) })
const order = (wishes: Partial<ComparisonOptions> = {}, more: Partial<TreeOptions> = {}): TreeOptions => ({
  filters: [],
  sort: 'name',
  ...more,
  comparison: { width: 'after', scale: 'share', requests: null, baselineFilters: [], ...wishes },
})

describe('unions one after the other', () => {
  it('have both sides at each node, and names that stay the same objects while only widths change', async () => {
    const { build: make } = createMergedTreeBuilder({ before, after }, match)
    const first = await make(order())
    const second = await make(order({ width: 'union' }))
    const { frames, strings } = first.merged
    expect(Array.from(frames.name, (name) => strings[name]).toSorted()).toEqual(['a', 'b', 'c', 'd', 'main'])
    expect([first.merged.before.total[0], first.merged.after.total[0]]).toEqual([100, 200])
    expect(first.merged.tree.total[0]).toBe(200)
    expect(second.merged.tree.total[0]).toBeCloseTo(2)
    expect(packMergedTree(second, first).names).toBe(null)
    expect(packMergedTree(second).sides?.scaleAfter).toBe(1 / 200)
  })

  it('filter each side by its own', async () => {
    const { build: make } = createMergedTreeBuilder({ before, after }, match)
    const filters = [{ type: 'focus', name: 'a' }] as const
    const one = await make(order({ baselineFilters: filters }, { filters: [] }))
    expect([one.merged.before.total[0], one.merged.after.total[0]]).toEqual([60, 200])
    const other = await make(order({ baselineFilters: [] }, { filters }))
    expect([other.merged.before.total[0], other.merged.after.total[0]]).toEqual([100, 60])
    expect(other.removed).toEqual([140])
    expect([one, other].map((build) => packMergedTree(build).sides?.isCut)).toEqual([true, false])
  })

  it('say that both sides hold a recording', async () => {
    const recorded = (startedAt: number) => ({ ...before, provenance: { ...before.provenance, startedAt } })
    const pair = { before: recorded(1), after: mergeProfiles([recorded(1), recorded(2)]) }
    const { notes } = await createMergedTreeBuilder(pair, match).build(order())
    expect(notes).toEqual([expect.stringMatching(/^Both sides hold the recording: what they share cannot differ/)])
  })

  it('say what they could not do', async () => {
    const { notes, merged } = await createMergedTreeBuilder({ before, after }, match).build(order({ scale: 'request' }))
    expect(notes).toEqual(['Say how many requests each of the two served meanwhile.'])
    expect(merged.scale).toBe('share')
  })

  it('say that one side is of a JVM that was still warming up', async () => {
    const compiling = (samples: number) => {
      const roots = Array.from({ length: 200 }, (_, at) =>
        at < samples ? 'CompileBroker::compiler_thread_loop' : 'main',
      )
      return profileFromDiagram(`${roots.join(' ')}\n${roots.map(() => 1).join(' ')}`)
    }
    const notesOf = async (ofBefore: number, ofAfter: number) => {
      const pair = { before: compiling(ofBefore), after: compiling(ofAfter) }
      return (await createMergedTreeBuilder(pair, match).build(order())).notes
    }
    expect(await notesOf(106, 8)).toEqual([
      'A JVM was still warming up: the JIT compilers take about 53% of all samples before, 4% after. Record both after the warm-up, else it is part of the difference.',
    ])
    expect(await notesOf(106, 100)).toEqual([])
  })

  it('find in an inverted union what they find upright', async () => {
    const run = (slow: number) =>
      profileFromDiagram(`
        main  main
        fast  slow
        read  spin
        ${1000 - slow} ${slow}
      `)
    const { build: make } = createMergedTreeBuilder({ before: run(300), after: run(500) }, match)
    const significant = (made: Awaited<ReturnType<typeof make>>) => {
      const { frame, q } = testSignificance(made).functions('total')
      const { frames, strings } = made.merged
      return Array.from(
        frame.filter((_, row) => q[row]! <= 0.05),
        (one) => strings[frames.name[one]!],
      )
    }
    const upright = await make(order())
    expect(significant(upright).toSorted()).toEqual(['fast', 'read', 'slow', 'spin'])
    const inverted = await make(order({ baselineFilters: [{ type: 'invert' }] }, { filters: [{ type: 'invert' }] }))
    expect(significant(inverted).toSorted()).toEqual(['fast', 'read', 'slow', 'spin'])
    const { q } = testSignificance(inverted).nodes('total')
    const surest = testSignificance(inverted).functions('total').widest[0]!
    expect(q[surest]).toBeLessThan(0.05)
  })
})

const recorded = (diagram: string, jdk: string, engine = 'perf'): Profile => {
  const profile = profileFromDiagram(diagram)
  return { ...profile, provenance: { ...profile.provenance, engine, versions: { jdk } } }
}
/** Both sides by the same filters. */
const filtered = (...filters: Filter[]) => order({ baselineFilters: filters }, { filters })
const totals = ({ merged }: MergedBuild) => [merged.before.total[0], merged.after.total[0]]
const pathTo = ({ merged: { tree, frames, strings } }: MergedBuild, name: string) => {
  const node = tree.frame.findIndex((frame) => frame >= 0 && strings[frames.name[frame]!] === name)
  return getNodePath({ frames, strings }, tree, node)
}

describe('filters of two that write their stacks in different ways', () => {
  const jdk17 = recorded(
    `
    java.lang.Thread.run  java.lang.Thread.run
    work                  rest
    sun.misc.Unsafe.park  .
    60                    40
  `,
    '17.0.15',
  )
  const jdk21 = recorded(
    `
    java.lang.Thread.run           java.lang.Thread.run
    java.lang.Thread.runWith       java.lang.Thread.runWith
    work                           rest
    jdk.internal.misc.Unsafe.park  .
    30                             70
  `,
    '21.0.7',
  )

  it('find the path that is drawn on both, though one recorded frames on it that are hidden', async () => {
    const { build: make, filterAfter } = createMergedTreeBuilder({ before: jdk17, after: jdk21 }, match)
    const all = await make(order())
    const focus: Filter = { type: 'focus-path', path: pathTo(all, 'work') }
    const focused = await make(filtered(focus))
    expect(totals(focused)).toEqual([60, 30])
    expect(focused.removed).toEqual([70])
    expect(focused.warnings).toEqual([])
    expect((await filterAfter([focus])).samples.length).toBe(1)
  })

  it('find a function on both by the name that is drawn', async () => {
    const { build: make } = createMergedTreeBuilder({ before: jdk17, after: jdk21 }, match)
    const name = 'jdk.internal.misc.Unsafe.park'
    expect(totals(await make(filtered({ type: 'focus', name })))).toEqual([60, 30])
    expect(totals(await make(filtered({ type: 'drop', name })))).toEqual([40, 70])
    const search = { text: 'internal.misc', caseSensitive: false }
    expect(totals(await make(filtered({ type: 'keep', search })))).toEqual([60, 30])
  })

  it('write both with the names that are drawn, as two counts', async () => {
    const { before, after } = await createMergedTreeBuilder({ before: jdk17, after: jdk21 }, match).build(order())
    expect([...writeDifffolded(before, after)]).toEqual([
      'java.lang.Thread.run;rest 40 70\n',
      'java.lang.Thread.run;work;jdk.internal.misc.Unsafe.park 60 30\n',
    ])
  })

  it('keep nothing on a side that does not have the path, and say so', async () => {
    const { build: make } = createMergedTreeBuilder({ before, after }, match)
    const path = pathTo(await make(order()), 'd')
    const focused = await make(filtered({ type: 'focus-path', path }))
    expect(totals(focused)).toEqual([0, 20])
    expect(focused.warnings).toMatchObject([{ code: 'focus-path-absent' }])
    const inverted = await make(filtered({ type: 'invert' }))
    const turned = await make(filtered({ type: 'invert' }, { type: 'focus-path', path: pathTo(inverted, 'd') }))
    expect(totals(turned)).toEqual([0, 20])
  })

  it('know who waits by frames that are hidden, and keep the names of threads', async () => {
    const ofPerf = recorded(
      `
      web>Main.run  gc>start_thread_[n]
      Cart.sum      pthread_cond_wait_[n]
      7             3
    `,
      '17.0.15',
    )
    const ofJfr = recorded('web>Main.run\nCart.sum\n5', '17.0.15', 'jfr')
    const { build: make } = createMergedTreeBuilder({ before: ofPerf, after: ofJfr }, match)
    expect(totals(await make(order()))).toEqual([10, 5])
    expect(totals(await make(filtered({ type: 'hide-idle' })))).toEqual([7, 5])
    const byThread = await make(filtered({ type: 'by-thread' }))
    expect([...writeDifffolded(byThread.before, byThread.after, { annotate: false })]).toEqual([
      'gc 3 0\n',
      'web;Main.run;Cart.sum 7 5\n',
    ])
  })
})

describe('a folded base', () => {
  const one = profileFromDiagram(`
    start_thread_[n]    start_thread_[n]
    Thread::old_[v]     Gc::run_[v]
    Main.run            .
    2                   1
  `)
  const other = profileFromDiagram(`
    start_thread_[n]    start_thread_[n]
    Thread::run_[v]     Gc::run_[v]
    Main.run            .
    3                   1
  `)

  it.each<[string, Filter[]]>([
    ['', [{ type: 'fold-base' }]],
    [', also after two inversions', [{ type: 'invert' }, { type: 'invert' }, { type: 'fold-base' }]],
  ])('is one box of both sides, in place of the frames of either%s', async (_, filters) => {
    const { build } = createMergedTreeBuilder({ before: one, after: other }, match)
    const made = await build(order({ baselineFilters: filters }, { filters }))
    const { tree, strings, frames } = made.merged
    const nameOf = (frame: number) => (frame < 0 ? 'all' : strings[frames.name[frame]!]!)
    expect(Array.from(tree.frame, nameOf)).toEqual(['all', 'JVM frames', 'Main.run', 'start_thread', 'Gc::run'])
    expect(made.merged.before.total[1]).toBe(2)
    const { base } = packMergedTree(made)
    expect(nameOf(base!.box)).toBe('JVM frames')
    expect(base!.chains.map((chain) => chain.map(nameOf))).toEqual([
      ['start_thread', 'Thread::run'],
      ['start_thread', 'Thread::old'],
    ])
  })
})
