import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byTier } from '../../../testing/tier.ts'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { simulateCapture } from '../../../testing/profiles/simulated-service.ts'
import { getScaleBases, explainMissingScale, chooseScale, getDurationSeconds } from './comparison-scales.ts'
import { applyFilters } from '../../filters/filters.ts'
import { mergeProfiles } from '../../merge/merge-profiles.ts'
import type { Profile } from '../../model/profile.ts'
import { compareFunctions } from '../compare-functions.ts'
import { buildMergedTree } from './merged-tree.ts'

const [long, short] = [
  simulateCapture(1, { seconds: 30, samples: 3000 }),
  simulateCapture(2, { seconds: 10, samples: 500 }),
]
const withCpu = (profile: Profile, cpuPercent: number): Profile => ({
  ...profile,
  provenance: {
    ...profile.provenance,
    overhead: { before: null, during: { cpuPercent, seconds: 10 }, attaches: [] },
  },
})

describe('chooseScale', () => {
  it.each([
    ['share', 1 / 3000, 1 / 500],
    ['raw', 1, 1],
    ['second', 1 / 30, 1 / 10],
    ['cpu-second', 1 / 15, 1 / 20],
    ['request', 1 / 100, 1 / 50],
  ] as const)('%s', (scale, before, after) => {
    const bases = getScaleBases(withCpu(long, 50), withCpu(short, 200))
    const used = chooseScale(bases, { scale, requests: [100, 50] })
    expect(used.scale).toBe(scale)
    expect(used.scaleBefore).toBeCloseTo(before, 9)
    expect(used.scaleAfter).toBeCloseTo(after, 9)
  })

  it.each([
    ['cpu-second', null, 'not measured'],
    ['request', null, 'Say how many requests'],
    ['request', [0, 3], 'Say how many requests'],
  ] as const)('falls back to shares where %s cannot be had, and says why', (scale, requests, why) => {
    const bases = getScaleBases(long, short)
    expect(chooseScale(bases, { scale, requests }).scale).toBe('share')
    expect(explainMissingScale(bases, { scale, requests })).toContain(why)
  })

  it('compares samples with nanoseconds by share only', () => {
    const bases = getScaleBases(long, { ...short, unit: 'nanoseconds' })
    expect(explainMissingScale(bases, { scale: 'share', requests: null })).toBeNull()
    expect(explainMissingScale(bases, { scale: 'raw', requests: null })).toContain('only shares')
  })

  it('divides runs of an experiment by nothing: their weights are for each request already', () => {
    const ofRuns = (profile: Profile): Profile => ({
      ...profile,
      provenance: { ...profile.provenance, areThreadsRuns: true },
    })
    const bases = getScaleBases(ofRuns(long), ofRuns(short))
    const request = { scale: 'request', requests: null } as const
    expect(explainMissingScale(bases, request)).toBeNull()
    expect(chooseScale(bases, request)).toEqual({ scale: 'request', scaleBefore: 1, scaleAfter: 1 })
    expect(explainMissingScale(bases, { scale: 'raw', requests: null })).toContain('per request')
  })

  it('compares samples of two frequencies by share only', () => {
    const at = (profile: Profile, frequencyHz: number): Profile => ({
      ...profile,
      provenance: { ...profile.provenance, frequencyHz },
    })
    const explain = (before: number, after: number, scale: 'second' | 'raw') =>
      explainMissingScale(getScaleBases(at(long, before), at(short, after)), { scale, requests: null })
    expect(explain(99, 199, 'second')).toContain('at 99 and at 199 Hz')
    expect(explain(99, 199, 'raw')).toBeNull()
    expect(explain(99, 99, 'second')).toBeNull()
  })
})

describe('getDurationSeconds', () => {
  it('is what a range of time leaves', () => {
    const filters = [{ type: 'time', fromMs: 5000, toMs: 11_000 } as const]
    expect(getDurationSeconds(long)).toBe(30)
    expect(getDurationSeconds(long, filters)).toBe(6)
    expect(getDurationSeconds(profileFromDiagram('main\n0'))).toBeNull()
    const part = applyFilters(long, filters)
    const order = { width: 'after', scale: 'second', requests: null, sort: 'name' } as const
    const merged = buildMergedTree(part, long, order, [getDurationSeconds(long, filters), getDurationSeconds(long)])
    expect(merged.before.total[0]! * merged.scaleBefore).toBeCloseTo(100, 0)
    expect(merged.after.total[0]! * merged.scaleAfter).toBeCloseTo(100, 0)
  })
})

/** A recording that began so many seconds after the first. */
const startedAt = (profile: Profile, seconds: number, about: Partial<Profile['provenance']> = {}): Profile => ({
  ...profile,
  provenance: { ...profile.provenance, startedAt: 1e12 + seconds * 1000, ...about },
})

describe('getDurationSeconds of a merged profile', () => {
  const hourMs = 3600_000
  const apart = mergeProfiles([startedAt(long, 0), startedAt(short, 3600)])

  it('is the time of its recordings, not the time from the first to the last', () => {
    expect(getDurationSeconds(apart)).toBe(40)
    // A range counts what was recorded in it: not the gap.
    const within = (fromMs: number, toMs: number) => getDurationSeconds(apart, [{ type: 'time', fromMs, toMs }])
    expect(within(20_000, hourMs + 4000)).toBe(14)
    expect(within(-5, 2 * hourMs)).toBe(40)
    expect(within(40_000, 50_000)).toBeNull()
    const twice = { type: 'time', fromMs: 20_000, toMs: hourMs + 4000 } as const
    expect(getDurationSeconds(apart, [twice, { ...twice, fromMs: 25_000 }])).toBe(9)
  })

  it('is that of all replicas together, as their header says, so that a rate is that of one JVM', () => {
    const replicas = mergeProfiles([startedAt(long, 0), startedAt(short, 5)])
    expect(getDurationSeconds(replicas)).toBe(40)
    expect(getDurationSeconds(replicas, [{ type: 'time', fromMs: 0, toMs: 10_000 }])).toBe(15)
    expect(getDurationSeconds(mergeProfiles([apart, startedAt(long, 7200)]))).toBe(70)
  })

  it('is unknown where that of a part is unknown, and in a range where a part does not say when it began', () => {
    const range = [{ type: 'time', fromMs: 0, toMs: 10_000 }] as const
    const unknown = mergeProfiles([startedAt(long, 0), startedAt(short, 60, { durationMs: null })])
    expect(getDurationSeconds(unknown)).toBeNull()
    expect(getDurationSeconds(unknown, range)).toBeNull()
    const noStart = mergeProfiles([startedAt(long, 0), startedAt(short, 0, { startedAt: null })])
    expect(getDurationSeconds(noStart)).toBe(40)
    expect(getDurationSeconds(noStart, range)).toBeNull()
  })

  it('law: the rate of a merge lies between those of its recordings, however far apart they are', () => {
    const anyPart = fc.record({
      seconds: fc.integer({ min: 5, max: 60 }),
      samples: fc.integer({ min: 20, max: 400 }),
      gap: fc.integer({ min: 0, max: 100_000 }),
    })
    const rateOf = (profile: Profile) => {
      const { total, seconds } = getScaleBases(profile, profile).before
      return total / seconds!
    }
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 2, maxLength: 6 }), fc.nat(), (parts, seed) => {
        let from = 0
        const profiles = parts.map(({ seconds, samples, gap }, index) => {
          const profile = startedAt(simulateCapture(seed + index, { seconds, samples }), from)
          from += seconds + gap
          return profile
        })
        const rates = profiles.map(rateOf)
        const rate = rateOf(mergeProfiles(profiles))
        expect(rate).toBeGreaterThanOrEqual(Math.min(...rates) - 1e-9)
        expect(rate).toBeLessThanOrEqual(Math.max(...rates) + 1e-9)
      }),
      { seed: 37, numRuns: byTier(40, 400) },
    )
  })

  it('detects as much as one recording of the length, whether its parts lie apart or follow one another', () => {
    const captureOf = (seed: number) => simulateCapture(seed, { seconds: 30, samples: 3000 })
    const [a, b, other] = [captureOf(3), captureOf(4), simulateCapture(5, { seconds: 60, samples: 6000 })]
    const merge = (seconds: number) => mergeProfiles([startedAt(a, 0), startedAt(b, seconds)])
    const powerOf = (merged: Profile, scale: 'share' | 'second') =>
      compareFunctions(merged, other, { scale }).significance.power()
    for (const scale of ['share', 'second'] as const) {
      const [near, far] = [powerOf(merge(30), scale), powerOf(merge(7200), scale)]
      expect(far.sentence).toBe(near.sentence)
      expect(far.isClustered).toBe(true)
    }
  })
})
