import { expect, test } from 'vitest'
import { isSignificant } from '../merged-tree/comparison.ts'
import { buildMergedTree } from '../merged-tree/merged-tree.ts'
import { testSignificance } from '../significance/significance.ts'
import { decodeProfile, encodeProfile } from '../../encoding/encode.ts'
import { createProfileBuilder } from '../../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../model/profile.ts'
import { createRandom } from '../../statistics/random.ts'
import { byTier } from '../../../testing/tier.ts'
import { mergeRuns, type NumberedRun } from './merge-runs.ts'

/** ms of CPU for each request, by what ends in it. */
type Costs = Readonly<Record<string, number>>

const shop: Costs = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`com.acme.part${at}.Part.work`, 0.3]))

/** Each function costs some percent more or less in each run. */
function simulateRuns(costs: Costs, count: number, random: () => number, spread: number): NumberedRun[] {
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
  return Array.from({ length: count }, (_, at): NumberedRun => {
    const builder = createProfileBuilder()
    const thread = builder.thread('http-1')
    const own = Object.entries(costs).map(([name, ms]) => ({ name, ms: ms * (1 + spread * normal()) }))
    const cost = own.reduce((sum, { ms }) => sum + ms, 0)
    for (const { name, ms } of own) {
      const expected = (4000 * ms) / cost
      const row = builder.stack(
        builder.stack(-1, builder.frame('java.lang.Thread.run', 'java')),
        builder.frame(name, 'java'),
      )
      const seen = Math.max(0, Math.round(expected + Math.sqrt(expected) * normal()))
      for (let sample = 0; sample < seen; sample++) builder.sample(row, thread, sample, 1)
    }
    return { number: at + 1, profile: builder.finish('samples', emptyProvenance('simulated')), cost }
  })
}

function listSignificant(before: Profile, after: Profile): string[] {
  const options = { width: 'union', sort: 'name', scale: 'request', requests: [1, 1] } as const
  const merged = buildMergedTree(before, after, options)
  const functions = testSignificance({ before, after, merged }).functions('self')
  return Array.from(functions.frame, (frame) => merged.strings[merged.frames.name[frame]!]!).filter((_, row) =>
    isSignificant(functions, row),
  )
}

test('all runs are one profile: its sum is their mean cost, and each run is a thread', () => {
  const runs = simulateRuns(shop, 3, createRandom(1), 0.1)
  const merged = decodeProfile(encodeProfile(mergeRuns(runs)))
  const { samples, threads, strings, unit, provenance } = merged
  const mean = runs.reduce((sum, { cost }) => sum + cost, 0) / 3
  expect(samples.weight.reduce((sum, one) => sum + one, 0) / 1e6).toBeCloseTo(mean, 6)
  expect([unit, samples.time.every(Number.isNaN)]).toEqual(['nanoseconds', true])
  expect(Array.from(threads.name, (name) => strings[name])).toEqual(['Run 1', 'Run 2', 'Run 3'])
  for (const [thread, { cost }] of runs.entries()) {
    const own = samples.weight.filter((_, sample) => samples.thread[sample] === thread)
    expect(own.reduce((sum, one) => sum + one, 0) / 1e6).toBeCloseTo(cost / 3, 6)
  }
  expect(provenance).toMatchObject({ areThreadsRuns: true, mergedFrom: { count: 3 }, durationMs: null })
  // One run alone is a side, too.
  expect(mergeRuns(runs.slice(0, 1)).provenance.areThreadsRuns).toBe(true)
  expect(() => mergeRuns([])).toThrow('none was given')
  const empty = createProfileBuilder().finish('samples', emptyProvenance('simulated'))
  const { weight, stack } = mergeRuns([{ number: 4, profile: empty, cost: 3 }]).samples
  expect([[...weight], [...stack]]).toEqual([[3e6], [-1]])
})

/** As if all runs were one recording: only what differs within runs shows. */
function asOneRun({ samples, provenance, ...profile }: Profile, random: () => number): Profile {
  const time = Float64Array.from(samples.thread, () => 1000 * random())
  return { ...profile, samples: { ...samples, time }, provenance: { ...provenance, areThreadsRuns: false } }
}

test('what differs between runs is no change, however many samples show it', () => {
  const random = createRandom(3)
  const rounds = byTier(20, 200)
  let alarms = 0
  let alarmsWithin = 0
  for (let round = 0; round < rounds; round++) {
    const [before, after] = [simulateRuns(shop, 5, random, 0.3), simulateRuns(shop, 5, random, 0.3)]
    const [one, other] = [mergeRuns(before), mergeRuns(after)]
    if (listSignificant(one, other).length > 0) alarms++
    if (listSignificant(asOneRun(one, random), asOneRun(other, random)).length > 0) alarmsWithin++
  }
  expect(alarms / rounds).toBeLessThanOrEqual(0.05)
  expect(alarmsWithin / rounds).toBeGreaterThan(0.9)
})

test('a function that is dearer in each run is found, and nothing else', () => {
  const random = createRandom(5)
  const slow = { ...shop, 'com.acme.part3.Part.work': 1.2 }
  const [before, after] = [simulateRuns(shop, 5, random, 0.05), simulateRuns(slow, 5, random, 0.05)]
  expect(listSignificant(mergeRuns(before), mergeRuns(after))).toEqual(['com.acme.part3.Part.work'])
})
