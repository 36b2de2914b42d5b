/**
 * Recordings of other tools are imported, and exported to other tools with the same samples, which their own page
 * shows.
 */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { profileSummarySchema } from '../../lib/contract/profile.ts'
import { readPprof } from '../../lib/formats/pprof/pprof.ts'
import { readSpeedscope } from '../../lib/formats/speedscope/speedscope.ts'
import { unpacked } from '../../lib/parser/unpack.ts'
import { buildCallTree } from '../../lib/profile/tree/call-tree.ts'
import { totalWeight } from '../../lib/profile/model/stack-weights.ts'
import { buildFunctionTable } from '../../lib/profile/tree/function-table.ts'
import type { Profile } from '../../lib/profile/model/profile.ts'
import { chunksOf } from '../../lib/testing/formats/chunks.ts'
import { contentOf } from '../../lib/testing/profiles/same-samples.ts'
import { expect, test } from '../support/fixtures.ts'
import { openInSpeedscope } from '../support/speedscope-page.ts'
import { fetchProfile, waitForGraph } from '../support/viewer.ts'

const recordings = resolve(import.meta.dirname, '../../lib/formats/golden/imported')

async function importBytes(request: APIRequestContext, bytes: Buffer, name: string): Promise<string> {
  const answer = await request.post('/api/v1/profiles', {
    data: bytes,
    headers: {
      origin: process.env.HEARTH_E2E_URL!,
      'x-file-name': name,
      'content-type': 'application/octet-stream',
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return profileSummarySchema.parse(await answer.json()).id
}

async function exportBytes(request: APIRequestContext, id: string, format: string): Promise<Buffer> {
  const answer = await request.get(`/api/v1/profiles/${id}/export?format=${format}`)
  expect(answer.status()).toBe(200)
  return answer.body()
}

const names = readdirSync(recordings).filter((name) => !/\.expected\.txt$|\.collapsed\.gz$/.test(name))

for (const name of names) {
  test(`${name} is imported, and exported as pprof and speedscope with the same samples`, async ({ page }) => {
    const id = await importBytes(page.request, await readFile(join(recordings, name)), name)
    const stored = await fetchProfile(page.request, id)
    expect(totalWeight(stored)).toBeGreaterThan(0)
    const speedscope = await exportBytes(page.request, id, 'speedscope')
    const pprof = await exportBytes(page.request, id, 'pprof')
    const again = [
      (await readSpeedscope(unpacked(chunksOf(speedscope)))).profile,
      (await readPprof(unpacked(chunksOf(pprof)))).profile,
    ]
    for (const profile of again) expect(contentOf(profile)).toEqual(contentOf(stored))
  })
}

/** A profile that Chromium records of a page, as its developer tools do. */
async function recordChromium(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.setSamplingInterval', { interval: 1000 })
  await devtools.send('Profiler.start')
  await page.evaluate(() => {
    const fibonacci = (n: number): number => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2))
    const end = performance.now() + 500
    while (performance.now() < end) fibonacci(20)
  })
  const { profile } = await devtools.send('Profiler.stop')
  return Buffer.from(JSON.stringify(profile))
}

test('a recording of Chromium is drawn and exported to speedscope, whose own page shows the same numbers', async ({
  page,
  browser,
}, testInfo) => {
  await page.goto('/profiles')
  const id = await importBytes(page.request, await recordChromium(page), 'chromium.cpuprofile')
  await page.goto(`/profiles/${id}`)
  await waitForGraph(page)
  await page.getByLabel('Search frames').fill('fibonacci')
  await expect(page.getByTestId('match-share-all')).toHaveText(/^[1-9]\d/)

  const path = testInfo.outputPath('chromium.speedscope.json')
  const stored = await fetchProfile(page.request, id)
  await writeFile(path, await exportBytes(page.request, id, 'speedscope'))
  await using speedscope = await openInSpeedscope(browser, path, 'sandwich')
  await expect(speedscope.page.getByRole('row').filter({ hasText: 'fibonacci' }).first()).toBeVisible()
  const shown = (await speedscope.page.getByRole('row').allInnerTexts()).slice(1).map(readRow)
  expect(shown.length).toBeGreaterThan(1)
  expect(speedscope.refused).toEqual([])
  const costs = costsOf(stored)
  for (const { name, self, total } of shown) {
    // speedscope shows two decimals, in the unit that fits.
    const fits = costs.some((cost) => cost.name === name && isClose(cost.self, self) && isClose(cost.total, total))
    expect(fits, `${name} ${self} ${total}`).toBe(true)
  }
})

/** `125.07ms (7.8%)	58.48ms (3.7%)	search page.html:3`, total first. */
function readRow(text: string): { readonly name: string; readonly self: number; readonly total: number } {
  const [total = '', self = '', name = ''] = text.split(/\s*\t\s*/)
  return { name: name.trim(), self: nanosecondsOf(self), total: nanosecondsOf(total) }
}

const unitsOfTime: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 }

function nanosecondsOf(text: string): number {
  const [, number, unit] = /^([\d.]+)\s*(ns|[µμ]s|ms|s)\b/.exec(text.trim()) ?? []
  return Number(number) * (unitsOfTime[unit?.replace('μ', 'µ') ?? ''] ?? Number.NaN)
}

function isClose(exact: number, shown: number): boolean {
  return Math.abs(exact - shown) <= Math.max(shown * 0.006, 10_000)
}

function costsOf(profile: Profile): { name: string; self: number; total: number }[] {
  const { strings, frames } = profile
  const table = buildFunctionTable(buildCallTree(profile), frames.length)
  return Array.from(table.frame.subarray(0, table.length), (frame, row) => ({
    name: strings[frames.name[frame]!]!,
    self: table.self[row]!,
    total: table.total[row]!,
  }))
}
