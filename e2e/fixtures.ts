import { expect, type Page, test as base } from '@playwright/test'
import { sessionPath } from './global-setup.ts'

/** A page of somebody signed in; the test fails when a script ran, a dialog came or a policy had to step in. */
export const test = base.extend({
  baseURL: ({}, use) => use(process.env.HEARTH_E2E_URL), // eslint-disable-line no-empty-pattern -- Playwright reads it
  storageState: sessionPath,
  page: async ({ page }, use) => {
    const mischief = watchForMischief(page)
    await use(page)
    expect(mischief).toEqual([])
  },
})

/** Collects what a hostile name could cause. */
export function watchForMischief(page: Page): readonly string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) seen.push(message.text())
  })
  return seen
}

export { expect }
