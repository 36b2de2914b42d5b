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
      /^Smallest detectable change of a 1% frame: \+1\.\d points\. Recording (\d+ s|1 min( \d+ s)?) longer halves it\.$/,
    )
  })

  it('knows when a removal cannot be detected', () => {
    const [one, two] = [1, 2].map((seed) => simulateCapture(seed, { samples: 500, cluster: 1 }))
    expect(powerOf(one!, two!).sentence).toContain('points (its removal cannot be detected). Recording')
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

  it('says when there is nothing to compare', () => {
    const [empty, some] = [profileFromDiagram('main\n0'), simulateCapture(1)]
    expect(powerOf(empty, some).sentence).toBe('The baseline is empty: nothing to compare.')
    expect(powerOf(some, empty).sentence).toBe('This profile is empty: nothing to compare.')
    expect(powerOf(empty, empty)).toMatchObject({ points: null, halvedBySeconds: null })
  })
})

/** Share of the samples that end in the planted function, over several captures. */
function plantedShare(service: Partial<SimulatedService>, planted: number): number {
  const captures = [1, 2].map((seed) => simulateCapture(9000 + seed, { ...service, planted, samples: 40_000 }))
  const shares = captures.map(({ samples, stacks, frames, strings }) => {
    const ends = samples.stack.filter((row) => strings[frames.name[stacks.frame[row]!]!] === plantedName)
    return ends.length / samples.length
  })
  return shares.reduce((sum, share) => sum + share) / shares.length
}

function plantFor(service: Partial<SimulatedService>, share: number): number {
  let [low, high] = [0, 0.5]
  for (let step = 0; step < 8; step++) {
    const middle = (low + high) / 2
    if (plantedShare(service, middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

// How many of these are found is chance: at 80%, fewer than 14 of 24 are in 1 of 100 runs, fewer than 138 of 200 in 1 of 10,000.
const runs = byTier(24, 200)
const leastFound = byTier(14, 138)

it.each<[string, Partial<SimulatedService>]>([
  ['samples at random', { cluster: 1 }],
  ['samples in clusters of 10', {}],
  ['few samples', { samples: 800 }],
  ['a JVM that warms up', { warmUp: 0.5 }],
  ['threads that come and go', { threads: 12 }],
])('a change of the stated size is found: %s', { timeout: 300_000 }, (_, service) => {
  const before = plantFor(service, 0.01)
  const capture = (seed: number, planted: number) => simulateCapture(seed, { ...service, planted })
  const stated = [1, 2, 3, 4, 5].map((seed) => powerOf(capture(seed, before), capture(seed + 50, before)).points!)
  const points = stated.toSorted((a, b) => a - b)[2]!
  const after = plantFor(service, 0.01 + points / 100)
  const found = Array.from({ length: runs }, (_, run) => {
    const [one, two] = [capture(200 + 2 * run, before), capture(201 + 2 * run, after)]
    return (['self', 'total'] as const).some((delta) =>
      compareFunctions(one, two, { delta }).functions.some(
        ({ name, isSignificant }) => isSignificant && name === plantedName,
      ),
    )
  }).filter(Boolean)
  expect(found.length).toBeGreaterThanOrEqual(leastFound)
})
