import { mkdir } from 'node:fs/promises'
import { chromium, type FullConfig } from '@playwright/test'
import { makePlace, removePlace, saveSession, startHearth } from './hearth.ts'

export const results = new URL('results/', import.meta.url).pathname
export const sessionPath = `${results}session.json`

/** One Hearth for all journeys, signed in once; the way to it goes to the tests by the environment. */
export default async function setUp(config: FullConfig): Promise<() => Promise<void>> {
  await mkdir(results, { recursive: true })
  const place = await makePlace()
  const hearth = await startHearth(place)
  process.env.HEARTH_E2E_URL = hearth.url
  const browser = await chromium.launch(config.projects[0]?.use.launchOptions)
  await saveSession(browser, hearth.signInLink, sessionPath)
  await browser.close()
  return async () => {
    await hearth.stop()
    await removePlace(place)
  }
}
