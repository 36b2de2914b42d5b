import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decodeProfile, encodeProfile } from '../encoding/encode.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile, type Provenance } from '../model/profile.ts'
import { selfByFrame } from '../model/stack-weights.ts'
import { anyRichProfile, contentOf } from '../../testing/profiles/same-samples.ts'
import { largeProfile } from '../../testing/profiles/random-profile.ts'
import { byTier } from '../../testing/tier.ts'
import { getRecordingSpan } from '../time/time-span.ts'
import { createProfileMerger, mergeProfiles } from './merge-profiles.ts'

/**
 * Profiles of one event, whose times are integers: with fractions, shifting twice would round differently than once.
 */
const anyMergeable: fc.Arbitrary<Profile> = fc
  .tuple(
    anyRichProfile,
    fc.constantFrom(null, 5000, 7000, 7001),
    fc.constantFrom('perf', 'jfr', 'async-profiler'),
    fc.nat(3),
  )
  .map(([profile, startedAt, engine, lostSamples]) => ({
    ...profile,
    unit: 'samples',
    samples: { ...profile.samples, time: profile.samples.time.map((time) => Math.round(time % 1000)) },
    provenance: {
      ...profile.provenance,
      ...{ startedAt, engine, lostSamples, durationMs: lostSamples === 2 ? null : 1000 },
      maxDepth: lostSamples === 1 ? null : 64 + lostSamples,
      target: { service: 'shop', container: `shop-${lostSamples}` },
      resolution: { java: { frames: 4 + lostSamples, named: 4 } },
      symbolMaps: [{ atMs: lostSamples, symbols: 9 }],
      enginesNotUsed: [{ engine: 'perf', reason: `${startedAt}` }],
    },
  }))

/** The profile without the order of its samples. */
function unordered(profile: Profile) {
  const { samples, ...rest } = contentOf(profile)
  return { ...rest, samples: samples.map((sample) => JSON.stringify(sample)).sort() }
}

describe('merging', () => {
  it('is associative, commutative except for the order of samples, and leaves a single profile unchanged', () => {
    fc.assert(
      fc.property(anyMergeable, anyMergeable, anyMergeable, (a, b, c) => {
        const all = mergeProfiles([a, b, c])
        expect(contentOf(mergeProfiles([mergeProfiles([a, b]), c]))).toEqual(contentOf(all))
        expect(contentOf(mergeProfiles([a, mergeProfiles([b, c])]))).toEqual(contentOf(all))
        expect(unordered(mergeProfiles([c, a, b]))).toEqual(unordered(all))
        expect(contentOf(mergeProfiles([a]))).toEqual(contentOf(a))
        expect(decodeProfile(encodeProfile(all)).provenance.mergedFrom?.count).toBe(3)
      }),
      { seed: 19, numRuns: byTier(100, 1000) },
    )
  })

  it('adds up the weights of each function', () => {
    const [a, b] = [largeProfile(2000, 50, 1), largeProfile(2000, 50, 2)]
    const selfOf = (profile: Profile) => {
      const self = selfByFrame(profile)
      return new Map(Array.from(self, (weight, row) => [profile.strings[profile.frames.name[row]!]!, weight]))
    }
    const [ofA, ofB, merged] = [selfOf(a), selfOf(b), selfOf(mergeProfiles([a, b]))]
    for (const [name, weight] of merged) expect(weight).toBe((ofA.get(name) ?? 0) + (ofB.get(name) ?? 0))
    expect(merged.size).toBe(50)
  })
})

function profile(
  lines: readonly (number | undefined)[],
  about: Partial<Provenance> = {},
  unit: Profile['unit'] = 'samples',
) {
  const builder = createProfileBuilder()
  const frame = builder.frame('Shop.main', 'java')
  const stack = builder.stack(-1, frame)
  for (const line of lines)
    builder.sample(stack, builder.thread('main', 7), 10, 1, line === undefined ? -1 : builder.line(frame, line))
  return builder.finish(unit, { ...emptyProvenance('perf'), ...about })
}

test('times are counted from the first start, durations add up, lines stay those of their samples', () => {
  const merged = mergeProfiles([
    profile([4, undefined], { startedAt: 9000, durationMs: 30, target: { service: 'shop', container: 'b' } }),
    profile([5, 4], { startedAt: 8000, durationMs: 20, target: { service: 'shop', container: 'a' } }),
  ])
  expect([...merged.samples.time]).toEqual([1010, 1010, 10, 10])
  const { startedAt, durationMs, target, mergedFrom } = merged.provenance
  expect({ startedAt, durationMs, target }).toEqual({ startedAt: 8000, durationMs: 50, target: { service: 'shop' } })
  expect(mergedFrom).toEqual({
    count: 2,
    profiles: [
      { name: 'a', engine: 'perf', startedAt: 8000, durationMs: 20, samples: 2 },
      { name: 'b', engine: 'perf', startedAt: 9000, durationMs: 30, samples: 2 },
    ],
  })
  // Nothing was recorded from 20 to 50 ms, so that is not idle time.
  expect(getRecordingSpan(merged)).toEqual([10, 1010])
  const { lines } = merged
  expect(Array.from(lines!.ofSample, (row) => (row < 0 ? null : lines!.line[row]))).toEqual([4, null, 5, 4])
})

test('a source counts the samples of its lines, where a folded file has several in one', () => {
  const folded = profile([1, 1])
  const heavy = { ...folded, samples: { ...folded.samples, weight: Float64Array.of(30, 5) } }
  const samplesOf = (merged: Profile) => merged.provenance.mergedFrom!.profiles.map(({ samples }) => samples)
  expect(samplesOf(mergeProfiles([heavy, profile([1])])).sort()).toEqual([1, 35])
})

test('a share that a warning of one profile says is not said of all: theirs is, or whose it is', () => {
  const of = (container: string, work: number, text: string) =>
    profile([1], {
      target: { container },
      profilerWork: { samples: work, weight: work, share: work / (work + 1) },
      warnings: [
        { code: 'profiler-work', text: `${text} of the recording was in the profiler's own code.`, count: 1 },
        { code: 'unread', text: `${text} of the weight could not be read.`, count: 1 },
        { code: 'kernel-symbols-hidden', text: 'The kernel hides its function names here.', count: 1 },
      ],
    })
  const textsOf = (merged: Profile) => merged.provenance.warnings.map(({ text }) => text)
  const [a, b, c] = [of('a', 1, '50%'), of('b', 0, '5%'), of('c', 0, '5%')]
  const merged = mergeProfiles([a, b, c])
  expect(textsOf(merged)).toEqual([
    "25% of the recording was in the profiler's own code. It is not in the graph.",
    'The kernel hides its function names here.',
    'a: 50% of the weight could not be read.',
    'b: 5% of the weight could not be read.',
    'c: 5% of the weight could not be read.',
  ])
  expect(textsOf(mergeProfiles([mergeProfiles([a, b]), c]))).toEqual(textsOf(merged))
  const little = { ...a.provenance, profilerWork: { samples: 1, weight: 0.01, share: 0.01 } }
  expect(textsOf(mergeProfiles([{ ...a, provenance: little }, b]))[0]).toMatch(/^The kernel/)
})

test('profiles without a known start have no times when merged', () => {
  const merged = mergeProfiles([profile([1], { startedAt: 8000 }), profile([1], { startedAt: null })])
  expect([...merged.samples.time]).toEqual([NaN, NaN])
})

test('engines that see other frames are warned of once, however they were merged', () => {
  const of = (engine: string) => profile([1], { engine })
  const warningsOf = (merged: Profile) => merged.provenance.warnings.map(({ code }) => code)
  const [perf, bpftrace, agent] = [of('perf'), of('bpftrace'), of('async-profiler')]
  expect(warningsOf(mergeProfiles([perf, bpftrace]))).toEqual([])
  const mixed = mergeProfiles([perf, agent])
  expect(mixed.provenance.warnings[0]!.text).toContain('async-profiler and perf: stacks of perf begin below')
  expect(warningsOf(mergeProfiles([mixed, bpftrace, mixed]))).toEqual(['engines-mixed'])
})

test.each([
  ['another event', profile([1], { event: 'wall' }), /more than one event/],
  ['another unit', profile([1], {}, 'bytes'), /counts samples, another bytes/],
])('refuses %s, with the reason', (_, other, reason) => {
  const merger = createProfileMerger()
  merger.add(profile([1]))
  expect(() => merger.add(other)).toThrow(expect.objectContaining({ code: 'not-mergeable' }))
  expect(() => merger.add(other)).toThrow(reason)
  expect(merger.finish().samples.length).toBe(1)
})

test('refuses more samples than its limit', () => {
  const merger = createProfileMerger({ limit: 3 })
  merger.add(profile([1, 2]))
  expect(() => merger.add(profile([1, 2]))).toThrow(/more than 3 samples/)
  merger.add(profile([3]))
  expect(merger.finish().samples.length).toBe(3)
  expect(() => mergeProfiles([])).toThrow(expect.objectContaining({ code: 'not-mergeable' }))
})
