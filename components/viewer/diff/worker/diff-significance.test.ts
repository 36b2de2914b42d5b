import { describe, expect, it } from 'vitest'
import type { Filter } from '../../../../lib/profile/filters/filters.ts'
import type { Profile } from '../../../../lib/profile/model/profile.ts'
import { profileFromDiagram } from '../../../../lib/testing/profiles/text-graph.ts'
import { simulateCapture } from '../../../../lib/testing/profiles/simulated-service.ts'
import { testSignificance } from '../../../../lib/profile/compare/significance/significance.ts'
import { createNameMatcher } from '../../worker/name-search.ts'
import { createMergedTreeBuilder, type MergedBuild } from './make-merged-tree.ts'

const match = createNameMatcher({ match: () => Promise.reject(new Error('no patterns here')) })
const makeBy = (profiles: Parameters<typeof createMergedTreeBuilder>[0]) => {
  const { build: make } = createMergedTreeBuilder(profiles, match)
  return (...filters: Filter[]) =>
    make({
      filters,
      sort: 'name',
      comparison: { width: 'after', scale: 'share', requests: null, baselineFilters: filters },
    })
}

describe('a union inverted and split by thread', () => {
  const before = profileFromDiagram(`
    web>main  web>main  jobs>main  jobs>main
    a         c         a          read_[k]
    300       300       200        200
  `)
  const after = profileFromDiagram(`
    web>main  web>main  jobs>main
    a         d         a
    100       100       800
  `)
  const make = makeBy({ before, after })
  const rowsOf = (build: MergedBuild) => {
    const { length, frame, widest, ...rows } = testSignificance(build).functions('total')
    const { frames, strings, tree } = build.merged
    for (let row = 0; row < length; row++) expect(tree.frame[widest[row]!]).toBe(frame[row])
    return Array.from({ length }, (_, row) => [
      strings[frames.name[frame[row]!]!],
      rows.before.total[row],
      rows.after.total[row],
      rows.q[row],
    ])
  }

  it('has each function under its own name, as upright', async () => {
    const upright = rowsOf(await make())
    expect(upright.map(([name]) => name).toSorted()).toEqual(['a', 'c', 'd', 'main', 'read'])
    expect(rowsOf(await make({ type: 'invert' }, { type: 'by-thread' }))).toEqual(upright)
  })

  it('leaves out what is not in it', async () => {
    const made = await make({ type: 'invert' }, { type: 'focus', name: 'a' })
    expect(rowsOf(made).map(([name]) => name)).toEqual(['a', 'main'])
  })
})

it('tells what a thread takes from noise in an inverted union too: no engine hides a thread', async () => {
  // As by an engine that does not say what was inlined.
  const shared = (seed: number, ofTen: number): Profile => {
    const { strings, stacks, samples, ...profile } = simulateCapture(seed)
    return {
      ...profile,
      strings: [...strings, 'web', 'jobs'],
      threads: {
        length: 2,
        name: Uint32Array.of(strings.length, strings.length + 1),
        hostTid: Uint32Array.of(0, 0),
      },
      stacks: { ...stacks, tier: new Uint8Array(stacks.length) },
      samples: { ...samples, thread: samples.thread.map((_, sample) => Number(sample % 10 < ofTen)) },
    }
  }
  const make = makeBy({ before: shared(1, 2), after: shared(2, 6) })
  const made = await make({ type: 'invert' }, { type: 'by-thread' })
  const { tree, frames, strings } = made.merged
  const { q } = testSignificance(made).nodes('total')
  const jobs = tree.frame.findIndex((frame) => frame >= 0 && strings[frames.name[frame]!] === 'jobs')
  expect(tree.parent[jobs]).toBe(0)
  expect(q[jobs]).toBeLessThan(0.05)
})

describe('what two captures can tell', () => {
  const make = makeBy({ before: simulateCapture(1), after: simulateCapture(2) })

  it('is the same whichever way they are drawn', async () => {
    const upright = testSignificance(await make()).power()
    expect(testSignificance(await make({ type: 'invert' })).power()).toEqual(upright)
    expect(upright.halvedBySeconds).toBeGreaterThan(30)
    expect(upright.halvedBySeconds).toBeLessThan(120)
  })

  it('gets the seconds that are shown', async () => {
    const whole = testSignificance(await make()).power()
    const third = testSignificance(await make({ type: 'time', fromMs: 5000, toMs: 15_000 })).power()
    expect(third.points).toBeGreaterThan(whole.points! * 1.5)
    // Ten seconds are three times more in four or five times as much.
    expect(third.halvedBySeconds).toBeLessThan(whole.halvedBySeconds! * 0.7)
    expect(third.sentence).toContain(
      `Record both for ${Math.round(third.halvedBySeconds!)} s longer to detect changes half as large. `,
    )
  })
})
