import type { Page } from '@playwright/test'

/**
 * The scripts that the page had asked for by then, those of its workers apart.
 *
 * Units: ms since the navigation began; bytes, as they are before they are compressed.
 */
export function scriptsAsked(page: Page, untilMs: number): Promise<{ bytes: number; lines: string[] }> {
  return page.evaluate((until) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = entries.filter(
      ({ name, startTime, initiatorType }) =>
        /[.]js([?]|$)/.test(name) && startTime <= until && initiatorType !== 'other',
    )
    return {
      bytes: scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
      lines: scripts.map(({ name, decodedBodySize, initiatorType }) => `${decodedBodySize} ${initiatorType} ${name}`),
    }
  }, untilMs)
}

/** Delays all scripts of the page until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_next/static/chunks/*.js*', async (route) => {
    await released
    await route.continue()
  })
  return release
}
