import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { simulateCapture } from '../../../testing/profiles/simulated-service.ts'
import { basesOf, missingForScale, scaleOf, secondsOf } from './comparison-scales.ts'
import { applyFilters } from '../../filters/filters.ts'
import type { Profile } from '../../model/profile.ts'
import { buildUnionTree } from './merged-tree.ts'

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

describe('scaleOf', () => {
  it.each([
    ['share', 1 / 3000, 1 / 500],
    ['raw', 1, 1],
    ['second', 1 / 30, 1 / 10],
    ['cpu-second', 1 / 15, 1 / 20],
    ['request', 1 / 100, 1 / 50],
  ] as const)('%s', (scale, before, after) => {
    const bases = basesOf(withCpu(long, 50), withCpu(short, 200))
    const used = scaleOf(bases, { scale, requests: [100, 50] })
    expect(used.scale).toBe(scale)
    expect(used.scaleBefore).toBeCloseTo(before, 9)
    expect(used.scaleAfter).toBeCloseTo(after, 9)
  })

  it.each([
    ['cpu-second', null, 'Nobody measured'],
    ['request', null, 'Say how many requests'],
    ['request', [0, 3], 'Say how many requests'],
  ] as const)('falls back to shares where %s cannot be had, and says why', (scale, requests, why) => {
    const bases = basesOf(long, short)
    expect(scaleOf(bases, { scale, requests }).scale).toBe('share')
    expect(missingForScale(bases, { scale, requests })).toContain(why)
  })

  it('compares samples with nanoseconds by share only', () => {
    const bases = basesOf(long, { ...short, unit: 'nanoseconds' })
    expect(missingForScale(bases, { scale: 'share', requests: null })).toBeNull()
    expect(missingForScale(bases, { scale: 'raw', requests: null })).toContain('only shares')
  })
})

describe('secondsOf', () => {
  it('is what a range of time leaves', () => {
    const filters = [{ type: 'time', fromMs: 5000, toMs: 11_000 } as const]
    expect(secondsOf(long)).toBe(30)
    expect(secondsOf(long, filters)).toBe(6)
    expect(secondsOf(profileFromDiagram('main\n0'))).toBeNull()
    const part = applyFilters(long, filters)
    const order = { width: 'after', scale: 'second', requests: null, sort: 'name' } as const
    const union = buildUnionTree(part, long, order, [secondsOf(long, filters), secondsOf(long)])
    expect(union.before.total[0]! * union.scaleBefore).toBeCloseTo(100, 0)
    expect(union.after.total[0]! * union.scaleAfter).toBeCloseTo(100, 0)
  })
})
