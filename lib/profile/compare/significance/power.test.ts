import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { plantedName, type SimulatedService, simulateCapture } from '../../../testing/profiles/simulated-service.ts'
import { byTier } from '../../../testing/tier.ts'
import { compareFunctions } from '../compare-functions.ts'
import type { Profile } from '../../model/profile.ts'

const powerOf = (before: Profile, after: Profile) => compareFunctions(before, after).significance.power()

describe('power', () => {
  it('says what 30 seconds at 99 Hz can tell, and what would halve it', () => {
    const [one, two] = [1, 2].map((seed) => simulateCapture(seed, { samples: 2970, cluster: 1 }))
    const { sentence, points, halvedBySeconds, isClustered } = powerOf(one!, two!)
    expect(points).toBeGreaterThan(1.3)
    expect(points).toBeLessThan(2)
    expect(isClustered).toBe(true)
    expect(halvedBySeconds).toBeGreaterThan(50)
    expect(halvedBySeconds).toBeLessThan(110)
    expect(sentence).toMatch(
      /^Record both for (\d+ s|1 min( \d+ s)?) longer to detect changes half as large\. Now a frame at 1% self is detected if it grows to about 2\.\d%\.$/,
    )
  })

  it('knows when a removal cannot be detected', () => {
    const [one, two] = [1, 2].map((seed) => simulateCapture(seed, { samples: 500, cluster: 1 }))
    expect(powerOf(one!, two!).sentence).toMatch(/ if it grows to about [\d.]+%; its removal is not\.$/)
  })

  it('says of very few samples that they show no change', () => {
    const [one, two] = [5, 6].map((samples) => simulateCapture(samples, { samples, cluster: 1 }))
    expect(powerOf(one!, two!).sentence).toMatch(
      /^Record both for .*: as they are, no change of a frame at 1% self can be detected\.$/,
    )
  })

  it('asks for more where samples cluster', () => {
    const points = [1, 10].map(
      (cluster) => powerOf(simulateCapture(1, { cluster }), simulateCapture(2, { cluster })).points!,
    )
    expect(points[1]).toBeGreaterThan(points[0]! * 1.3)
  })

  it('says that it guesses where samples have no times', () => {
    const [one, two] = [1, 2].map((seed) => simulateCapture(seed, { hasTimes: false }))
    expect(powerOf(one!, two!)).toMatchObject({ isClustered: false })
    expect(powerOf(one!, two!).sentence).toContain('Samples have no times')
  })

  it('says why it is unsure: few samples, no times, or samples that vary', () => {
    const causeOf = (options: Partial<SimulatedService>) => {
      const [one, two] = [1, 2].map((seed) => simulateCapture(seed, options))
      return powerOf(one!, two!)
    }
    expect(causeOf({ samples: 4, hasTimes: false })).toMatchObject({
      canShowChange: false,
      uncertainty: 'Samples are too few: record both for much longer.',
    })
    expect(causeOf({ hasTimes: false })).toMatchObject({
      canShowChange: true,
      uncertainty: expect.stringMatching(/^Samples have no times, .* compare recordings with times/) as string,
    })
    expect(causeOf({})).toMatchObject({
      canShowChange: true,
      uncertainty: 'Samples are too few, or vary too much: record for longer, or once the program is warm.',
    })
  })

  it('does not say that samples have no times where they have too few', () => {
    const [one, two] = [1, 2].map((seed) => simulateCapture(seed, {}))
    const atOnce = (profile: Profile): Profile => ({
      ...profile,
      samples: { ...profile.samples, time: profile.samples.time.map(() => 5) },
    })
    const { sentence, isClustered } = powerOf(atOnce(one!), atOnce(two!))
    expect(isClustered).toBe(false)
    expect(sentence).toContain('Times, or runs, are too few')
    expect(sentence).not.toContain('no times')
  })

  it('says that one recording beside itself can show nothing, with times or without', () => {
    for (const hasTimes of [true, false]) {
      const [one, copy, other] = [1, 1, 2].map((seed) => simulateCapture(seed, { hasTimes }))
      const nothing = {
        sentence: 'Before and after are one profile, sample by sample: nothing can differ.',
        points: null,
      }
      expect(powerOf(one!, copy!)).toMatchObject({ ...nothing, halvedBySeconds: null })
      expect(powerOf(one!, other!).points).toBeGreaterThan(0)
    }
  })

  it('says when there is nothing to compare', () => {
    const [empty, some] = [profileFromDiagram('main\n0'), simulateCapture(1)]
    expect(powerOf(empty, some).sentence).toBe('The baseline is empty: nothing to compare.')
    expect(powerOf(some, empty).sentence).toBe('This profile is empty: nothing to compare.')
    expect(powerOf(empty, empty)).toMatchObject({ points: null, halvedBySeconds: null })
  })
})

/** Share of the samples that end in the planted function, over several captures. */
function measurePlanted(service: Partial<SimulatedService>, planted: number): number {
  const captures = [1, 2].map((seed) => simulateCapture(9000 + seed, { ...service, planted, samples: 40_000 }))
  const shares = captures.map(({ samples, stacks, frames, strings }) => {
    const ends = samples.stack.filter((row) => strings[frames.name[stacks.frame[row]!]!] === plantedName)
    return ends.length / samples.length
  })
  return shares.reduce((sum, share) => sum + share) / shares.length
}

/** What must be planted for so much to end in the function: proportional, as the same dice decide. */
function plantFor(service: Partial<SimulatedService>, share: number): number {
  const most = 0.5
  return (most * share) / measurePlanted(service, most)
}

const runs = byTier(100, 200)
/** Enough to tell a third from four fifths. */
const fewRuns = byTier(25, 200)
const promised = 0.8
/** Of so many runs, 19 of 20 times at least so many find what four of five runs find: 74 of 100, 151 of 200. */
const leastFound = Math.ceil(promised * runs - 1.645 * Math.sqrt(promised * (1 - promised) * runs))

/** How many runs find the planted function, of which so much ends in it before and after. */
function countFound(
  service: Partial<SimulatedService>,
  [before, after]: readonly [number, number],
  tries: number,
): number {
  const [plantedBefore, plantedAfter] = [plantFor(service, before), plantFor(service, after)]
  // A service may be too small for a change: then it is none of that size.
  expect(measurePlanted(service, plantedAfter)).toBeCloseTo(after, 2)
  return Array.from({ length: tries }, (_, run) => {
    const one = simulateCapture(200 + 2 * run, { ...service, planted: plantedBefore })
    const two = simulateCapture(201 + 2 * run, { ...service, planted: plantedAfter })
    return compareFunctions(one, two, { delta: 'self' }).functions.some(
      ({ name, isSignificant }) => isSignificant && name === plantedName,
    )
  }).filter(Boolean).length
}

it.each<[string, Partial<SimulatedService>]>([
  ['samples at random', { cluster: 1 }],
  ['samples in clusters of 10', {}],
  ['samples in clusters of 30', { cluster: 30 }],
  ['few samples', { samples: 800 }],
  ['a JVM that warms up', { warmUp: 0.5 }],
  ['jobs that run now and then', { jobs: 1.5 }],
  ['threads that come and go', { threads: 12 }],
  ['samples without times', { hasTimes: false }],
  ['few samples without times', { hasTimes: false, samples: 800 }],
  ['samples in clusters of 30 without times', { hasTimes: false, cluster: 30 }],
  ['all of that in few samples', { samples: 600, warmUp: 0.5, jobs: 1.5, threads: 12 }],
])(
  'a change of the stated size is found in four of five runs, half of it is not, and a removal as it is said: %s',
  { timeout: 300_000 },
  (_, service) => {
    const planted = plantFor(service, 0.01)
    const capture = (seed: number) => simulateCapture(seed, { ...service, planted })
    const stated = [1, 2, 3, 4, 5].map((seed) => powerOf(capture(seed), capture(seed + 50)))
    const points = stated.map(({ points }) => points!).toSorted((a, b) => a - b)[2]!
    expect(countFound(service, [0.01, 0.01 + points / 100], runs)).toBeGreaterThanOrEqual(leastFound)
    expect(countFound(service, [0.01, 0.01 + points / 200], fewRuns)).toBeLessThan(promised * fewRuns)
    // That a removal can be detected is said by leaving out that it cannot. Some captures of a service may say so,
    // others not.
    const saidNot = stated.filter(({ sentence }) => sentence.includes('its removal is not.')).length
    if (saidNot === 0) expect(countFound(service, [0.01, 0], runs)).toBeGreaterThanOrEqual(leastFound)
    if (saidNot === stated.length) expect(countFound(service, [0.01, 0], fewRuns)).toBeLessThan(promised * fewRuns)
  },
)
