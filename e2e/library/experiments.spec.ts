/** Experiments as they are reported: the list, the page of one, and the way to its flame graphs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import type { ExperimentDirectory } from '../../lib/contract/experiment-directories.ts'
import type { ExperimentRun, ReportedExperiment } from '../../lib/contract/experiments.ts'
import { encodeProfile } from '../../lib/profile/encoding/encode.ts'
import { artefactOf, createFakeCollector, type FakeCollector } from '../../lib/server/testing/fake-collector.ts'
import { createRandom } from '../../lib/testing/profiles/random-profile.ts'
import {
  sampleCapture,
  sampleExperiment,
  sampleExperimentDirectory,
  sampleExperimentRun,
  sampleLoad,
} from '../../lib/testing/samples.ts'
import { findAccessibilityProblems } from '../support/accessibility.ts'
import { shopAfter, shopBefore } from '../support/compared-shops.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { saveSession } from '../support/hearth.ts'
import { withPages } from '../support/start-pages.ts'
import { waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const id = '0123abcd'

async function report(page: Page, origin: string, experiment: ReportedExperiment, as = id): Promise<void> {
  const answer = await page.request.put(`/api/v1/experiments/${as}`, { data: experiment, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** What the collector recorded in that run, for the library to fetch. */
function capture(collector: FakeCollector, { captureId, configuration }: ExperimentRun): void {
  const encoded = encodeProfile(configuration === 1 ? shopBefore : shopAfter)
  collector.artefacts.set(captureId!, encoded)
  collector.emitCapture(sampleCapture({ id: captureId!, state: 'saving', artefacts: [artefactOf(encoded)] }))
}

/**
 * Three repetitions of both configurations; their throughput by run, in order. One run is left out, one has its warm-up
 * in its numbers.
 */
const throughputs = [120, 61, 131, 58, 126, 64]
const runs = throughputs.map((perSecond, at) =>
  sampleExperimentRun({
    ...{ number: at + 1, configuration: (at % 2) + 1, repetition: (at >> 1) + 1, captureId: `${at + 1}`.repeat(32) },
    ...{ load: sampleLoad(perSecond, { excludesWarmUp: at !== 5 }), cpuSeconds: perSecond / 10 },
    marks: at === 4 ? [{ mark: 'container-died', reason: 'shop_1 ended with exit code 137 under load' }] : [],
  }),
)

test('an experiment grows while it runs, shows what its repetitions show, and leads to its flame graphs', async ({
  browser,
}) => {
  const collector = createFakeCollector()
  await withPages(browser, collector, async (page, { url }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Experiments' }).click()
    await expect(page.getByText('No experiment was run yet')).toBeVisible()
    await expect(page.getByText('npx hearth experiment run DIR')).toBeVisible()
    expect(await findAccessibilityProblems(page, 'no experiment')).toEqual([])

    // The list and the page follow what is reported, without a reload.
    await page.locator('[data-connection="live"]').waitFor()
    await report(page, url, sampleExperiment({ runs: [] }))
    await page.getByRole('link', { name: 'pricing' }).click()
    await expect(page.getByText('No run has ended yet')).toBeVisible()
    await expect(page).toHaveTitle(/^pricing, \d{4}-\d\d-\d\d \d\d:\d\d UTC · Experiment · Hearth$/)
    const now = { run: 1, phase: 'load', endsAt: Date.now() + 540_000 } as const
    await report(page, url, sampleExperiment({ runs: [], now, dueAt: Date.now() + 241_000 }))
    const doing = page.getByTestId('what-it-does')
    await expect(doing).toHaveText(
      'Run 1 of 6: load and warm-up, about 9 min left. Without a report for 4 min it counts as broken off.',
    )
    await page.screenshot({ path: `${results}/experiment-under-way.png` })
    await report(
      page,
      url,
      sampleExperiment({ runs: runs.slice(0, 1), now: { ...now, run: 2 }, dueAt: Date.now() + 1000 }),
    )
    // Nothing comes any more, and nothing reloads the page.
    await expect(page.getByText('Broken off')).toBeVisible()
    await expect(doing).toHaveText(/^The command was killed, .*nothing came for \d s\. Go on with it: npx hearth/)
    await report(page, url, sampleExperiment({ runs: runs.slice(0, 2), state: 'interrupted' }))
    await expect(page.getByTestId('runs-ended')).toHaveText('2 of 6 runs ended')
    await expect(page.getByText('npx hearth experiment resume DIR')).toBeVisible()
    await expect(page.locator('[data-configuration="1"]')).toContainText('2 not run yet')
    await expect(page.locator('[data-run="1"]').getByRole('link', { name: 'Capture' })).toBeVisible()

    for (const run of runs) capture(collector, run)
    await report(page, url, sampleExperiment({ runs, state: 'ended' }))
    const index = page.locator('[data-configuration="1"]')
    await expect(index).toContainText('1 left out')
    await expect(index.locator('[data-measure="perSecond"]')).toHaveText('126120 to 131')
    await expect(page.locator('[data-configuration="2"] [data-measure="perSecond"]')).toHaveText('61.058.0 to 64.0')
    await expect(page.locator('[data-run="5"]')).toContainText('A container endedshop_1 ended with exit code 137')
    await expect(page.getByRole('columnheader', { name: 'CPU' })).toHaveCount(3)
    await expect(page.getByRole('columnheader', { name: 'Allocation' })).toHaveCount(0)
    await expect(page.getByText('in 1 of 6 runs of the whole load, warm-up included.')).toBeVisible()
    await expect(page.locator('[data-run]', { hasText: 'warm-up included' })).toHaveAttribute('data-run', '6')
    await expect(page.getByRole('link', { name: /^CPU/ })).toHaveCount(2 + runs.length)

    // Two and three repetitions that lie apart are too few to say so.
    const effect = page.locator('[data-effect="pricing scan"]')
    await expect(effect).toContainText('Too few runs: p is at least 20%5 runs of 1 pair of configurations')
    await expect(effect.locator('[data-measure="perSecond"]')).toHaveText(/^−51\.\d%80%: −55\.7 to −46\.7%$/)
    const sureness = page.getByText('with too few runs for 95% it says how sure it is')
    await expect(sureness).toBeHidden()
    await page.getByText('How changes are tested').click()
    await expect(sureness).toBeVisible()
    await page.getByRole('checkbox', { name: 'Compare configuration 1' }).check()
    await page.getByRole('checkbox', { name: 'Compare configuration 2' }).check()
    // What measures show comes first; what the samples of these runs show takes its place when it is there.
    await expect(page.getByTestId('conclusion')).toHaveText(/^Significant in CPU per request: shop\.pricing \+/)
    await expect(page.locator('[data-compared="failed"]')).toContainText('±0 points')
    await page.setViewportSize({ width: 1280, height: 720 })
    // Tables, and the notes below them, end at one edge.
    const edges = await page
      .locator('main section > :is(p, [role=region])')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
    expect([...new Set(edges)]).toEqual([1264])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findAccessibilityProblems(page, `experiment ${colorScheme}`)).toEqual([])
      await page.screenshot({ path: `${results}/experiment-${colorScheme}.png`, fullPage: true })
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findAccessibilityProblems(page, 'experiment on a phone')).toEqual([])
    // Rows are cards: all measures and the flame graphs are seen without scrolling sideways.
    const tables = page.getByRole('region', { name: /as a table$/ })
    expect(await tables.count()).toBeGreaterThan(3)
    expect(
      await tables.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel),
      ),
    ).toEqual([])
    // Two configurations can be seen together.
    const [one, two] = await Promise.all([1, 2].map((of) => page.locator(`[data-configuration="${of}"]`).boundingBox()))
    expect(two!.y + two!.height - one!.y).toBeLessThan(720)
    const cut = page.locator('[data-configuration] > *')
    expect(
      await cut.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).map(String)),
    ).toEqual([])
    const here = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Experiments' })
    await expect(here).toBeInViewport({ ratio: 1 })
    await page.screenshot({ path: `${results}/experiment-phone.png`, fullPage: true })
    await page.setViewportSize({ width: 1280, height: 720 })

    // One run is left out on one side; two and three runs do not show how far runs differ.
    await page.getByRole('link', { name: 'Compare flame graphs of all runs: CPU' }).click()
    await expect(page).toHaveURL(/\/experiments\/0123abcd\/compare\/1\/2\?scale=request$/)
    await page.getByRole('button', { name: 'Mean per request 2 → 3 runs' }).click()
    await expect(
      page.getByText('of all runs: 2 before, 3 after. What is significant is decided by samples'),
    ).toBeVisible()
    await waitUntilQuiet(page)
    await expect(page.getByLabel('Scale').locator('option')).toHaveText(['Shares of all', 'Per request'])
    await expect(page.getByLabel('Scale')).toHaveValue('request')
    await expect(page.getByRole('button', { name: 'Requests …' })).toHaveCount(0)
    await page.goto('/experiments')
    const row = page.locator(`[data-experiment="${id}"]`)
    await expect(row).toContainText('6 runs, 1 left out')
    expect(await findAccessibilityProblems(page, 'experiments')).toEqual([])
    await page.screenshot({ path: `${results}/experiments.png` })
    await row.getByRole('link').click()
    await page.locator('[data-configuration="1"]').getByRole('link', { name: 'CPU' }).click()
    await expect(page).toHaveURL(/\/profiles\/\w{32}$/)
    await waitForGraph(page)
  })
})

test('a run says what else went on, and its time line shows when', async ({ page, hearth }) => {
  const startAt = 1_700_000_000_000
  const second = (at: number) => startAt + at * 1000
  const times = {
    ...{ startedAt: second(-20), readyAt: second(-1), loadAt: second(0), warmUpEndedAt: second(20) },
    ...{ captureAt: second(22), captureEndedAt: second(52), loadEndedAt: second(90) },
  }
  const random = createRandom(3)
  const steps = Array.from({ length: 45 }, (_, at) => ({
    perSecond: at < 4 ? 20 * at : 110 + 20 * random() - (at > 30 && at < 36 ? 60 : 0),
    p99: at === 0 ? null : at > 30 && at < 36 ? 400 : 40 + 30 * random(),
    ...{ otherShare: at > 30 && at < 36 ? 0.6 : 0.03 * random(), throttledMs: at % 9 === 0 ? 130 : 0 },
    gcMs: at === 18 ? 2300 : 40 * random(),
  }))
  const disturbance = { otherShare: 0.31, throttledMs: 650, throttledPeriods: 12 }
  const busy = {
    mark: 'host-busy' as const,
    reason: 'other programs took 31% of the CPU time of the host, more than 25%',
  }
  const disturbed = [
    sampleExperimentRun({ times, disturbance, timeline: { startAt, stepMs: 2000, steps }, marks: [busy] }),
    sampleExperimentRun({ number: 2, configuration: 2, disturbance: { ...disturbance, throttledMs: 0 } }),
  ]
  await report(page, hearth.url, sampleExperiment({ runs: disturbed, state: 'ended' }))
  await page.goto(`/experiments/${id}`)
  const row = page.locator('[data-run="1"]')
  await expect(row).toContainText('31%650 ms12 periods')
  await expect(row).toContainText('The host did other work')
  await expect(page.locator('[data-run="2"]')).toContainText('31%0 s')
  await expect(page.getByRole('button', { name: /^Time line/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Time line of run 1' }).click()
  const timeline = page.getByTestId('timeline-1')
  await expect(timeline).toContainText('Shaded: the profile, from 22 s to 52 s of the load.')
  await expect(timeline.getByText('Other work, share of the host’s CPUs', { exact: true })).toBeVisible()
  await expect(timeline.getByText('GC pauses, share of time', { exact: true })).toBeVisible()
  await expect(timeline.getByText('at most 100%', { exact: true })).toBeVisible()
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await timeline.scrollIntoViewIfNeeded()
      expect(await findAccessibilityProblems(page, `timeline ${colorScheme}`)).toEqual([])
      await page.screenshot({ path: `${results}/experiment-timeline-${colorScheme}-${width}.png` })
    }
  await page.getByRole('button', { name: 'Time line of run 1' }).click()
  await expect(timeline).toHaveCount(0)
})

test('the effect of a variable shows over configurations that differ in nothing else', async ({ page, hearth }) => {
  const configurations = ['17', '25'].flatMap((jdk) =>
    ['h2', 'mariadb', 'postgres'].map((database) => ({ database, jdk })),
  )
  const costs = { h2: 5, mariadb: 8, postgres: 6.4 }
  const random = createRandom(6)
  const many = Array.from({ length: 18 }, (_, at) => {
    const values = configurations[at % 6]!
    const load = sampleLoad(100 + 4 * random(), { requests: 1000 })
    const cpuMs = costs[values.database as keyof typeof costs] * (1 + 0.05 * random())
    const cpuSeconds = (cpuMs * load.requests) / 1000
    return sampleExperimentRun({
      number: at + 1,
      configuration: (at % 6) + 1,
      repetition: Math.floor(at / 6) + 1,
      load,
      cpuSeconds,
      allocation: {
        bytesPerSecond: 20_480 * (1 + ((at * 7) % 5) / 100) * load.perSecond,
        requestsPerSecond: load.perSecond,
      },
    })
  })
  const numbered = configurations.map((values, at) => ({ number: at + 1, values }))
  await report(page, hearth.url, sampleExperiment({ configurations: numbered, runs: many, state: 'ended' }))
  await page.goto(`/experiments/${id}`)
  const effectOf = (name: string) => page.locator(`[data-effect="${name}"]`)
  await expect(effectOf('database mariadb')).toContainText(
    /^databaseh2 to mariadbSignificant: CPU \+[56]\d(\.\d)?%12 runs of 2 pairs/,
  )
  await expect(effectOf('database mariadb').locator('[data-measure="cpuMs"]')).toContainText(/^\+[56]\d.*%q = 0\.0/)
  await expect(effectOf('jdk 25')).toContainText('Nothing significant18 runs of 3 pairs')
  await expect(effectOf('jdk 25').locator('[data-measure="cpuMs"]')).toContainText('q = ')
  await expect(effectOf('jdk 25').locator('[data-measure="allocated"]')).toContainText('q = ')
  const allocated = page.locator('[data-configuration="1"] [data-measure="allocated"]')
  await expect(allocated).toHaveText(/^20(\.\d)? KiB20 to 20\.\d KiB$/)
  await expect(page.locator('[data-run="1"]')).toContainText('20 KiB')
  await page.setViewportSize({ width: 1280, height: 720 })
  const table = page.getByRole('region', { name: 'Effects of variables as a table' })
  expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findAccessibilityProblems(page, `effects ${colorScheme}`)).toEqual([])
    await page.screenshot({ path: `${results}/experiment-effects-${colorScheme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${results}/experiment-effects-phone.png`, fullPage: true })
})

/** Two pricings on two JDKs, four times each; the profile of a run is that of its pricing, the shop before or after. */
const pricings = Array.from({ length: 16 }, (_, at) => {
  const load = sampleLoad(100 + (at % 5))
  return sampleExperimentRun({
    ...{ number: at + 1, configuration: (at % 4) + 1, repetition: (at >> 2) + 1, load },
    ...{
      captureId: (at + 16).toString(16).padStart(32, '0'),
      cpuSeconds: (load.requests * (10 + (at % 7) / 20)) / 1000,
    },
  })
})
const onTwoJdks = ['17', '25'].flatMap((jdk) => ['index', 'scan'].map((pricing) => ({ pricing, jdk })))

/**
 * Two equal configurations: what the viewer says where the experiment found nothing, and where it is sure of what these
 * runs do not show.
 */
async function expectOneAnswer(page: Page): Promise<void> {
  const equal = `/experiments/${id}/compare/1/3?scale=request`
  const answer = page.getByTestId('significant-count')
  await page.goto(equal)
  await waitUntilQuiet(page)
  await expect(answer).toHaveText('No significant difference')
  await expect(page.getByText('The experiment found')).toHaveCount(0)
  await page.route(/functions\?before=1&after=3/, async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('after=3', 'after=2') }) }),
  )
  await page.goto(equal)
  await waitUntilQuiet(page)
  await expect(answer).toHaveText('The experiment found, median per request:')
  await expect(page.getByText('No significant difference')).toHaveCount(0)
  await page
    .getByRole('list', { name: 'Largest changes' })
    .getByRole('button', { name: /^shop\.pricing/ })
    .click()
  await expect(page.getByTestId('selected-group')).toContainText('shop.pricing')
  await expect(page.getByLabel('Selected package')).toContainText('significant by the experiment (q < 0.001)')
  // The table counts what the line names, and opens with it.
  await page.keyboard.press('t')
  await expect(page.getByRole('radio', { name: 'Packages', exact: true })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Significant 5', exact: true })).toBeVisible()
  const first = page.getByRole('grid', { name: 'Packages compared' }).locator('[data-function]').first()
  await expect(first).toHaveAttribute('data-function', 'shop.pricing')
  await expect(first).toContainText(/significant by the experiment.* ms, median/)
  await page.screenshot({ path: `${results}/experiment-runs-table.png` })
  await page.unroute(/functions\?before=1&after=3/)
}

test('packages and functions that a variable changes are named, with what they explain', async ({ browser }) => {
  const collector = createFakeCollector()
  await withPages(browser, collector, async (page, { url }) => {
    for (const run of pricings) capture(collector, { ...run, configuration: ((run.configuration + 1) % 2) + 1 })
    const configurations = onTwoJdks.map((values, at) => ({ number: at + 1, values }))
    await report(page, url, sampleExperiment({ configurations, repetitions: 4, runs: pricings, state: 'ended' }))
    // One that is saved between the answer and the page's live connection would not be on it.
    const countProfiles = async () => {
      const answer = await page.request.get('/api/v1/profiles?limit=1')
      return ((await answer.json()) as { count: number }).count
    }
    await expect.poll(countProfiles).toBe(pricings.length)
    await page.setViewportSize({ width: 1280, height: 720 })
    // What could not be read is asked for again, by its table and by the sentence above it at once.
    await page.route('**/functions?*', (route) => route.abort())
    await page.goto(`/experiments/${id}`)
    await expect(page.getByRole('link', { name: /^CPU/ })).toHaveCount(4 + pricings.length)
    const pricing = page.locator('[data-functions="pricing scan"]')
    const again = page.locator('[data-functions]').getByRole('button', { name: 'Try again' })
    await expect(again).toHaveCount(2)
    await page.unroute('**/functions?*')
    for (let left = 1; left >= 0; left--) {
      await again.first().click()
      await expect(again).toHaveCount(left)
    }
    await expect(pricing.getByTestId('functions-conclusion')).toContainText(
      /^Significant: .*shop\.pricing \+\S+ ms \(mostly in shop\.pricing\.PriceRules\.findWinningRule\)/,
    )
    const row = pricing.locator('[data-changed="shop.pricing"]')
    await expect(row).toContainText(
      /Package, with all that it callsMostly in shop\.pricing\.PriceRules\.findWinningRule\+\d\.\d\d ms/,
    )
    await row.getByText(/^\d+ others?$/).click()
    await expect(row.getByRole('listitem').first()).toHaveText('shop.pricing.PriceRules.findWinningRule')
    await expect(pricing.locator('[data-changed="shop.cache"]').getByText('0', { exact: true })).toBeVisible()
    await expect(page.locator('[data-functions="jdk 25"]')).toContainText('Nothing significant among')
    // The head names the cause, too, and asks for it once.
    const head = page.getByRole('list', { name: 'What the runs show' }).getByRole('listitem')
    await expect(head.filter({ hasText: /^pricing/ })).toContainText(
      /CPU per request: shop\.pricing \+\S+ ms \(mostly in shop\.pricing\.PriceRules\.findWinningRule\)/,
    )
    await expect(head.filter({ hasText: /^jdk/ })).not.toContainText('per request')
    for (const number of [1, 2]) await page.getByRole('checkbox', { name: `Compare configuration ${number}` }).check()
    const compared = page.getByRole('region', { name: 'Configurations 1 and 2' }).getByTestId('functions-conclusion')
    await expect(compared).toContainText('4 and 4 profiles')
    await expect(page.getByTestId('conclusion')).toContainText('CPU per request: ')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findAccessibilityProblems(page, `functions ${colorScheme}`)).toEqual([])
      await page.screenshot({ path: `${results}/experiment-functions-${colorScheme}.png`, fullPage: true })
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findAccessibilityProblems(page, 'functions on a phone')).toEqual([])
    await page.screenshot({ path: `${results}/experiment-functions-phone.png`, fullPage: true })

    // Flame graphs of all runs of two configurations, in CPU time of each request.
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('link', { name: 'Compare flame graphs of all runs: CPU' }).click()
    await expect(page.getByRole('region', { name: 'Comparison' })).toHaveText(/pricing:.*index.*scan/)
    await expect(page).toHaveTitle(/: scan.* against index/)
    await waitUntilQuiet(page)
    // The graph has the room, and what is compared opens.
    expect((await page.getByTestId('flame-graph').boundingBox())!.y).toBeLessThanOrEqual(150)
    await page.getByRole('button', { name: 'Mean per request 4 → 4 runs' }).click()
    await expect(
      page.getByText('of all runs: 4 before, 4 after. What is significant is decided by how far runs'),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('list', { name: 'Largest changes' })).toContainText(/shop\.pricing.* ms/)
    // The line above the graph says what the experiment says, and what else these two show only beside it.
    await expect(page.getByTestId('significant-count')).toHaveText('The experiment found, median per request:')
    const found = page.getByRole('list', { name: 'Largest changes' }).getByRole('listitem')
    await expect(found.filter({ hasText: /^shop\.pricing\+\d\.\d\d ms \(q < 0\.001\)$/ })).toHaveCount(1)
    await found.getByRole('button', { name: /^shop\.pricing/ }).click()
    await expect(page.getByLabel('Selected package')).toContainText('significant by the experiment (q < 0.001)')
    await page.goBack()
    // Numbers of a request are long: they must not lie over the next change.
    for (const width of [1040, 1280]) {
      await page.setViewportSize({ width, height: 720 })
      const changes = page.getByRole('list', { name: 'Largest changes' }).getByRole('listitem')
      const cut = await changes.evaluateAll((items) => items.filter((item) => item.scrollWidth > item.clientWidth + 1))
      expect(cut).toEqual([])
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findAccessibilityProblems(page, `runs compared ${colorScheme}`)).toEqual([])
      await page.screenshot({ path: `${results}/experiment-runs-compared-${colorScheme}.png` })
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${results}/experiment-runs-compared-phone.png` })
    await page.setViewportSize({ width: 1280, height: 720 })
    // What the comparison of two profiles offers: files, and a way to share.
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    for (const name of ['PNG of this view', 'SVG of this view', 'Markdown report', 'HTML file'])
      await expect(page.getByRole('menuitem', { name })).toBeVisible()
    await page.screenshot({ path: `${results}/experiment-runs-export.png` })
    const folded = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Folded, two counts' }).click()
    expect(await readFile(await (await folded).path(), 'utf8')).toMatch(/shop\.pricing\S* [\d.]+ [\d.]+\n/)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'HTML file of the experiment' })).toBeVisible()
    await page.screenshot({ path: `${results}/experiment-runs-share.png` })
    await page.keyboard.press('Escape')
    await expectOneAnswer(page)
    await page.goto(`/experiments/${id}/compare/1/2?scale=request`)
    await page.getByRole('link', { name: 'Swap' }).click()
    await expect(page).toHaveURL(/\/compare\/2\/1\?/)
    await page.getByRole('link', { name: 'Experiment', exact: true }).click()
    await expect(page.getByRole('checkbox', { name: 'Compare configuration 2' })).toBeChecked()

    // A point for each run, which the arrow keys lead through.
    await page.setViewportSize({ width: 1280, height: 720 })
    const points = page.getByTestId('run-chart').locator('[data-point]')
    await expect(points).toHaveCount(pricings.length)
    await page.getByRole('radio', { name: 'p50' }).click()
    await points.first().focus()
    await expect(page.getByTestId('run-shown')).toHaveText(
      /^Run \d+, configuration \d pricing=\w+, jdk=\d+: 100 requests\/s, p50 10\.0 ms$/,
    )
    const first = await page.getByTestId('run-shown').textContent()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByTestId('run-shown')).not.toHaveText(first!)
    await page.screenshot({ path: `${results}/experiment-point.png` })

    await page.getByRole('button', { name: 'Export' }).click()
    await page.screenshot({ path: `${results}/experiment-export.png` })
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Markdown report' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('pricing.md')
    const written = await readFile(await file.path(), 'utf8')
    expect(written).toContain('**pricing: index to scan.** Significant: shop.pricing +')
    expect(written).toMatch(
      /\| shop\.pricing \(mostly in shop\.pricing\.PriceRules\.findWinningRule\) \| \+\d\.\d\d ms \|/,
    )

    // The HTML file needs no server: its graphs zoom where it lies.
    await page.getByRole('button', { name: 'Export' }).click()
    const second = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'HTML file' }).click()
    const path = join(results, 'experiment.html')
    await (await second).saveAs(path)
    const alone = await browser.newContext({ offline: true })
    const opened = await alone.newPage()
    const refused: string[] = []
    opened.on('pageerror', (error) => refused.push(error.message))
    opened.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    await opened.goto(pathToFileURL(path).href)
    await expect(
      opened.getByRole('cell', {
        name: 'shop.pricing (mostly in shop.pricing.PriceRules.findWinningRule)',
        exact: true,
      }),
    ).toBeVisible()
    const graph = opened.getByText('Configuration 2, pricing=scan, jdk=17: CPU, run')
    await graph.click()
    const frame = opened.frameLocator('iframe[title^="Configuration 2,"]')
    await frame.locator('g:has(> title:text("findWinningRule")) > rect').first().click()
    await expect(frame.locator('#unzoom')).toHaveCSS('opacity', '1')
    await opened.screenshot({ path: `${results}/experiment-html.png`, fullPage: true })
    expect(refused).toEqual([])
    await alone.close()

    // A profile that was deleted meanwhile is named.
    const { profiles } = (await (await page.request.get(`/api/v1/profiles?limit=1`)).json()) as {
      profiles: { id: string }[]
    }
    await page.request.delete(`/api/v1/profiles/${profiles[0]!.id}`, { headers: { origin: url } })
    await page.reload()
    await expect(pricing).toContainText(/Run \d+ is left out, whose CPU profile is not in the library/)

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.screenshot({ path: `${results}/experiment-delete.png` })
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete experiment' }).click()
    await expect(page.getByText('No experiment was run yet')).toBeVisible()
    await page.goto('/profiles')
    await expect(page.getByText(/^15 profiles/).first()).toBeVisible()
  })
})

test('enough repetitions that lie apart are said to, and hostile names are text', async ({ page, hearth }) => {
  const four = [100, 101, 102, 103, 50, 51, 52, 53].map((perSecond, at) =>
    sampleExperimentRun({ number: at + 1, configuration: at < 4 ? 1 : 2, load: sampleLoad(perSecond) }),
  )
  const hostile = '<img src=x onerror=alert(1)>'
  const configurations: ReportedExperiment['configurations'] = [
    { number: 1, values: { [hostile]: hostile } },
    { number: 2, values: {} },
  ]
  await report(page, hearth.url, sampleExperiment({ name: hostile, configurations, repetitions: 4, runs: four }))
  await page.goto(`/experiments/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile)
  for (const number of [1, 2]) await page.getByRole('checkbox', { name: `Compare configuration ${number}` }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected configurations' })
  await expect(bar).toContainText('2 selected')
  const way = bar.getByRole('link', { name: 'Compare configurations 1 and 2' })
  await expect(way).toHaveAttribute('href', '#configuration-comparison')
  await expect(page.getByTestId('conclusion')).toHaveText(
    /^Significant by the model: Throughput −49\.\d%, CPU \+9\d(\.\d)?%, p50 .*, p99\.9 [^,]*$/,
  )
  await expect(page.locator('[data-compared="perSecond"]')).toContainText(/−49\.\d%−52 to −46\.3%q < 0\.001/)
  await expect(page.getByText('No profiles of one event to compare')).toBeVisible()
  // The address has the two that are ticked, and takes no others.
  await expect(page).toHaveURL(/\?compare=1,2$/)
  await page.reload()
  await expect(page.getByTestId('conclusion')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Compare configuration 1' }).uncheck()
  await expect(page).toHaveURL(/\?compare=2$/)
  await page.goto(`/experiments/${id}?compare=7,x,2,`)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)

  // No run counts: the page says first why.
  const reason = (percent: number) => `other programs took ${percent}% of the CPU time of the host, more than 25%`
  const busy = four.map((run, at) => ({ ...run, marks: [{ mark: 'host-busy' as const, reason: reason(45 + 6 * at) }] }))
  await report(page, hearth.url, sampleExperiment({ configurations, repetitions: 4, runs: busy }))
  await page.goto(`/experiments/${id}?compare=1,2`)
  await expect(page.getByTestId('all-left-out')).toContainText(
    'All 8 runs were left out: other programs took 45 to 87% of the CPU time of the host, more than 25%.',
  )
  await expect(page.getByTestId('conclusion')).toHaveText(
    /^All 4 runs of configuration 1 were left out: .* 45 to 63% .*All 4 runs of configuration 2 .* 69 to 87% /,
  )
  await expect(page.getByText('holds the true median')).toHaveCount(0)
  await expect(page.getByText('No profiles of one event to compare')).toHaveCount(0)
})

test('an owner starts, stops and resumes an experiment of a directory that the operator named; others see none', async ({
  browser,
}) => {
  const collector = createFakeCollector()
  const [plan, problem] = [
    sampleExperimentDirectory().plan!,
    '/srv/experiments/clinic/experiment.yaml is not valid:\n  line 3, column 18: load.seconds: must be a number, not text',
  ]
  const clinic = sampleExperimentDirectory({ number: 2, directory: '/srv/experiments/clinic', plan: null, problem })
  const set = (more: Partial<ExperimentDirectory>) => {
    collector.directories = [sampleExperimentDirectory(more), clinic]
    collector.send({ type: 'experiment-directories' })
  }
  set({})
  await withPages(browser, collector, async (page, { url }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('/experiments')
    await page.locator('[data-connection="live"]').waitFor()
    const pricing = page.locator('[data-directory="1"]')
    await expect(pricing).toContainText(
      '2 configurations, 6 runs: 9 min of load, at most 21 min with the time to start',
    )
    await expect(page.locator('[data-directory="2"]')).toContainText('line 3, column 18: load.seconds')
    await expect(page.locator('[data-directory="2"]').getByRole('button')).toHaveCount(0)

    await pricing.getByRole('button', { name: 'Start' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start pricing?' })
    await expect(dialog).toContainText('6 runs on this host: 9 min of load, at most 21 min')
    await expect(dialog.getByRole('listitem')).toHaveText(['pricing=index', 'pricing=scan'])
    expect(await findAccessibilityProblems(page, 'start an experiment')).toEqual([])
    await page.screenshot({ path: `${results}/experiment-start.png` })
    await dialog.getByRole('button', { name: 'Start experiment' }).click()
    await expect(pricing).toContainText('Under way')
    await expect(pricing.getByRole('button')).toHaveText(['Stop'])

    // Its page is known with its first report.
    const underWay = collector.directories[0]!.underWay!
    const series = { id, startedAt: underWay.startedAt + 1, endedRuns: 0, left: [1, 2, 2, 1, 1, 2] }
    collector.directories = [
      sampleExperimentDirectory({ underWay, plan: { ...plan, isUnderWay: true, series } }),
      clinic,
    ]
    await report(page, url, sampleExperiment({ runs: [] }))
    await expect(pricing.getByRole('link', { name: 'Follow it' })).toHaveAttribute('href', `/experiments/${id}`)
    // What another owner has started is not stopped by one press, and names the person before.
    const byOther = { ...underWay, startedBy: 'olga' }
    set({ underWay: byOther, plan: { ...plan, isUnderWay: true, series } })
    await expect(pricing).toContainText('started by olga')
    await pricing.getByRole('button', { name: 'Stop' }).click()
    const stop = page.getByRole('dialog', { name: 'Stop this experiment?' })
    await expect(stop).toContainText('olga started it.')
    expect(await findAccessibilityProblems(page, 'stop an experiment')).toEqual([])
    await page.screenshot({ path: `${results}/experiment-stop.png` })
    await stop.getByRole('button', { name: 'Let it run' }).click()
    await expect(pricing.getByRole('button', { name: 'Stop' })).toBeEnabled()
    await pricing.getByRole('button', { name: 'Stop' }).click()
    await stop.getByRole('button', { name: 'Stop experiment' }).click()
    await expect(pricing.getByRole('button', { name: 'Stop' })).toBeDisabled()

    set({
      plan: { ...plan, series: { ...series, endedRuns: 2, left: [2, 1, 1, 2] } },
      lastEnd: { at: Date.now(), exitCode: 130, message: 'Interrupted' },
    })
    await expect(pricing).toContainText('Unfinished: 2 of 6 runs of the newest series ended')
    await expect(pricing).toContainText('Stopped just now')
    await page.screenshot({ path: `${results}/experiment-directories.png` })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findAccessibilityProblems(page, 'directories of experiments')).toEqual([])
    await page.screenshot({ path: `${results}/experiment-directories-dark.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findAccessibilityProblems(page, 'directories of experiments on a phone')).toEqual([])
    await page.screenshot({ path: `${results}/experiment-directories-phone.png` })
    await pricing.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByRole('dialog', { name: 'Resume pricing?' })).toContainText(
      '4 runs on this host: 6 min of load',
    )
    await page.getByRole('button', { name: 'Resume experiment' }).click()
    await expect(pricing.getByRole('link', { name: 'Follow it' })).toBeVisible()

    const message = 'hearth: tool docker-compose is not installed on this host.'
    set({ plan: { ...plan, isUnderWay: true }, lastEnd: { at: Date.now(), exitCode: 1, message } })
    await expect(pricing).toContainText(`Ended just now with exit code 1${message}`)
    await expect(pricing).toContainText('Under way, but not started from this page')
    await expect(pricing.getByRole('button', { name: 'Start' })).toBeDisabled()

    const body = { data: { person: 'mia', role: 'member' }, headers: { origin: url } }
    const invited = await page.request.post('/api/v1/session/links', body)
    const { link } = (await invited.json()) as { link: string }
    const session = test.info().outputPath('member.json')
    await saveSession(link, session)
    const others = await browser.newContext({ baseURL: url, storageState: session })
    const member = await others.newPage()
    await member.goto('/experiments')
    await member.locator('[data-connection="live"]').waitFor()
    await expect(member.getByRole('link', { name: 'pricing' })).toBeVisible()
    await expect(member.getByText('Start an experiment')).toHaveCount(0)
    expect((await member.request.get('/api/v1/experiment-directories')).status()).toBe(403)
    await others.close()
  })
})

test('a read of the directories that failed keeps the last one with Stop, and asks again; a start keeps its dialog', async ({
  browser,
}) => {
  const collector = createFakeCollector()
  const { plan } = sampleExperimentDirectory()
  const set = (more: Partial<ExperimentDirectory>) => {
    collector.directories = [sampleExperimentDirectory(more)]
    collector.send({ type: 'experiment-directories' })
  }
  const series = { id, startedAt: 1, endedRuns: 1, left: [2] }
  set({ plan: { ...plan!, runs: 2, series } })
  await withPages(browser, collector, async (page) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('/experiments')
    await page.locator('[data-connection="live"]').waitFor()
    const pricing = page.locator('[data-directory="1"]')
    const list = '**/api/v1/experiment-directories'
    await pricing.getByRole('button', { name: 'Resume' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resume pricing?' })
    // One of two runs has ended: what is left is one configuration.
    await expect(dialog).toContainText('1 run on this host')
    await expect(dialog.getByRole('listitem')).toHaveText(['pricing=scan: 1 run'])
    await page.screenshot({ path: `${results}/experiment-resume.png` })

    // While the start is under way, what looks like a cancellation does nothing.
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await page.route('**/experiment-directories/1/start', async (route) => {
      asked.resolve()
      await answered.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Resume experiment' }).click()
    await asked.promise
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
    await expect(dialog).toBeVisible()
    answered.resolve()
    await expect(dialog).toHaveCount(0)
    await expect(pricing.getByRole('button', { name: 'Stop' })).toBeVisible()

    await page.route(list, (route) => route.abort())
    await page.getByRole('button', { name: 'Check again' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'web-unreachable' })
    await expect(alert).toContainText('What is shown may be out of date')
    await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0) // beside _Try again_
    await expect(pricing.getByRole('button', { name: 'Stop' })).toBeEnabled()
    for (const [colorScheme, width, height] of [['light', 1280, 720] as const, ['dark', 390, 844] as const]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      expect(await findAccessibilityProblems(page, `directories not read ${width}`)).toEqual([])
      await page.screenshot({ path: `${results}/experiment-directories-not-read-${width}.png` })
    }
    // A page that has read nothing yet offers it, too.
    await page.reload()
    await expect(pricing).toHaveCount(0)
    await expect(alert).not.toContainText('out of date')
    await page.unroute(list)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(pricing).toBeVisible()
    await expect(alert).toHaveCount(0)
  })
})

test('two series of an experiment are compared over all of their configurations, and say what differs between them', async ({
  browser,
}) => {
  const seriesOf = (startedAt: number, factor: number, more: Partial<ReportedExperiment>) =>
    sampleExperiment({
      ...{ startedAt, state: 'ended', repetitions: 3, settings: { 'load.seconds': '60' }, ...more },
      runs: [1, 2, 3, 4, 5, 6].map((number) =>
        sampleExperimentRun({
          ...{ number, configuration: ((number - 1) % 2) + 1, cpuSeconds: factor * (60 + number / 10) },
          load: sampleLoad(100 + number),
        }),
      ),
    })
  const [lastWeek, today] = [Date.UTC(2026, 10, 19, 2), Date.UTC(2026, 10, 26, 2)]
  await withPages(browser, createFakeCollector(), async (page, { url }) => {
    await report(page, url, seriesOf(lastWeek, 1, {}), '11111111')
    await report(page, url, seriesOf(today, 1.2, { settings: { 'load.seconds': '90' } }))
    await report(page, url, seriesOf(today, 1, { name: 'other' }), '22222222')
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(`/experiments/${id}?compare=1,2`)
    const choice = page.getByLabel('Compare with')
    await expect(choice.getByRole('option')).toHaveText(['none', '2026-11-19 02:00 UTC, 6 of 6 runs'])
    await choice.selectOption({ index: 1 })
    await expect(page).toHaveURL(`${url}/experiments/${id}?compare=1,2&with=11111111`)
    await expect(page.getByTestId('series-conclusion')).toHaveText('Significant: CPU +20%')
    await expect(page.locator('[data-series="change"] [data-measure="cpuMs"]')).toContainText('+20%')
    // The earlier one is first, on whichever page it is looked at.
    for (const at of [`/experiments/${id}?with=11111111`, `/experiments/11111111?with=${id}`]) {
      await page.goto(at)
      const labels = page.getByRole('region', { name: 'Series as a table' }).getByRole('rowheader')
      await expect(labels).toHaveText([
        ...['2026-11-19 02:00 UTC', '2026-11-26 02:00 UTC', '2026-11-19 02:00 UTC', '2026-11-26 02:00 UTC'],
        'Change over all, median of pairs of runs',
      ])
      await expect(page.getByText('experiment.yaml differs: load.seconds 60, then 90.')).toBeVisible()
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findAccessibilityProblems(page, `series ${colorScheme}`)).toEqual([])
      await page.locator('#series').scrollIntoViewIfNeeded()
      await page.screenshot({ path: `${results}/experiment-series-${colorScheme}.png` })
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('#series').scrollIntoViewIfNeeded()
    expect(await findAccessibilityProblems(page, 'series on a phone')).toEqual([])
    await page.screenshot({ path: `${results}/experiment-series-phone.png` })
    await page.getByLabel('Compare with').selectOption({ index: 0 })
    await expect(page.getByTestId('series-conclusion')).toHaveCount(0)
    await page.goto('/experiments/22222222?with=11111111')
    await expect(page.getByTestId('runs-ended')).toBeVisible()
    await expect(page.getByLabel('Compare with')).toHaveCount(0)
  })
})

test('the beginning of an id leads to the experiment, and where several begin so the page says how many', async ({
  page,
  hearth,
}) => {
  await report(page, hearth.url, sampleExperiment())
  await report(page, hearth.url, sampleExperiment(), '0123ffff')
  await page.goto('/experiments/0123A?with=0123ffff')
  await expect(page).toHaveURL(`/experiments/${id}?with=0123ffff`)
  await page.goto('/experiments/0123')
  await expect(page.getByText('The ids of 2 experiments begin with 0123')).toBeVisible()
  await expect(page.getByText('Use more digits of the id')).toBeVisible()
  await page.request.delete('/api/v1/experiments/0123ffff', { headers: { origin: hearth.url } })
})
