import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyProfile } from '../testing/random-profile.ts'
import { buildCallTree } from './call-tree.ts'
import { findBadColumn } from './check-columns.ts'
import { applyFilters, totalWeight, type Filter } from './filters.ts'

describe('applyFilters', () => {
  const anyName = fc.constantFrom('a', 'b', '__proto__', '')
  const keeping: fc.Arbitrary<Filter> = fc.oneof(
    fc.constantFrom({ type: 'by-thread' } as const, { type: 'invert' } as const, { type: 'fold-recursion' } as const),
    fc.record({ type: fc.constant('hide' as const), name: anyName }),
  )
  const removing: fc.Arbitrary<Filter> = fc.oneof(
    fc.record({ type: fc.constantFrom('focus' as const, 'drop' as const), name: anyName }),
    fc.record({ type: fc.constant('threads' as const), threads: fc.array(anyName) }),
    fc.record({ type: fc.constant('time' as const), fromMs: fc.nat(500), toMs: fc.nat(1000) }),
  )

  test('law: filters that promise to keep all weight do, others only lose some, and the result is always sound', () => {
    fc.assert(
      fc.property(
        anyProfile,
        fc.array(keeping, { maxLength: 3 }),
        fc.array(removing, { maxLength: 3 }),
        (profile, kept, removed) => {
          const same = applyFilters(profile, kept)
          expect(totalWeight(same)).toBe(totalWeight(profile))
          expect(findBadColumn(same)).toBeNull()
          const less = applyFilters(same, removed)
          expect(totalWeight(less)).toBeLessThanOrEqual(totalWeight(profile))
          expect(findBadColumn(less)).toBeNull()
        },
      ),
      { seed: 7, numRuns: 300 },
    )
  })

  test('law: inverted twice is the tree it was', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const twice = applyFilters(profile, [{ type: 'invert' }, { type: 'invert' }])
        expect(buildCallTree(twice)).toEqual(buildCallTree(profile))
      }),
      { seed: 8, numRuns: 300 },
    )
  })
})
