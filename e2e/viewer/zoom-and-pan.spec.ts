import type { CDPSession, Page } from '@playwright/test'
import { profileFromDiagram } from '../../lib/testing/profiles/text-graph.ts'
import { listSmallMenuItems } from '../support/accessibility.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { openShop, findFunctionCenter } from '../support/shop.ts'
import { moveFingers, slide } from '../support/viewer-steps.ts'
import { importProfile, takeStableScreenshot, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

// Near the root, so that a small screen shows them too.
const thread = 'java.lang.Thread.run'
const worker = 'org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker'
const rangeOf = (page: Page) => new URL(page.url()).searchParams.get('range')
const widthOf = (range: string | null) => {
  const [from, to] = (range ?? '0-1').split('-').map(Number)
  return to! - from!
}

test('with the mouse: a click zooms, the wheel zooms around the pointer, a drag pans, the minimap navigates, Back goes back', async ({
  page,
}) => {
  await openShop(page)
  await page.mouse.move(0, 0)
  const start = await takeStableScreenshot(page)
  const point = await findFunctionCenter(page, worker)

  await test.step('a click zooms to a frame, whose callers stay', async () => {
    await page.mouse.click(point.x, point.y)
    await expect(page).toHaveURL(/zoom=/)
    await waitForGraph(page)
    const canvas = (await page.getByTestId('flame-graph').boundingBox())!
    await page.mouse.move(canvas.x + 20, canvas.y + canvas.height - 9)
    await expect(page.getByTestId('hover-card')).toContainText('all')
    await page.mouse.click(canvas.x + 20, canvas.y + canvas.height - 9)
    await expect(page).not.toHaveURL(/zoom=/)
    await page.goBack()
    await expect(page).toHaveURL(/zoom=/)
    await page.goBack()
    await expect(page).not.toHaveURL(/zoom=/)
    await page.mouse.move(0, 0) // off the graph, which highlights the box under the pointer
    expect((await takeStableScreenshot(page)).equals(start)).toBe(true)
  })

  await test.step('the wheel with Ctrl zooms around the pointer', async () => {
    await page.mouse.move(point.x, point.y)
    await expect(page.getByTestId('hover-card')).toContainText(worker)
    await page.keyboard.down('Control')
    for (let turn = 0; turn < 3; turn++) await page.mouse.wheel(0, -120)
    await page.keyboard.up('Control')
    // Each step shows 1/√2 of the range before. The address is updated after the last step.
    await expect.poll(() => widthOf(rangeOf(page))).toBeCloseTo(2 ** -1.5, 3)
    await page.mouse.move(point.x + 1, point.y)
    await expect(page.getByTestId('hover-card')).toContainText(worker)
  })

  await test.step('a key closes the card of the box under the pointer, until it moves', async () => {
    const card = page.getByTestId('hover-card')
    await page.keyboard.press('Shift')
    await expect(card).toContainText(worker)
    await page.keyboard.press('ArrowUp')
    await expect(card).toBeHidden()
    await page.mouse.move(point.x, point.y)
    await expect(card).toContainText(worker)
  })

  await test.step('a drag pans, and does not click', async () => {
    const before = rangeOf(page)
    await page.mouse.move(point.x, point.y)
    await page.mouse.down()
    await page.mouse.move(point.x - 120, point.y, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => rangeOf(page)).not.toBe(before)
    expect(Number(rangeOf(page)!.split('-')[0])).toBeGreaterThan(Number(before!.split('-')[0]))
    expect(widthOf(rangeOf(page))).toBeCloseTo(widthOf(before), 3)
  })

  await test.step('a click in the minimap pans there', async () => {
    const before = rangeOf(page)
    const canvas = page.getByTestId('minimap')
    // An opaque one is black until the tree is painted, which comes after the graph.
    const isTransparent = (element: HTMLCanvasElement) => element.getContext('2d')!.getContextAttributes().alpha
    expect(await canvas.evaluate(isTransparent)).toBe(true)
    const minimap = (await canvas.boundingBox())!
    await page.mouse.click(minimap.x + 8, minimap.y + minimap.height / 2)
    await expect.poll(() => rangeOf(page)).not.toBe(before)
    expect(Number(rangeOf(page)?.split('-')[0] ?? 0)).toBeLessThan(Number(before!.split('-')[0]))
  })

  await test.step('the button resets the zoom', async () => {
    await page.getByRole('button', { name: 'Show all (0)' }).click()
    await expect(page).not.toHaveURL(/range=|zoom=/)
  })
})

test('with the keyboard alone: arrow keys move the selection, Enter zooms, + and - zoom, Shift and arrow keys pan, Backspace and 0 reset', async ({
  page,
}) => {
  await openShop(page)
  await page.getByRole('tree').focus()
  const selected = page.getByTestId('selected-frame')
  const walked: string[] = []
  for (let step = 0; step < 3; step++) {
    await page.keyboard.press('ArrowUp')
    await expect.poll(async () => selected.textContent()).not.toBe(walked.at(-1) ?? 'allroot')
    walked.push((await selected.textContent())!)
  }
  expect(walked[0]).toContain('3 JVM frames')
  expect(walked.slice(1)).toEqual(expect.arrayContaining([expect.stringContaining('java.lang.Thread.run')]))
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveText(walked.at(-2)!)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(selected).not.toHaveText(walked.at(-1)!)
  await page.keyboard.press('ArrowRight')
  await expect(selected).toHaveText(walked.at(-1)!)

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/zoom=/)
  await page.keyboard.press('Backspace')
  await expect(page).not.toHaveURL(/zoom=/)

  await page.keyboard.press('+')
  await expect(page).toHaveURL(/range=/)
  const zoomed = rangeOf(page)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => rangeOf(page)).not.toBe(zoomed)
  await page.keyboard.press('-')
  await page.keyboard.press('0')
  await expect(page).not.toHaveURL(/range=|zoom=/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Zoom to the selected frame')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

  test('with fingers: a pinch zooms, a finger pans, a tap zooms in, a long press opens the menu', async ({ page }) => {
    await openShop(page)
    const session = await page.context().newCDPSession(page)
    const { x, y } = await findFunctionCenter(page, thread)

    await pinch(session, { x, y }, 30, 120)
    await expect(page).toHaveURL(/range=/)
    const zoomed = rangeOf(page)
    await slide(session, { x, y }, -80)
    await expect.poll(() => rangeOf(page)).not.toBe(zoomed)

    await page.getByRole('tree').focus()
    await page.keyboard.press('0')
    await expect(page).not.toHaveURL(/range=/)
    await waitForGraph(page)
    await page.touchscreen.tap(x, y)
    await expect(page).toHaveURL(/zoom=/)
    await page.keyboard.press('0')
    await waitForGraph(page)

    // The details of the selected frame may have taken a row from the graph.
    const pressed = await findFunctionCenter(page, thread)
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [pressed] })
    await expect(page.getByTestId('frame-menu')).toContainText('Thread.run')
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(page.getByTestId('frame-menu')).toBeVisible()
    // Keys are of no use to fingers.
    await expect(page.getByTestId('frame-menu').locator('kbd').filter({ visible: true })).toHaveCount(0)
    await page.screenshot({ path: `${results}frame-menu-phone.png` })
    expect(await listSmallMenuItems(page)).toEqual([])
    const menu = (await page.getByTestId('frame-menu').boundingBox())!
    expect(menu.y).toBeGreaterThanOrEqual(0)
    expect(menu.y + menu.height).toBeLessThanOrEqual(780)
    await page.getByRole('menuitem', { name: 'Hide idle threads' }).tap()
    await expect(page.getByTestId('filter')).toContainText('hide idle')
    await page.getByRole('button', { name: 'More controls' }).tap()
    for (const name of ['Filter', 'Order and names']) {
      await page.getByRole('button', { name, exact: true }).tap()
      await expect(page.getByRole('menu')).toBeVisible()
      expect(await listSmallMenuItems(page), name).toEqual([])
      await page.screenshot({ path: `${results}menu-phone-${name.split(' ')[0]}.png` })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
  })
})

test.describe('the menu of a frame in a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const lies = async (page: Page) => {
    const menu = page.getByTestId('frame-menu')
    await expect(menu).toBeVisible()
    return menu.evaluate(async (element) => {
      // It grows as it opens.
      await Promise.all(element.getAnimations().map(({ finished }) => finished))
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
      return isInside ? 'inside' : `at ${left} to ${right}, ${top} to ${bottom}`
    })
  }

  for (const [shown, query, part] of [
    ['the flame graph', '', 'tree'],
    ['an icicle', 'draw=icicle', 'tree'],
    ['the table', 'tab=table', 'grid'],
    ['the call tree', 'tab=tree', 'treegrid'],
  ] as const) {
    test(`lies in it wherever it is opened in ${shown}, and stays when the button comes up`, async ({ page }) => {
      await openShop(page, query)
      if (part === 'tree') await waitForGraph(page)
      for (const row of [0, 1]) {
        for (const share of [0.01, 0.25, 0.5, 0.6, 0.75, 0.99]) {
          // The details of a frame can take a row from the graph.
          const { x, y, width, height } = (await page.getByRole(part).boundingBox())!
          // Each of these rows is as wide as all.
          const top = part !== 'tree' ? y + 45 + 105 * row : query === '' ? y + height - 9 : y + 9 + 18 * row
          await page.mouse.move(x + share * width, top)
          await page.mouse.down({ button: 'right' })
          const opened = `${share} of the width, ${top} px`
          expect(await lies(page), opened).toBe('inside')
          await page.mouse.up({ button: 'right' })
          await expect(page.getByTestId('frame-menu'), opened).toBeVisible({ timeout: 2000 })
          await page.keyboard.press('Escape')
          await expect(page.getByTestId('frame-menu')).toHaveCount(0)
        }
      }
    })
  }

  test('lies in it with text of twice the size', async ({ page }) => {
    await openShop(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await page.getByRole('tree').focus()
    await page.keyboard.press('Shift+F10')
    expect(await lies(page)).toBe('inside')
  })
})

test.describe('the card of a resting pointer', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  // A third of it is higher than the window; the rest is seven rows high.
  const rows = Array.from({ length: 60 }, (_, row) => `shop.Deep${row}.run ${row < 6 ? `shop.Flat${row}.run` : '.'}`)
  const uneven = (weights: string) => profileFromDiagram([...rows, weights].join('\n'))

  for (const [title, isCompared] of [
    ['of one profile', false],
    ['of a comparison', true],
  ] as const) {
    test(`is of the frame now under it, or gone, when a line above the graph goes or comes, ${title}`, async ({
      page,
    }) => {
      const path = await importProfile(page, uneven('300 700'), 'uneven')
      const before = isCompared ? await importProfile(page, uneven('500 500'), 'uneven earlier') : ''
      await page.goto(isCompared ? `${path}?baseline=${before.slice('/profiles/'.length)}` : path)
      await waitUntilQuiet(page)
      const canvas = await waitForGraph(page)
      const line = page.getByTestId('rows-above')
      await expect(line).not.toBeEmpty()
      const card = page.getByTestId('hover-card')
      const readCard = async () => ((await card.isVisible()) ? ((await card.textContent()) ?? '') : '')
      const { x, y, width, height } = (await canvas.boundingBox())!
      const at = { x: x + width * 0.8, y: y + height - 18 * 4 + 3 }
      const expectCardOfPointer = async () => {
        await waitForGraph(page)
        const rested = await readCard()
        await page.mouse.move(at.x + 1, at.y)
        await expect.poll(readCard).not.toBe('')
        const moved = await readCard()
        expect(['', moved]).toContain(rested)
        await page.mouse.move(at.x, at.y)
        return moved
      }

      await page.mouse.move(at.x, at.y)
      await expect(card).toContainText('Flat2.run')
      await page.mouse.click(at.x, at.y)
      await expect(page).toHaveURL(/zoom=/)
      await expect(line).toBeEmpty()
      expect(await expectCardOfPointer()).toContain('Flat2.run')
      await page.goBack()
      await expect(line).not.toBeEmpty()
      await expectCardOfPointer()
      for (const height of [701, 733, 720]) {
        await page.setViewportSize({ width: 1280, height })
        await expectCardOfPointer()
      }
      await page.goForward()
      await expect(line).toBeEmpty()
      await expectCardOfPointer()
      await page.keyboard.press('0')
      await expect(line).not.toBeEmpty()
      await expectCardOfPointer()
      await page.screenshot({ path: `${results}card-of-resting-pointer-${isCompared ? 'compared' : 'alone'}.png` })
    })
  }
})

test('with reduced motion a zoom is not animated', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openShop(page)
  const canvas = await waitForGraph(page)
  const before = Number(await canvas.getAttribute('data-drawn'))
  const { x, y } = await findFunctionCenter(page, thread)
  await page.mouse.move(x, y)
  await expect(page.getByTestId('hover-card')).toContainText('Thread.run')
  const hovering = Number(await canvas.getAttribute('data-drawn'))
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/zoom=/)
  await waitForGraph(page)
  expect(Number(await canvas.getAttribute('data-drawn')) - hovering).toBeLessThan(5)
  expect(hovering).toBeGreaterThanOrEqual(before)
})

async function pinch(
  session: CDPSession,
  { x, y }: { x: number; y: number },
  fromPx: number,
  toPx: number,
): Promise<void> {
  await moveFingers(session, (part) => {
    const apartPx = fromPx + (toPx - fromPx) * part
    return [
      { x: x - apartPx / 2, y, id: 0 },
      { x: x + apartPx / 2, y, id: 1 },
    ]
  })
}
