import type { Locator, Page } from '@playwright/test'

/**
 * The toast on the screen that holds `text`. Not `getByText`: for a second, what screen readers announce holds the
 * text of a toast a second time.
 */
export function findToast(page: Page, text: string | RegExp): Locator {
  return page.locator('li[data-state=open]').filter({ hasText: text })
}
