import { describe, expect, it } from 'vitest'
import { plantedName, type SimulatedService, simulateCapture } from '../../../testing/profiles/simulated-service.ts'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { compareFunctions, functionDeltas } from './compare-functions.ts'
import { deltaKinds, promisedFalseRate, type UnionOrder, verdicts } from '../merged-tree/comparison.ts'
import { isSignificant, judgeUnion } from './test-merged-tree.ts'
import type { Profile } from '../../model/profile.ts'
import { buildUnionTree } from '../merged-tree/merged-tree.ts'

const order: UnionOrder = { width: 'after', scale: 'share', requests: null, sort: 'name' }
const pairs = 60

/** Whether anything of a pair, node or function, self or total, is called significant. */
function showsADifference(before: Profile, after: Profile, scale: UnionOrder['scale'] = 'share'): boolean {
  const union = buildUnionTree(before, after, { ...order, scale })
  return deltaKinds.some((delta) =>
    [judgeUnion(union, before, after, delta), functionDeltas(union, before, after, delta)].some(({ q }) =>
      q.some((chance) => chance <= promisedFalseRate),
    ),
  )
}

describe('two captures without a change', { timeout: 60_000 }, () => {
  it.each<[string, Partial<SimulatedService>]>([
    ['samples at random', { cluster: 1 }],
    ['samples in clusters of 10', { cluster: 10 }],
    ['samples in clusters of 30', { cluster: 30 }],
    ['few samples in clusters', { cluster: 10, samples: 500 }],
    ['samples at random without times', { cluster: 1, hasTimes: false }],
    ['samples in clusters without times', { cluster: 10, hasTimes: false }],
  ])('show a difference no more often than promised: %s', (_, service) => {
    const wrong = Array.from({ length: pairs }, (_, pair) =>
      showsADifference(simulateCapture(2 * pair + 1, service), simulateCapture(2 * pair + 2, service)),
    ).filter(Boolean)
    expect(wrong.length / pairs).toBeLessThanOrEqual(promisedFalseRate)
  })

  it('may be of unequal length', () => {
    const wrong = Array.from({ length: pairs }, (_, pair) =>
      showsADifference(
        simulateCapture(2 * pair + 1, { samples: 6000, seconds: 60 }),
        simulateCapture(2 * pair + 2, { samples: 1000, seconds: 10 }),
      ),
    ).filter(Boolean)
    expect(wrong.length / pairs).toBeLessThanOrEqual(promisedFalseRate)
  })

  it('hold per second too', () => {
    const wrong = Array.from({ length: pairs }, (_, pair) =>
      showsADifference(simulateCapture(2 * pair + 1), simulateCapture(2 * pair + 2), 'second'),
    ).filter(Boolean)
    expect(wrong.length / pairs).toBeLessThanOrEqual(promisedFalseRate)
  })
})

describe('a planted change', { timeout: 60_000 }, () => {
  it.each(deltaKinds)('is the first row by %s', (delta) => {
    const found = Array.from(
      { length: 20 },
      (_, pair) =>
        compareFunctions(
          simulateCapture(2 * pair + 1, { samples: 20_000 }),
          simulateCapture(2 * pair + 2, { samples: 20_000, planted: 0.1 }),
          { delta },
        )[0]!,
    ).filter(({ name, isSignificant }) => name === plantedName && isSignificant)
    expect(found.length).toBeGreaterThanOrEqual(19)
  })
})

describe('judgeUnion', () => {
  it('finds nothing between a profile and itself', () => {
    const profile = simulateCapture(1)
    const union = buildUnionTree(profile, profile, order)
    const judged = judgeUnion(union, profile, profile, 'total')
    const tested = [...judged.q.keys()].filter((node) => !Number.isNaN(judged.q[node]!))
    expect(tested.length).toBeGreaterThan(10)
    for (const node of tested) {
      expect(judged.q[node]).toBe(1)
      expect(judged.low[node]).toBeCloseTo(-judged.high[node]!, 12)
    }
  })

  it('says the same with the sides swapped, intervals mirrored', () => {
    const [one, two] = [simulateCapture(1), simulateCapture(2, { planted: 0.2 })]
    const there = judgeUnion(buildUnionTree(one, two, order), one, two, 'total')
    const back = judgeUnion(buildUnionTree(two, one, order), two, one, 'total')
    expect(back.q).toEqual(there.q)
    const mirror = (values: Float64Array) => values.map((value) => -value)
    expect(Array.from(mirror(back.high), (value) => value.toFixed(12))).toEqual(
      Array.from(there.low, (value) => value.toFixed(12)),
    )
  })

  it('knows new, gone, and too few to ask', () => {
    const before = profileFromDiagram(`
      main  main  main  main
      a     b     d     e
      500   400   2     60
    `)
    const after = profileFromDiagram(`
      main  main  main  main
      a     c     d     e
      500   400   3     61
    `)
    const union = buildUnionTree(before, after, order)
    const judged = judgeUnion(union, before, after, 'self')
    const verdictOf = Object.fromEntries(
      Array.from({ length: union.tree.length - 1 }, (_, index) => [
        union.strings[union.frames.name[union.tree.frame[index + 1]!]!]!,
        [verdicts[judged.verdict[index + 1]!], isSignificant(judged, index + 1)],
      ]),
    )
    expect(verdictOf).toMatchObject({
      a: ['same', false],
      b: ['gone', expect.any(Boolean)],
      c: ['new', expect.any(Boolean)],
      d: ['few', false],
      e: ['same', false],
    })
  })

  it('calls new and gone what comes and goes, not what only began or ceased to end there', () => {
    const before = profileFromDiagram(`
      main  main  main  main_[i]
      a     b     c     .
      leaf  .     leaf  .
      500   400   100   50
    `)
    const after = profileFromDiagram(`
      main  main  main  main_[i]
      a     b     d     a
      .     leaf  leaf  leaf
      500   400   100   50
    `)
    const rows = compareFunctions(before, after, { delta: 'self' }).filter(({ name }) => name !== 'leaf')
    expect(Object.fromEntries(rows.map(({ name, status }) => [name, status]))).toEqual({
      main: 'changed',
      a: 'changed',
      b: 'changed',
      c: 'gone',
      d: 'new',
    })
    const union = buildUnionTree(before, after, order)
    const { verdict } = judgeUnion(union, before, after, 'self')
    const facts = Array.from(union.tree.frame, (frame, node) => [
      frame < 0 ? 'all' : union.strings[union.frames.name[frame]!]!,
      verdicts[verdict[node]!]!,
    ])
    expect(facts.filter(([, fact]) => fact === 'new' || fact === 'gone')).toEqual([
      ['leaf', 'new'],
      ['c', 'gone'],
      ['leaf', 'gone'],
      ['d', 'new'],
      ['leaf', 'new'],
    ])
  })

  it('tests what is on every stack too, but for shares, which are 1 on both sides', () => {
    const [slow, fast] = [profileFromDiagram('main\n900'), profileFromDiagram('main\n300')]
    for (const scale of ['share', 'raw', 'request'] as const) {
      const union = buildUnionTree(slow, fast, { ...order, scale, requests: [100, 100] })
      for (const { q, verdict } of [
        judgeUnion(union, slow, fast, 'total'),
        functionDeltas(union, slow, fast, 'total'),
      ]) {
        expect(verdicts[verdict[0]!]).toBe(scale === 'share' ? 'few' : 'changed')
        expect(Number.isNaN(q[0])).toBe(scale === 'share')
      }
    }
  })

  it('says the same where one side counts nanoseconds', () => {
    const [one, two] = [simulateCapture(1), simulateCapture(2, { planted: 0.2 })]
    const tick = 1e7
    const inTime: Profile = {
      ...two,
      unit: 'nanoseconds',
      provenance: { ...two.provenance, frequencyHz: 1e9 / tick },
      samples: { ...two.samples, weight: two.samples.weight.map((weight) => weight * tick) },
    }
    const judged = [two, inTime].map((after) => judgeUnion(buildUnionTree(one, after, order), one, after, 'total'))
    const round = (values: Float32Array) => Array.from(values, (value) => value.toPrecision(5))
    expect(round(judged[1]!.q)).toEqual(round(judged[0]!.q))
  })

  it('takes empty sides', () => {
    const [empty, some] = [profileFromDiagram('main\n0'), simulateCapture(1)]
    for (const [before, after] of [
      [empty, some],
      [some, empty],
      [empty, empty],
    ] as const) {
      const judged = judgeUnion(buildUnionTree(before, after, order), before, after, 'total')
      expect(judged.q.every((q) => Number.isNaN(q))).toBe(true)
    }
  })
})
