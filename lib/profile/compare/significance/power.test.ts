import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { simulateCapture } from '../../../testing/profiles/simulated-service.ts'
import { computePower } from './power.ts'

describe('computePower', () => {
  it('says what 30 seconds at 99 Hz can tell, and what would halve it', () => {
    const [one, two] = [1, 2].map((seed) => simulateCapture(seed, { samples: 2970, cluster: 1 }))
    const { sentence, points, halvedBySeconds, isClustered } = computePower(one!, two!)
    expect(points).toBeGreaterThan(0.45)
    expect(points).toBeLessThan(0.8)
    expect(isClustered).toBe(true)
    expect(Math.round(halvedBySeconds!)).toBe(90)
    expect(sentence).toMatch(
      /^Smallest detectable change of a 1% frame: ±0\.[5-8] points\. Recording 90 s longer halves it\.$/,
    )
  })

  it('asks for more where samples cluster', () => {
    const points = [1, 10].map(
      (cluster) => computePower(simulateCapture(1, { cluster }), simulateCapture(2, { cluster })).points!,
    )
    expect(points[1]).toBeGreaterThan(points[0]! * 1.3)
  })

  it('says that it guesses where samples have no times', () => {
    const [one, two] = [1, 2].map((seed) => simulateCapture(seed, { hasTimes: false }))
    expect(computePower(one!, two!)).toMatchObject({ isClustered: false })
    expect(computePower(one!, two!).sentence).toContain('Samples have no times')
  })

  it('says when there is nothing to compare', () => {
    const [empty, some] = [profileFromDiagram('main\n0'), simulateCapture(1)]
    expect(computePower(empty, some).sentence).toBe('The baseline is empty: nothing to compare.')
    expect(computePower(some, empty).sentence).toBe('This profile is empty: nothing to compare.')
    expect(computePower(empty, empty)).toMatchObject({ points: null, halvedBySeconds: null })
  })
})
