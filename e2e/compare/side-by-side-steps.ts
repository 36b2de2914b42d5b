import { expect, type Page } from '@playwright/test'
import type { Side } from '../../components/viewer/diff/side.ts'
import { formatShare } from '../../lib/profile/format/units.ts'
import { profileSummarySchema } from '../../lib/contract/profile.ts'
import { buildCallTree } from '../../lib/profile/tree/call-tree.ts'
import { applyFilters } from '../../lib/profile/filters/filters.ts'
import { foldBase } from '../../lib/profile/filters/fold-base.ts'
import { layoutStarts } from '../../lib/profile/layout/layout.ts'
import { frameKinds, type Profile } from '../../lib/profile/model/profile.ts'
import { shopProfile } from '../../lib/testing/profiles/shop-profile.ts'
import { importProfile, profileIdOf, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

/** Height of a row of boxes, see components/flame-graph/motion/row-scroll.ts. */
const rowPx = 18

/** The shop with price rules, and a shorter recording of the shop before it had them. */
export const recordings: Readonly<Record<Side, Profile>> = {
  before: applyFilters(shopProfile(), [
    { type: 'time', fromMs: 0, toMs: 8000 },
    { type: 'drop', name: 'shop.pricing.PriceRules.apply' },
  ]),
  after: shopProfile(),
}

const ids: Partial<Record<Side, string>> = {}

/** The two recordings, `before` stored first; once for all tests of a file. */
export async function storeRecordings(page: Page): Promise<Record<Side, string>> {
  for (const side of ['before', 'after'] as const) {
    ids[side] ??= /[0-9a-f]{32}$/.exec(await importProfile(page, recordings[side], `shop ${side}`))![0]
  }
  return ids as Record<Side, string>
}

/** Stores the shop with price rules as folded text of an engine that sees Java frames only; returns its id. */
export async function storeJavaOnly(page: Page): Promise<string> {
  const answer = await page.request.post('/api/v1/profiles', {
    data: foldJavaFrames(recordings.after),
    headers: {
      origin: process.env.HEARTH_E2E_URL!,
      'x-file-name': 'java-only.folded',
      'content-type': 'application/octet-stream',
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return profileSummarySchema.parse(await answer.json()).id
}

function foldJavaFrames({ strings, frames, stacks, samples }: Profile): string {
  const lines = new Map<string, number>()
  for (const [sample, stack] of samples.stack.entries()) {
    const names: string[] = []
    for (let row = stack; row >= 0; row = stacks.parent[row]!) {
      const frame = stacks.frame[row]!
      if (frameKinds[frames.kind[frame]!] === 'java') names.unshift(strings[frames.name[frame]!]!)
    }
    if (names.length > 0) lines.set(names.join(';'), (lines.get(names.join(';')) ?? 0) + samples.weight[sample]!)
  }
  return [...lines].map(([stack, weight]) => `${stack} ${weight}\n`).join('')
}

export async function openSides(page: Page, query = ''): Promise<void> {
  const { before, after } = await storeRecordings(page)
  await page.goto(`/profiles/${after}?baseline=${before}&mode=side&${query}`)
  await expect(pane(page, 'after')).toBeVisible()
  await waitUntilQuiet(page)
  expect(profileIdOf(page)).toBe(after)
}

export const pane = (page: Page, side: Side) => page.locator(`main [data-side="${side}"]`)
export const graphOf = (page: Page, side: Side) => pane(page, side).getByRole('tree')

/** The function's share of one side's total, as the page formats it. */
export function shareOn(side: Side, name: string, profile = recordings[side]): string {
  const tree = buildCallTree(profile)
  return formatShare(tree.total[widest(profile, tree, name)]! / tree.total[0]!)
}

/** The centre of a function's widest box in one side's graph without zoom, in client pixels. */
export async function findSideCenter(page: Page, side: Side, name: string): Promise<{ x: number; y: number }> {
  const profile = foldBase(recordings[side]) // as the viewer draws it
  const tree = buildCallTree(profile)
  const node = widest(profile, tree, name)
  // While the graph is animated, a click meets the box at its old position.
  const graph = await waitForGraph(pane(page, side))
  const box = (await graph.boundingBox())!
  const middle = (layoutStarts(tree)[node]! + tree.total[node]! / 2) / tree.total[0]!
  return { x: box.x + middle * box.width, y: box.y + box.height - (tree.depth[node]! + 0.5) * rowPx }
}

/** Drags over one side's heat map, from one share of its width to another. */
export async function dragTime(page: Page, side: Side, from: number, to: number): Promise<void> {
  const map = (await pane(page, side).getByTestId('heat-map').boundingBox())!
  const y = map.y + map.height - 12
  await page.mouse.move(map.x + from * map.width, y)
  await page.mouse.down()
  await page.mouse.move(map.x + to * map.width, y, { steps: 6 })
  await page.mouse.up()
  await waitUntilQuiet(page)
}

/**
 * `[from, to]` in ms of a side's time filter in the address; undefined for all. A side without filters of its own has
 * those of the page.
 */
export function timeOn(page: Page, side: Side): number[] | undefined {
  const query = new URL(page.url()).searchParams
  const list = side === 'before' && query.has('bf') ? query.getAll('bf') : query.getAll('f')
  const time = list.find((filter) => filter.startsWith('time:'))
  return time?.slice('time:'.length).split('-').map(Number)
}

function widest({ strings, frames }: Profile, tree: ReturnType<typeof buildCallTree>, name: string): number {
  let best = -1
  for (let node = 1; node < tree.length; node++) {
    if (strings[frames.name[tree.frame[node]!]!] !== name) continue
    if (best < 0 || tree.total[node]! > tree.total[best]!) best = node
  }
  if (best < 0) throw new Error(`there is no ${name}`)
  return best
}
