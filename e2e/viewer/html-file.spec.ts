import type { Download, Page } from '@playwright/test'
import { formatShare } from '../../lib/profile/format/units.ts'

import { expect, test, watchForViolations } from '../support/fixtures.ts'
import { openFreshShop, shareHolding } from '../support/shop.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

async function save(page: Page, item: RegExp | string): Promise<Download> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return download
}

test('an exported HTML file has the viewer, without a server: search, zoom, filters, threads, time, dark mode, notes', async ({
  page,
  browser,
}, testInfo) => {
  await openFreshShop(page)
  await page.getByRole('tree').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('textbox').fill('A note that travels')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Save|Pin)/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('Search frames').fill('findWinningRule')
  await page.waitForURL(/q=findWinningRule/)
  const path = testInfo.outputPath('shop.html')
  await (await save(page, /^HTML file/)).saveAs(path)

  const elsewhere = await browser.newContext({ storageState: { cookies: [], origins: [] }, colorScheme: 'dark' })
  const file = await elsewhere.newPage()
  const violations = watchForViolations(file)
  const requests: string[] = []
  file.on('request', (request) => requests.push(request.url()))
  await file.goto(`file://${path}`)
  await expect(file.getByText(/^Exported \d{4}-\d\d-\d\d \d\d:\d\d UTC; the whole profile/)).toBeVisible()
  await waitUntilQuiet(file)

  await test.step('it opens with the view in which it was exported', async () => {
    const share = formatShare(shareHolding((name) => name.includes('findWinningRule')))
    await expect(file.getByTestId('match-share-all')).toHaveText(`${share} of all`)
    await file.screenshot({ path: testInfo.outputPath('file-dark.png') })
  })
  await test.step('it has the notes', async () => {
    await file.getByRole('button', { name: /^Notes/ }).click()
    await expect(file.getByTestId('note')).toContainText('A note that travels')
    await file.keyboard.press('Escape')
  })
  await test.step('zoom, filters, threads, time and the other views work', async () => {
    await file.getByRole('tree').focus()
    await file.keyboard.press('n')
    await expect(file.getByTestId('selected-frame')).toContainText('findWinningRule')
    await file.keyboard.press('Enter')
    await waitUntilQuiet(file)
    await expect(file.getByTestId('match-share-view')).toHaveText('100% of view')
    await file.keyboard.press('0')
    await file.keyboard.press('l')
    await waitUntilQuiet(file)
    await expect(file.locator('main header')).toContainText('removed by filters')
    await file.keyboard.press('u')
    await file.getByRole('button', { name: /^Threads/ }).click()
    await file.getByRole('row', { name: /^C2 CompilerThread/ }).click()
    await file.keyboard.press('Escape')
    await waitUntilQuiet(file)
    await expect(file.locator('main header')).toContainText('removed by filters')
    await file.getByRole('tree').focus()
    await file.keyboard.press('u')
    await file.getByRole('slider', { name: 'From, in the recording' }).focus()
    await file.keyboard.press('PageUp')
    await waitUntilQuiet(file)
    await expect(file.locator('main header')).toContainText('removed by filters')
    await file.getByRole('tree').focus()
    await file.keyboard.press('t')
    await expect(
      file.getByRole('grid', { name: 'Functions' }).or(file.getByRole('table', { name: 'Functions' })),
    ).toBeVisible()
  })
  expect(violations).toEqual([])
  expect(
    requests.filter((url) => !url.startsWith('file:') && !url.startsWith('blob:') && !url.startsWith('data:')),
  ).toEqual([])
  await elsewhere.close()
})
