import { expect, test } from 'vitest'
import { totalWeight } from '../../../lib/profile/filters/filters.ts'
import { createProfileBuilder } from '../../../lib/profile/model/profile-builder.ts'
import { emptyProvenance } from '../../../lib/profile/model/profile.ts'
import { shopProfile } from '../../../lib/testing/profiles/shop-profile.ts'
import { describeProfile } from './profile-handlers.ts'

test('says what is known of the whole profile', () => {
  const shop = shopProfile()
  const facts = describeProfile(shop)
  expect(facts).toMatchObject({ unit: shop.unit, total: totalWeight(shop), samples: shop.samples.length })
  expect(facts.threads.reduce((sum, { weight }) => sum + weight, 0)).toBe(facts.total)
  expect(facts.timeSpan![1]).toBeGreaterThan(facts.timeSpan![0])
  expect(facts.ownPackages).toContain('shop')
})

test('a profile of nothing is described too', () => {
  const nothing = createProfileBuilder().finish('samples', emptyProvenance('test'))
  expect(describeProfile(nothing)).toMatchObject({ total: 0, samples: 0, threads: [], timeSpan: null, ownPackages: [] })
})
