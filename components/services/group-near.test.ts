import { describe, expect, it } from 'vitest'
import { groupNear, leastTargetPx } from './group-near.ts'

const at = (...xs: number[]) => xs.map((x) => ({ x, y: 0 }))
const grouped = (xs: number[]) => groupNear(at(...xs)).map(({ points }) => points.map(({ x }) => x))

describe('groupNear', () => {
  it('leaves points alone that a finger can tell apart, also one above the other', () => {
    expect(grouped([0, 24, 48])).toEqual([[0], [24], [48]])
    const above = [
      { x: 5, y: 0 },
      { x: 5, y: 30 },
    ]
    expect(groupNear(above)).toHaveLength(2)
  })

  it('groups those at one point, and near each other, around their middle', () => {
    expect(grouped([10, 10, 10])).toEqual([[10, 10, 10]])
    expect(groupNear(at(0, 20, 100))[0]).toMatchObject({ x: 10, halfWidth: 10, halfHeight: 0 })
  })

  it('keeps the middles of a dense row as far apart as targets are wide, and loses none', () => {
    const xs = Array.from({ length: 400 }, (_, index) => (index * 97) % 1000)
    const groups = groupNear(at(...xs))
    const middles = groups.map(({ x }) => x).sort((a, b) => a - b)
    expect(groups.length).toBeGreaterThan(10)
    for (const [index, x] of middles.slice(1).entries())
      expect(x - middles[index]!).toBeGreaterThanOrEqual(leastTargetPx)
    expect(groups.flatMap(({ points }) => points)).toHaveLength(400)
  })
})
