import { expect, onTestFinished, test, vi } from 'vitest'
import { totalWeight } from '../../../lib/profile/model/stack-weights.ts'
import { createProfileBuilder } from '../../../lib/profile/model/profile-builder.ts'
import { emptyProvenance } from '../../../lib/profile/model/profile.ts'
import { shopProfile } from '../../../lib/testing/profiles/shop-profile.ts'
import type { measureIdle } from '../../../lib/profile/filters/idle-stacks.ts'
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

test('looks for idle threads once, though the hot method depends on them', async () => {
  // Test files share their modules, and another one may have loaded these without the mock.
  vi.resetModules()
  vi.doMock('../../../lib/profile/filters/idle-stacks.ts', async (original) => {
    const real = await original<{ measureIdle: typeof measureIdle }>()
    return { ...real, measureIdle: vi.fn(real.measureIdle) }
  })
  onTestFinished(() => {
    vi.doUnmock('../../../lib/profile/filters/idle-stacks.ts')
    vi.resetModules()
  })
  const mocked = await import('./profile-handlers.ts')
  const idleStacks = await import('../../../lib/profile/filters/idle-stacks.ts')
  const builder = createProfileBuilder()
  for (let at = 0; at < 200; at++)
    builder.sample(builder.stack(-1, builder.frame(`shop.Cart.${at % 5}`, 'java')), builder.thread('main'), at, 1)
  expect(mocked.describeProfile(builder.finish('samples', emptyProvenance('test'))).hotMethod).toBeNull()
  expect(idleStacks.measureIdle).toHaveBeenCalledTimes(1)
})
