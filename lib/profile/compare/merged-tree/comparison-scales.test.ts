import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { simulateCapture } from '../../../testing/profiles/simulated-service.ts'
import { getScaleBases, explainMissingScale, chooseScale, getDurationSeconds } from './comparison-scales.ts'
import { compareFunctions } from '../compare-functions.ts'
import { applyFilters, totalWeight } from '../../filters/filters.ts'
import { mergeProfiles } from '../../merge/merge-profiles.ts'
import type { Profile } from '../../model/profile.ts'
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

describe('of a merged profile the seconds', () => {
  const hourMs = 3_600_000
  const startingAt = (profile: Profile, startedAt: number | null, durationMs = profile.provenance.durationMs) => ({
    ...profile,
    provenance: { ...profile.provenance, startedAt, durationMs },
  })
  const merge = (...startedAts: (number | null)[]) =>
    mergeProfiles([startingAt(long, startedAts[0]!), startingAt(short, startedAts[1]!)])
  const within = (fromMs: number, toMs: number) => [{ type: 'time', fromMs, toMs } as const]

  it.each([
    ['an hour apart', merge(0, hourMs)],
    ['at once, as of two replicas', merge(0, 5000)],
    ['merged twice', mergeProfiles([merge(0, hourMs), startingAt(short, 2 * hourMs)])],
  ])('are those that were recorded: %s', (_, merged) => {
    const seconds = (merged.provenance.durationMs ?? 0) / 1000
    expect(getDurationSeconds(merged)).toBe(seconds)
    const rate = totalWeight(merged) / seconds
    expect(rate).toBeGreaterThan(50)
    expect(rate).toBeLessThan(100)
  })

  it('are those within a range of time', () => {
    const apart = merge(0, hourMs)
    expect(getDurationSeconds(apart, within(20_000, hourMs + 4000))).toBe(14)
    expect(getDurationSeconds(apart, within(100_000, 200_000))).toBeNull()
    expect(getDurationSeconds(merge(0, 5000), within(5000, 10_000))).toBe(10)
    const dark = startingAt(short, hourMs, null)
    expect(getDurationSeconds(mergeProfiles([startingAt(long, 0), dark]), within(0, hourMs))).toBeNull()
  })

  it.each([
    ['does not say how long it is', mergeProfiles([startingAt(long, 0), startingAt(short, 0, null)]), null],
    ['does not say when it began', merge(null, 0), 40],
  ])('are known only as far as they can be where one %s', (_, merged, seconds) => {
    expect(getDurationSeconds(merged)).toBe(seconds)
  })

  it('make a gap no time in which nothing ran: what it takes to detect more stays that of one recording', () => {
    const merged = mergeProfiles([0, 1, 2].map((part) => startingAt(simulateCapture(part + 3), part * hourMs)))
    const [whole, other] = [8, 9].map((seed) => simulateCapture(seed, { seconds: 90, samples: 9000 }))
    const [ofMerged, ofWhole] = [merged, whole!].map((one) => compareFunctions(one, other!).significance.power())
    expect(ofMerged!.halvedBySeconds! / ofWhole!.halvedBySeconds!).toBeGreaterThan(0.5)
    expect(ofMerged!.halvedBySeconds! / ofWhole!.halvedBySeconds!).toBeLessThan(2)
  })
})
