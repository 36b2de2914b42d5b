import type { Page } from '@playwright/test'
import { shareHolding } from '../support/shop.ts'
import { formatShare } from '../../lib/profile/format/units.ts'
import { expect } from '../support/fixtures.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

/** The filters in their list. */
export const items = (page: Page) => page.getByTestId('filter')
const removedInHeader = (page: Page) => page.getByTestId('removed-by-filters')

/** What the header says that filters took away, 0 to 1. */
export async function expectRemoved(page: Page, share: number): Promise<void> {
  if (share === 0) await expect(removedInHeader(page)).toHaveCount(0)
  else await expect(removedInHeader(page)).toHaveText(`${formatShare(share)} removed by filters`)
}

/** What the list shows of each filter, in order; with what it took away, if anything. */
export async function expectListed(page: Page, filters: readonly (readonly [listed: string, removes: number])[]) {
  await waitUntilQuiet(page)
  const texts = filters.map(([listed, removes]) => `${listed}${removes > 0 ? `hides ${formatShare(removes)}` : ''}`)
  await expect(items(page)).toHaveCount(filters.length)
  for (const [at, text] of texts.entries()) {
    await expect.poll(async () => spaceless(await items(page).nth(at).textContent())).toBe(spaceless(text))
  }
}

const spaceless = (text: string | null) => (text ?? '').replace(/\s/g, '')

/** A filter of one box, and what it does to the shop. */
export interface Trial {
  readonly does: string
  /** The function whose widest box is pointed at. */
  readonly frame: string
  /** In the menu of a box. */
  readonly entry: string
  readonly key: string
  /** What the list of filters says. */
  readonly listed: string
  /** Share of all weight, 0 to 1, that it takes away. */
  readonly removes: number
  /** How many boxes have this in their name, before and after. */
  readonly boxes: readonly (readonly [text: string, before: number, after: number])[]
}

/** Share of all weight, 0 to 1, of the stacks that hold one of these. */
export const holding = (...names: string[]) => shareHolding((name) => names.includes(name))
export const apply = 'shop.pricing.PriceRules.apply'
export const winner = 'shop.pricing.PriceRules.findWinningRule'
export const discount = 'shop.pricing.Discount.total'
export const service = 'shop.cart.CartService.checkout'
const park = 'jdk.internal.misc.Unsafe.park'

export const trials: readonly Trial[] = [
  {
    does: 'only what is under a function, wherever it stands',
    ...{ frame: winner, entry: 'Only this function', key: 'o', listed: `only ${winner}` },
    removes: 1 - holding(winner),
    boxes: [
      ['findWinningRule', 2, 1],
      ['String.hashCode', 1, 1],
      ['Discount', 5, 0],
    ],
  },
  {
    does: 'only what is under one frame, not the same function elsewhere',
    ...{ frame: 'futex_wait', entry: 'Only this frame', key: 'O', listed: 'only one frame 6 deep' },
    removes: 1 - holding(park),
    boxes: [
      ['futex_wait', 2, 1],
      ['ObjectMonitor', 1, 0],
    ],
  },
  {
    does: 'show from a function on, without its callers',
    ...{ frame: service, entry: 'Show from here', key: 'S', listed: `show from ${service}` },
    removes: 0,
    boxes: [
      ['SpringCGLIB', 1, 0],
      ['CartService.checkout', 1, 1],
      ['writeInternal', 1, 1],
    ],
  },
  {
    does: 'hide a function, its samples count for the caller',
    ...{ frame: apply, entry: 'Hide this function', key: 'h', listed: `hide ${apply}` },
    removes: 0,
    boxes: [
      ['PriceRules.apply', 1, 0],
      ['findWinningRule', 2, 2],
    ],
  },
  {
    does: 'drop the stacks that hold a function',
    ...{ frame: discount, entry: 'Drop stacks with it', key: 'x', listed: `drop stacks with ${discount}` },
    removes: holding(discount),
    boxes: [
      ['Discount', 5, 0],
      ['CartService.checkout', 1, 1],
    ],
  },
  {
    does: 'collapse a package to one box',
    ...{ frame: apply, entry: 'Collapse its package', key: 'k', listed: 'collapse package shop.pricing' },
    removes: 0,
    boxes: [
      ['PriceRules', 3, 0],
      ['shop.pricing (collapsed)', 0, 3],
      ['String.hashCode', 1, 1],
    ],
  },
  {
    does: 'collapse a library to one box',
    ...{ frame: 'Parker::park', entry: 'Collapse its library', key: 'K', listed: 'collapse library libjvm.so' },
    removes: 0,
    boxes: [
      ['Parker::park', 1, 0],
      ['libjvm.so (collapsed)', 0, 4],
    ],
  },
  {
    does: 'fold direct recursion',
    ...{ frame: discount, entry: 'Fold direct recursion', key: 'r', listed: 'fold direct recursion' },
    removes: 0,
    boxes: [
      ['Discount.total', 4, 2],
      ['lambda$total', 1, 1],
    ],
  },
  {
    does: 'fold indirect recursion too',
    ...{ frame: discount, entry: 'Fold all recursion', key: 'R', listed: 'fold all recursion' },
    removes: 0,
    boxes: [
      ['Discount.total', 4, 1],
      ['lambda$total', 1, 0],
    ],
  },
  {
    does: 'only my packages, guessed from the main class',
    ...{ frame: service, entry: 'Show only my packages', key: 'm', listed: 'only packages shop' },
    removes: 0,
    boxes: [
      ['org.springframework', 5, 0],
      ['org.hibernate', 2, 0],
      ['findWinningRule', 2, 2],
    ],
  },
  {
    does: 'hide threads that wait for work',
    ...{ frame: park, entry: 'Hide idle', key: 'l', listed: 'hide idle' },
    removes: holding(park, 'org.apache.tomcat.util.net.Acceptor.run'),
    boxes: [
      ['Unsafe.park', 1, 0],
      ['Acceptor.run', 1, 0],
      ['futex_wait', 2, 1],
    ],
  },
]
