import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFolded } from '../../lib/formats/folded/write-folded.ts'
import { buildCallTree } from '../../lib/profile/tree/call-tree.ts'
import { layoutStarts } from '../../lib/profile/layout/layout.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../lib/profile/model/profile.ts'
import { largeProfile } from '../../lib/testing/profiles/random-profile.ts'
import { widestPath } from './folded-files.ts'
import { importFolded, writeText } from './import-file.ts'
import { signedIn, type Bench, measureOpening, search, unbridled, withPage, zoomInAndOut } from './measure.ts'
import { quantileByRank } from './quantile.ts'
import { liveBytes } from './memory.ts'
import { readProbe, waitForPaint } from './frame-probe.ts'
import { type Budget, budgetTable } from './result-table.ts'
import { hearthViewer } from './viewers.ts'
import { test } from '../support/fixtures.ts'

/**
 * Our budgets for a profile of 1,000,000 nodes with 200,000 names. Prints a table; a budget that is exceeded fails
 * nothing.
 */

const nodes = 1_000_000
const names = 200_000
const depth = 10_000

test('budgets at 1,000,000 nodes', async ({ launchOptions, request, baseURL, hearth }) => {
  test.setTimeout(1_800_000)
  const bench: Bench = { launch: launchOptions, ...(await signedIn(hearth.session)) }
  const directory = await mkdtemp(`${tmpdir()}/hearth-bench-`)
  try {
    const importProfile = async (profile: Profile) =>
      importFolded(request, baseURL!, await writeText(join(directory, 'bench.folded'), writeFolded(profile)))
    const large = largeProfile(nodes, names)
    const budgets = await measureLarge(bench, large, await importProfile(large), await importProfile(stackOf(10)))
    console.log(budgetTable(test.info().title, budgets))
    console.log(budgetTable('a deep stack', await measureDeep(bench, await importProfile(stackOf(depth)))))
  } finally {
    await rm(directory, { recursive: true })
  }
})

async function measureLarge(bench: Bench, profile: Profile, address: string, smallAddress: string): Promise<Budget[]> {
  const viewer = hearthViewer(new URL(address).origin)
  const tree = buildCallTree(profile)
  const paths = { pathByName: widestPath(tree, layoutStarts(tree)), pathByWeight: [] }
  const budgets: Budget[] = []
  const below = (what: string, value: number, limit: number | null, unit = 'ms') =>
    void budgets.push({ what, value, unit, limit })

  let bytesBefore = 0
  await withPage(bench, [], async (page) => {
    await page.goto(smallAddress)
    await waitForPaint(page, 60_000)
    await viewer.untilComplete?.(page)
    bytesBefore = (await liveBytes(page)).all
  })
  await withPage(bench, [], async (page) => {
    const { fromBytes } = await measureOpening(page, viewer, () => page.goto(address))
    below('first paint after the bytes', fromBytes, 1000)
    await search(page, viewer, 'Component4')
    below('longest task, opening and searching', (await readProbe(page)).longestTask, 100)
    const { buffersOfPage, all } = await liveBytes(page)
    below('memory of the columns, a node', buffersOfPage / tree.length, 60, 'bytes')
    below('all that the profile adds, worker and names too, a node', (all - bytesBefore) / tree.length, null, 'bytes')
  })
  await withPage(bench, unbridled, async (page) => {
    await page.goto(address)
    await waitForPaint(page, 60_000)
    await viewer.untilComplete?.(page)
    const zooms = await zoomInAndOut(page, viewer, paths)
    below('zoom frame, median', quantileByRank(zooms, 0.5), 16)
    below('zoom frame, p99', quantileByRank(zooms, 0.99), 33)
    await page.keyboard.press('0')
    const { answers, frames } = await search(page, viewer, 'Component4')
    below('search frame, median', quantileByRank(frames, 0.5), 16)
    below('search frame, p99', quantileByRank(frames, 0.99), 33)
    below(`search over ${names.toLocaleString('en')} names, key press to paint`, quantileByRank(answers, 0.5), 100)
    below('longest task, zooming and searching', (await readProbe(page)).longestTask, 100)
  })
  return budgets
}

async function measureDeep(bench: Bench, address: string): Promise<Budget[]> {
  const budgets: Budget[] = []
  await withPage(bench, [], async (page) => {
    const viewer = hearthViewer(new URL(address).origin)
    const { fromBytes } = await measureOpening(page, viewer, () => page.goto(address))
    const nodeCount = Number(await page.getByTestId('flame-graph').getAttribute('data-nodes'))
    const value = nodeCount === depth + 1 ? fromBytes : NaN
    budgets.push({
      what: `${depth.toLocaleString('en')} frames: first paint after the bytes`,
      value,
      unit: 'ms',
      limit: 1000,
    })
    budgets.push({ what: 'longest task', value: (await readProbe(page)).longestTask, unit: 'ms', limit: 100 })
  })
  return budgets
}

/** A sample of a stack with so many frames, and one of its root alone. */
function stackOf(frames: number): Profile {
  const builder = createProfileBuilder()
  const thread = builder.thread('main', 1)
  let stack = -1
  for (let level = 0; level < frames; level++) {
    stack = builder.stack(stack, builder.frame(`com.acme.Deep.level${level % 100}`, 'java'))
    if (level === 0) builder.sample(stack, thread, NaN, 1)
  }
  builder.sample(stack, thread, NaN, 2)
  return builder.finish('samples', emptyProvenance('bench'))
}
