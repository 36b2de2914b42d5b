import { type Page } from '@playwright/test'
import { formatShare } from '../components/units.ts'
import { applyFilters, type FilterStep } from '../lib/profile/filters.ts'
import { createProfileBuilder } from '../lib/profile/profile-builder.ts'
import { emptyProvenance } from '../lib/profile/profile.ts'
import { viewToQuery } from '../lib/profile/view-query.ts'
import { defaultView } from '../lib/profile/view.ts'
import { expect, test } from './fixtures.ts'
import { openShop, shareHolding, shop } from './shop.ts'
import { chooseFromMenu, expectBoxes, expectBoxesByKeys, placeIn, selectByKeys, tabTo } from './viewer-steps.ts'
import { importProfile, waitUntilQuiet } from './viewer.ts'

interface Trial {
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

const holding = (...names: string[]) => shareHolding((name) => names.includes(name))
const apply = 'shop.pricing.PriceRules.apply'
const winner = 'shop.pricing.PriceRules.findWinningRule'
const discount = 'shop.pricing.Discount.total'
const service = 'shop.cart.CartService.checkout'
const park = 'jdk.internal.misc.Unsafe.park'

const trials: readonly Trial[] = [
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
    ...{ frame: 'futex_wait', entry: 'Only this frame', key: 'O', listed: 'only one frame 8 deep' },
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
    does: 'hide a function, its cost goes to the caller',
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
    ...{ frame: 'JavaThread::run', entry: 'Collapse its library', key: 'K', listed: 'collapse library libjvm.so' },
    removes: 0,
    boxes: [
      ['JavaThread::run', 1, 0],
      ['libjvm.so (collapsed)', 0, 3],
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
    ...{ frame: service, entry: 'Only my packages', key: 'm', listed: 'only packages shop' },
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

const items = (page: Page) => page.getByTestId('filter')
const removedInHeader = (page: Page) => page.getByTestId('removed-by-filters')

async function expectRemoved(page: Page, share: number): Promise<void> {
  if (share === 0) await expect(removedInHeader(page)).toHaveCount(0)
  else await expect(removedInHeader(page)).toHaveText(`${formatShare(share)} removed by filters`)
}

/** What the list shows of each filter, in order; with what it took away, if anything. */
async function expectListed(page: Page, filters: readonly (readonly [listed: string, removes: number])[]) {
  await waitUntilQuiet(page)
  const texts = filters.map(([listed, removes]) => `${listed}${removes > 0 ? `−${formatShare(removes)}` : ''}`)
  await expect(items(page)).toHaveCount(filters.length)
  for (const [at, text] of texts.entries()) {
    await expect.poll(async () => spaceless(await items(page).nth(at).textContent())).toBe(spaceless(text))
  }
}

const spaceless = (text: string | null) => (text ?? '').replace(/\s/g, '')

for (const { does, frame, entry, key, listed, removes, boxes } of trials) {
  test(`filter from the menu of a box with the mouse: ${does}`, async ({ page }) => {
    await openShop(page)
    await chooseFromMenu(page, await placeIn(page, shop, frame), entry)
    await expectListed(page, [[listed, removes]])
    await expectRemoved(page, removes)
    for (const [text, , after] of boxes) await expectBoxes(page, text, after)
    await page.getByRole('button', { name: 'Undo the last change of filters (u)' }).click()
    await expectListed(page, [])
    await expectRemoved(page, 0)
    for (const [text, before] of boxes) await expectBoxes(page, text, before)
  })

  test(`filter with the key ${key} alone: ${does}`, async ({ page }) => {
    await openShop(page)
    await selectByKeys(page, frame)
    await page.keyboard.press(key)
    await expectListed(page, [[listed, removes]])
    await expectRemoved(page, removes)
    for (const [text, , after] of boxes) await expectBoxesByKeys(page, text, after)
    await page.keyboard.press('u')
    await expectListed(page, [])
    await expectRemoved(page, 0)
    for (const [text, before] of boxes) await expectBoxesByKeys(page, text, before)
  })
}

const folded = ['Reflection and proxies', 'Tomcat', 'Spring', 'Hibernate', 'Jackson', 'JDK streams']
const foldedShop = applyFilters(
  shop,
  ['reflection', 'tomcat', 'spring', 'hibernate', 'jackson', 'streams'].map(
    (pack) => ({ type: 'fold-framework', pack, open: [] }) as const,
  ),
)
const http = 'org.apache.coyote.http11.Http11Processor.service'

test('fold frameworks with the mouse: all at once, one expanded where it stands and folded again, one alone', async ({
  page,
}) => {
  await openShop(page)
  await chooseFromMenu(page, await placeIn(page, shop, service), 'Fold frameworks')
  await expectListed(
    page,
    folded.map((title) => [`fold ${title}`, 0]),
  )
  await expectRemoved(page, 0)
  await expectBoxes(page, 'org.apache', 0)
  await expectBoxes(page, 'org.springframework', 0)
  await expectBoxes(page, 'shop.web', 3)

  const tomcat = await placeIn(page, foldedShop, 'Tomcat')
  await page.mouse.move(tomcat.x, tomcat.y)
  await expect(page.getByTestId('hovered-frame')).toContainText('Tomcat')
  await chooseFromMenu(page, tomcat, 'Expand or fold the box here')
  await expectBoxes(page, http, 1)
  await expectBoxes(page, 'org.springframework', 0)
  await expect(items(page)).toHaveCount(folded.length)
  // What stood in the folded box begins where the box was.
  await chooseFromMenu(page, tomcat, 'Expand or fold the box here')
  await expectBoxes(page, http, 0)

  await chooseFromMenu(page, tomcat, 'Fold frameworks')
  await expectListed(page, [])
  await chooseFromMenu(page, await placeIn(page, shop, http), 'Expand or fold the box here')
  await expectListed(page, [['fold Tomcat', 0]])
  await expectBoxes(page, http, 0)
  await expectBoxes(page, 'org.springframework', 5)
})

test('fold frameworks with the keyboard alone: all at once, one expanded where it stands and folded again, one alone', async ({
  page,
}) => {
  await openShop(page)
  await page.keyboard.press('w')
  await expectListed(
    page,
    folded.map((title) => [`fold ${title}`, 0]),
  )
  await expectBoxesByKeys(page, 'org.apache', 0)
  await selectByKeys(page, 'Tomcat')
  await page.keyboard.press('e')
  await waitUntilQuiet(page)
  await expectBoxesByKeys(page, http, 1)
  await expectBoxesByKeys(page, 'org.springframework', 0)
  await selectByKeys(page, http)
  await page.keyboard.press('e')
  await waitUntilQuiet(page)
  await expectBoxesByKeys(page, http, 0)
  await page.keyboard.press('w')
  await expectListed(page, [])
  await selectByKeys(page, http)
  await page.keyboard.press('e')
  await expectListed(page, [['fold Tomcat', 0]])
  await expectBoxesByKeys(page, http, 0)
})

test('a collapsed package is expanded again in its box, with the mouse and by key', async ({ page }) => {
  await openShop(page)
  await chooseFromMenu(page, await placeIn(page, shop, apply), 'Collapse its package')
  await expectBoxes(page, 'PriceRules', 0)
  const collapsed = applyFilters(shop, [{ type: 'collapse-package', name: 'shop.pricing' }])
  await chooseFromMenu(page, await placeIn(page, collapsed, 'shop.pricing (collapsed)'), 'Expand or fold the box here')
  await expectListed(page, [])
  await expectBoxes(page, 'PriceRules', 3)

  await page.getByLabel('Search frames').press('Escape')
  await selectByKeys(page, apply)
  await page.keyboard.press('k')
  await expectListed(page, [['collapse package shop.pricing', 0]])
  await selectByKeys(page, 'shop.pricing (collapsed)')
  await page.keyboard.press('e')
  await expectListed(page, [])
})

test('the menu of a box with the keyboard alone: Shift F10 opens it, arrows and Enter choose, what cannot be is faint', async ({
  page,
}) => {
  await openShop(page)
  await selectByKeys(page, 'JavaThread::run')
  await page.keyboard.press('Shift+F10')
  const menu = page.getByTestId('frame-menu')
  await expect(menu).toBeVisible()
  await expect(menu).toContainText('JavaThread::run')
  await expect(menu.getByRole('menuitem', { name: 'Collapse its package' })).toHaveAttribute('aria-disabled', 'true')
  const wanted = menu.getByRole('menuitem', { name: 'Hide this function' })
  for (let step = 0; step < 20 && !(await wanted.evaluate((item) => item === document.activeElement)); step++) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expectListed(page, [['hide JavaThread::run', 0]])
  await expect(menu).toHaveCount(0)
  await page.keyboard.press('u')
  await expectListed(page, [])
})

const drop: FilterStep = { type: 'drop', name: discount }
const focus: FilterStep = { type: 'focus', name: service }
const hide: FilterStep = { type: 'hide', name: apply }
const withFilters = (...filters: FilterStep[]) => viewToQuery({ ...defaultView, filters }).toString()
const dropped = holding(discount)
const outside = 1 - holding(service)
const dropThenFocus = [
  [`drop stacks with ${discount}`, dropped],
  [`only ${service}`, outside],
  [`hide ${apply}`, 0],
] as const
const inOrder = (...order: number[]) => order.map((at) => dropThenFocus[at]!)

test('the list of filters with the mouse: order, off and on, remove, reset, undo and Back', async ({ page }) => {
  await openShop(page, withFilters(drop, focus, hide))
  await expectListed(page, dropThenFocus)
  await expectRemoved(page, dropped + outside)
  const chooseFor = async (at: number, entry: string) => {
    await items(page).nth(at).getByTitle('Turn off, move, remove').click()
    await page.getByRole('menuitem', { name: entry }).click()
  }

  await test.step('one is moved by its menu, another by dragging', async () => {
    await chooseFor(0, 'Later')
    await expectListed(page, inOrder(1, 0, 2))
    await expectRemoved(page, dropped + outside)
    await items(page).nth(2).dragTo(items(page).nth(0))
    await expectListed(page, inOrder(2, 1, 0))
    await chooseFor(2, 'Earlier')
    await expectListed(page, inOrder(2, 0, 1))
  })

  await test.step('one is turned off, keeps its place, and is turned on again', async () => {
    const turn = items(page)
      .nth(1)
      .getByTitle(/^Turn (on|off)$/)
    await turn.click()
    await expect(turn).toHaveAttribute('aria-pressed', 'false')
    await expectListed(page, [dropThenFocus[2], [dropThenFocus[0][0], 0], dropThenFocus[1]])
    await expectRemoved(page, outside)
    await expectBoxes(page, 'Discount', 5)
    await turn.click()
    await expectRemoved(page, dropped + outside)
    await expectBoxes(page, 'Discount', 0)
  })

  await test.step('one is removed, then all; undo and Back bring them again', async () => {
    await page.getByRole('button', { name: `Remove only ${service}` }).click()
    await expectListed(page, inOrder(2, 0))
    await expectRemoved(page, dropped)
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await expectListed(page, [])
    await expectRemoved(page, 0)
    await page.goBack()
    await expectListed(page, inOrder(2, 0))
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await expectListed(page, [])
    await page.keyboard.press('u')
    await expectListed(page, inOrder(2, 0))
    await page.getByRole('button', { name: 'Undo the last change of filters (u)' }).click()
    await expect.poll(() => items(page).count()).not.toBe(2)
  })
})

test('the list of filters with the keyboard alone: order, off and on, remove, reset, undo and Back', async ({
  page,
}) => {
  await openShop(page, withFilters(drop, focus, hide))
  await expectListed(page, dropThenFocus)
  const press = async (locator: ReturnType<Page['locator']>, key: string) => {
    await tabTo(page, locator)
    await page.keyboard.press(key)
  }
  const chooseFor = async (at: number, entry: string) => {
    await press(items(page).nth(at).getByTitle('Turn off, move, remove'), 'Enter')
    const wanted = page.getByRole('menuitem', { name: entry })
    await expect(wanted).toBeVisible()
    for (let step = 0; step < 5 && !(await wanted.evaluate((item) => item === document.activeElement)); step++) {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  }
  await chooseFor(0, 'Later')
  await expectListed(page, inOrder(1, 0, 2))
  await chooseFor(2, 'Earlier')
  await expectListed(page, inOrder(1, 2, 0))

  const turn = items(page)
    .nth(2)
    .getByTitle(/^Turn (on|off)$/)
  await press(turn, 'Space')
  await expect(turn).toHaveAttribute('aria-pressed', 'false')
  await expectRemoved(page, outside)
  await press(turn, 'Space')
  await expectRemoved(page, dropped + outside)

  await press(page.getByRole('button', { name: `Remove only ${service}` }), 'Enter')
  await expectListed(page, inOrder(2, 0))
  await press(page.getByRole('button', { name: 'Reset', exact: true }), 'Enter')
  await expectListed(page, [])
  await page.keyboard.press('u')
  await expectListed(page, inOrder(2, 0))
  await page.keyboard.press('Backspace')
  await expectListed(page, [])
  await page.keyboard.press('Backspace')
  await expectListed(page, inOrder(2, 0))
})

test('the menu Filter with the mouse: idle, my packages of my choice, recursion and single frameworks, marked when on', async ({
  page,
}) => {
  await openShop(page)
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: new RegExp(`^${entry}`) }).click()
  }
  await choose('Fold Spring')
  await choose('Fold direct recursion')
  await choose('Hide idle threads')
  const idle = trials.at(-1)!.removes
  await expectListed(page, [
    ['fold Spring', 0],
    ['fold direct recursion', 0],
    ['hide idle', idle],
  ])
  await choose('Only my packages')
  const dialog = page.getByRole('dialog', { name: 'Only my packages' })
  await expect(dialog.getByRole('textbox')).toHaveValue('shop')
  await dialog.getByRole('textbox').fill('shop.pricing, shop.cart')
  await dialog.getByRole('button', { name: 'Show only these' }).click()
  await expect(items(page).nth(3)).toContainText('shop.pricing, shop.cart')
  await waitUntilQuiet(page)
  await expectBoxes(page, 'shop.web', 0)
  await expectBoxes(page, 'findWinningRule', 2)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  for (const entry of ['Hide idle', 'Only my packages', 'Fold direct recursion', 'Fold Spring']) {
    const item = page.getByRole('menuitemcheckbox', { name: new RegExp(`^${entry}`) })
    await expect(item).toHaveAttribute('aria-checked', 'true')
  }
  await page.getByRole('menuitemcheckbox', { name: 'Hide idle' }).click()
  await expectRemoved(page, 0)
})

test('the menu Filter with the keyboard alone', async ({ page }) => {
  await openShop(page)
  const button = page.getByRole('button', { name: 'Filter', exact: true })
  const choose = async (entry: string) => {
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    const wanted = page.getByRole('menuitemcheckbox', { name: new RegExp(`^${entry}`) })
    await expect(wanted).toBeVisible()
    for (let step = 0; step < 20 && !(await wanted.evaluate((item) => item === document.activeElement)); step++) {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  }
  await choose('Fold Hibernate')
  await expectListed(page, [['fold Hibernate', 0]])
  await choose('Only my packages')
  await expect(page.getByRole('dialog', { name: 'Only my packages' })).toBeVisible()
  await tabTo(page, page.getByRole('dialog').getByRole('textbox'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('shop.cart')
  await page.keyboard.press('Enter')
  await expectListed(page, [
    ['fold Hibernate', 0],
    ['only packages shop.cart', 0],
  ])
  await expectBoxesByKeys(page, 'shop.pricing', 0)
})

test('only the stacks that a search finds: with the mouse from its chip, by key from the field', async ({ page }) => {
  const listed = [['keep stacks with findWinningRule', 1 - holding(winner)]] as const
  await openShop(page, 'chip=findWinningRule')
  await page.getByRole('button', { name: 'More for findWinningRule' }).click()
  await page.getByRole('menuitem', { name: 'Keep only these stacks' }).click()
  await expectListed(page, listed)
  await expectRemoved(page, 1 - holding(winner))
  await expectBoxes(page, 'Discount', 0)
  await expectBoxes(page, 'CartService.checkout', 1)
  await page.getByRole('button', { name: 'Undo the last change of filters (u)' }).click()
  await expectListed(page, [])

  await openShop(page, 'q=findWinningRule')
  await page.keyboard.press('y')
  await expectListed(page, listed)
  await expectBoxesByKeys(page, 'Discount', 0)
  await page.keyboard.press('u')
  await expectListed(page, [])
})

test('frames that differ in their line only become one without line numbers', async ({ page }) => {
  const builder = createProfileBuilder()
  const thread = builder.thread('main', 1)
  for (const line of [12, 13, 40]) {
    const caller = builder.stack(-1, builder.frame('app.Main.run', 'java'))
    builder.sample(builder.stack(caller, builder.frame(`app.Cart.total:${line}`, 'java')), thread, line, 1)
  }
  await page.goto(await importProfile(page, builder.finish('samples', emptyProvenance('async-profiler')), 'lines'))
  await waitUntilQuiet(page)
  await expectBoxes(page, 'Cart.total', 3)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Without line numbers' }).click()
  await expectListed(page, [['without line numbers', 0]])
  await expectBoxes(page, 'Cart.total', 1)
})

test('filters stay when the page is loaded anew, and their link shows the same to others', async ({ page }) => {
  await openShop(page)
  await selectByKeys(page, discount)
  await page.keyboard.press('x')
  await expectListed(page, [[`drop stacks with ${discount}`, dropped]])
  await page.reload()
  await expectListed(page, [[`drop stacks with ${discount}`, dropped]])
  await expectRemoved(page, dropped)
  await expectBoxes(page, 'Discount', 0)
})
