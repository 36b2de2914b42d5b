import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { simulateCapture } from '../../testing/profiles/simulated-service.ts'
import { computeDistance } from './profile-distance.ts'

describe('computeDistance', () => {
  it('is half of the sum of all differences of self shares', () => {
    const here = profileFromDiagram('a b\n8 2')
    const others = [profileFromDiagram('a b\n5 5'), profileFromDiagram('b a\n1 1')]
    const { distance, most } = computeDistance(here, others)
    expect(distance).toBeCloseTo(0.3, 12)
    expect(most).toEqual([
      { name: 'a', here: 0.8, others: 0.5 },
      { name: 'b', here: 0.2, others: 0.5 },
    ])
  })

  it('is 0 to itself, 1 to a profile without a common function, and 0 without other profiles', () => {
    const [one, two] = [profileFromDiagram('a b\n3 4'), profileFromDiagram('c\n9')]
    expect(computeDistance(one, [one]).distance).toBe(0)
    expect(computeDistance(one, [two]).distance).toBeCloseTo(1, 12)
    expect(computeDistance(one, [])).toEqual({ distance: 0, expected: 0, most: [] })
  })

  it('has an expected distance close to that of noise, and finds the replica that differs', () => {
    const replicas = [1, 2, 3, 4].map((seed) => simulateCapture(seed, { cluster: 5 }))
    const odd = simulateCapture(5, { cluster: 5, planted: 0.3 })
    for (const replica of replicas) {
      const { distance, expected } = computeDistance(
        replica,
        replicas.filter((other) => other !== replica),
      )
      expect(distance).toBeGreaterThan(expected / 2)
      expect(distance).toBeLessThan(expected * 2)
    }
    const found = computeDistance(odd, replicas)
    expect(found.distance).toBeGreaterThan(2 * found.expected)
    expect(found.most[0]!.name).toBe('com.acme.Planted.scan')
  })
})
