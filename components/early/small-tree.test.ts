import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../lib/profile/tree/call-tree.ts'
import { inDrawingOrder } from '../../lib/profile/tree/drawing-order.ts'
import { encodeProfile } from '../../lib/profile/model/encode.ts'
import { largeProfile } from '../../lib/testing/profiles/random-profile.ts'
import { isSmall, smallTree } from './small-tree.ts'

describe('smallTree', () => {
  const profile = inDrawingOrder(largeProfile(3000, 100))
  const bytes = encodeProfile(profile)

  it.each(['name', 'weight'] as const)('is the tree that the worker makes, sorted by %s', (sort) => {
    expect(smallTree(bytes, { filters: [], sort }).tree).toEqual(buildCallTree(profile, { sort }))
  })

  it('leaves filters, the order of time and large profiles to the worker', () => {
    expect(isSmall(bytes, { filters: [], sort: 'name' })).toBe(true)
    expect(isSmall(bytes, { filters: [{ type: 'invert' }], sort: 'name' })).toBe(false)
    expect(isSmall(bytes, { filters: [], sort: 'time' })).toBe(false)
    expect(isSmall(new Uint8Array(2 ** 21), { filters: [], sort: 'name' })).toBe(false)
  })
})
