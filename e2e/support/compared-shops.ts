import type { Page } from '@playwright/test'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../lib/profile/model/profile.ts'
import { createRandom } from '../../lib/testing/profiles/random-profile.ts'
import { importProfile, waitUntilQuiet } from './viewer.ts'

/** Samples of one run of a small shop: 60 seconds at 99 Hz. */
const samples = 5940
const root = ['java.lang.Thread.run', 'shop.Server.handle']

/**
 * How often each stack is met, of a hundred. The later shop prices slower, caches in a new way, and no longer parses
 * XML.
 */
const stacks: readonly (readonly [before: number, after: number, stack: readonly string[]])[] = [
  [22, 12, ['shop.cart.CartService.checkout', 'shop.cart.CartRepository.load']],
  [10, 34, ['shop.cart.CartService.checkout', 'shop.pricing.PriceRules.findWinningRule']],
  [15, 10, ['shop.cart.CartService.checkout', 'shop.pricing.PriceRules.apply']],
  [0, 9, ['shop.cart.CartService.checkout', 'shop.cache.PriceCache.get', 'shop.cache.PriceCache.hash']],
  [9, 0, ['shop.config.XmlConfig.read', 'shop.config.XmlConfig.parse']],
  [20, 17, ['shop.web.Json.write']],
  [24, 18, ['shop.web.Log.info']],
]

/** Both runs of the same shop differ by chance alone. */
export const shopBefore = runOf((weights) => weights[0], 1)
export const shopBeforeAgain = runOf((weights) => weights[0], 2)
export const shopAfter = runOf((weights) => weights[1], 3)

export const slower = 'shop.pricing.PriceRules.findWinningRule'
export const newest = 'shop.cache.PriceCache.get'
export const gone = 'shop.config.XmlConfig.read'

function runOf(weightOf: (weights: readonly [number, number, ...unknown[]]) => number, seed: number): Profile {
  const random = createRandom(seed)
  const builder = createProfileBuilder()
  const rows = stacks.map(([, , stack]) =>
    [...root, ...stack].reduce((parent, name) => builder.stack(parent, builder.frame(name, 'java')), -1),
  )
  const thread = builder.thread('http-1')
  const total = stacks.reduce((sum, weights) => sum + weightOf(weights), 0)
  for (let sample = 0; sample < samples; sample++) {
    let rest = random() * total
    const row = stacks.findIndex((weights) => (rest -= weightOf(weights)) < 0)
    builder.sample(rows[row]!, thread, (sample * 1000) / 99, 1)
  }
  return builder.finish('samples', emptyProvenance('perf'))
}

const paths = new Map<Profile, string>()

/** The id of one of them in this Hearth; each is uploaded once. */
export async function idOf(page: Page, profile: Profile, name: string): Promise<string> {
  const path = paths.get(profile) ?? (await importProfile(page, profile, name))
  paths.set(profile, path)
  return path.slice('/profiles/'.length)
}

/** The page of the later shop, compared with the earlier one. */
export async function openComparison(page: Page, query = ''): Promise<void> {
  const [before, after] = [await idOf(page, shopBefore, 'shop-1'), await idOf(page, shopAfter, 'shop-2')]
  await page.goto(`/profiles/${after}?baseline=${before}${query && `&${query}`}`)
  await waitUntilQuiet(page)
}
