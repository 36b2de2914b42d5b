import { type Page, test } from '@playwright/test'
import { createServiceHref } from '../../components/links/service-href.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { storeManyProfiles } from '../../lib/testing/profiles/many-profiles.ts'
import { signInVisitor } from './import-load.ts'
import { quantileByRank } from './quantile.ts'
import { type Budget, budgetTable } from './result-table.ts'
import { prepareInstance, removeInstance, startHearth } from '../support/hearth.ts'

/** A library of 100,000 profiles as people meet it: over HTTP, and in Chromium. Prints; a number is never a failure. */

const count = Number(process.env['HEARTH_BENCH_PROFILES'] ?? 100_000)
const limitMs = 200
const rounds = 11
const service = 'acme/checkout-0'
const inService = `service=${encodeURIComponent(service)}`

// A trace keeps each row of each list, and takes longer than the page.
test.use({ trace: 'off', screenshot: 'off' })

test(`a library of ${count.toLocaleString('en')} profiles`, async ({ browser }) => {
  test.setTimeout(1_800_000)
  const instance = await prepareInstance()
  try {
    await storeManyProfiles(`${instance.directory}/data`, count)
    const hearth = await startHearth(instance)
    try {
      const visitor = await signInVisitor(hearth.signInLink)
      const headers = { cookie: visitor.cookie }
      console.log(budgetTable('over HTTP, to the last byte, worst of eleven', await overHttp(visitor.url, headers)))
      const [name, value] = visitor.cookie.split('=') as [string, string]
      const context = await browser.newContext({ baseURL: visitor.url, viewport: { width: 1440, height: 900 } })
      await context.addCookies([{ name, value, url: visitor.url, secure: true }])
      console.log(budgetTable('in Chromium, median of eleven', await inChromium(await context.newPage())))
      await context.close()
    } finally {
      await hearth.stop()
    }
  } finally {
    await removeInstance(instance)
  }
})

async function overHttp(url: string, headers: Record<string, string>): Promise<Budget[]> {
  const get = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.text()
  }
  const first = JSON.parse(await get('/api/v1/profiles?limit=100')) as { next: string; profiles: { id: string }[] }
  const { id } = first.profiles[0]!
  const addresses = {
    'the page of all': '/profiles',
    'the page of one service': `/profiles?${inService}`,
    'the page of a word that many have': '/profiles?q=checkout',
    'the page of a word that all have': '/profiles?q=acme',
    'the second page': `/api/v1/profiles?choices=0&after=${first.next}`,
    'choices under a facet': '/api/v1/profiles?limit=1&engine=perf&engine=jfr',
    'choices under a word that many have': '/api/v1/profiles?limit=1&q=checkout',
    'choices under a word that all have': '/api/v1/profiles?limit=1&q=acme',
    'all services': '/services',
    'the timeline of a service': createServiceHref(service),
    'the page of a profile': `/profiles/${id}`,
    'its samples': `/api/v1/profiles/${id}/data`,
  }
  const budgets: Budget[] = []
  for (const [what, path] of Object.entries(addresses)) {
    await get(path) // the first of all loads the code of its page
    const times = await repeat(() => get(path))
    budgets.push({ what, value: Math.max(...times), unit: 'ms', limit: limitMs })
  }
  return budgets
}

async function inChromium(page: Page): Promise<Budget[]> {
  const pinned = page.getByRole('button', { name: 'Pinned' })
  const filterField = page.getByLabel('Filter profiles')
  const rowsAre = (isWhole: boolean) =>
    page.waitForFunction(
      ([whole, wanted]) =>
        (document.querySelector('main [role=status]')?.textContent.startsWith(whole) ?? !wanted) === wanted,
      [`${formatCount(count + 1)} profiles,`, isWhole] as const,
      { polling: 'raf' },
    )
  await page.goto('/profiles')
  await page.locator('[data-profile]').first().waitFor()
  const opened = await repeat(async () => {
    await page.goto('/profiles', { waitUntil: 'commit' })
    await page.waitForSelector('[data-profile]')
  })
  await rowsAre(true)
  const filtered = await repeat(
    () => pinned.click().then(() => rowsAre(false)),
    () => pinned.click().then(() => rowsAre(true)),
  )
  const searched = await repeat(
    () => filterField.fill('acme/login').then(() => rowsAre(false)),
    () => filterField.fill('').then(() => rowsAre(true)),
  )
  const drawTimes = await repeat(
    async () => {
      await page.locator('[data-profile] a').first().click()
      await page.waitForSelector('canvas[data-testid=flame-graph][data-drawn]')
    },
    async () => {
      await page.goto('/profiles')
      await rowsAre(true)
    },
  )
  return [
    { what: 'the library, from its link to its rows', times: opened },
    { what: 'a filter, from its click to other rows', times: filtered },
    { what: 'a word, from its last letter to other rows; 150 ms of it wait for another letter', times: searched },
    { what: 'a profile, from its click to its graph', times: drawTimes },
  ].map(({ what, times }) => ({ what, value: quantileByRank(times, 0.5), unit: 'ms', limit: limitMs }))
}

/** Milliseconds of each time; putting things back is not counted. */
async function repeat(run: () => Promise<unknown>, putBack?: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
    await putBack?.()
  }
  return times
}
