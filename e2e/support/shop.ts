import type { Page } from '@playwright/test'
import { buildCallTree, type CallTree } from '../../lib/profile/tree/call-tree.ts'
import { foldBase } from '../../lib/profile/filters/fold-base.ts'
import { stacksHolding } from '../../lib/profile/filters/frame-masks.ts'
import { layoutStarts } from '../../lib/profile/layout/layout.ts'
import type { Profile } from '../../lib/profile/model/profile.ts'
import { shopProfile } from '../../lib/testing/profiles/shop-profile.ts'
import { importProfile, waitUntilQuiet } from './viewer.ts'

export const shop = shopProfile()
/** As the viewer draws it. */
const model = foldBase(shop)
const tree = buildCallTree(model)
const starts = layoutStarts(tree)
/** Height of a row of boxes, see components/flame-graph/motion/row-scroll.ts. */
const rowPx = 18

let path: string | undefined

/**
 * The made-up shop in the viewer, with a view from a query. All tests share it: one that changes it opens one of its
 * own.
 */
export async function openShop(page: Page, query = ''): Promise<void> {
  path ??= await importProfile(page, shop, 'shop')
  await page.goto(`${path}?${query}`)
  await waitUntilQuiet(page)
}

export async function openFreshShop(page: Page): Promise<void> {
  await page.goto(await importProfile(page, shop, 'shop'))
  await waitUntilQuiet(page)
}

/** Where the widest box of a function is in the untouched flame graph, in client pixels. */
export async function findFunctionCenter(page: Page, name: string): Promise<{ x: number; y: number }> {
  const node = widestNode(model, tree, name)
  const box = (await page.getByTestId('flame-graph').boundingBox())!
  const middle = (starts[node]! + tree.total[node]! / 2) / tree.total[0]!
  return { x: box.x + middle * box.width, y: box.y + box.height - (tree.depth[node]! + 0.5) * rowPx }
}

/** Share of all, as the page writes it, of the stacks that hold such a function. */
export function shareHolding(isWanted: (name: string) => boolean): number {
  const { strings, frames, samples } = shop
  const holds = stacksHolding(
    shop,
    Uint8Array.from(frames.name, (name) => Number(isWanted(strings[name]!))),
  )
  return samples.stack.reduce((sum, stack) => sum + holds[stack]!, 0) / samples.length
}

function widestNode({ strings, frames }: Profile, { length, frame, total }: CallTree, name: string): number {
  let widest = -1
  for (let node = 1; node < length; node++) {
    if (strings[frames.name[frame[node]!]!] !== name) continue
    if (widest < 0 || total[node]! > total[widest]!) widest = node
  }
  if (widest < 0) throw new Error(`the shop has no ${name}`)
  return widest
}

/**
 * What each function costs, counted from the samples themselves: each stack once, however often it holds a function.
 */
export const costs = (() => {
  const { strings, frames, stacks, samples } = shop
  const byName = new Map<string, { self: number; total: number }>()
  for (let sample = 0; sample < samples.length; sample++) {
    const weight = samples.weight[sample]!
    const met = new Set<string>()
    for (let stack = samples.stack[sample]!; stack >= 0; stack = stacks.parent[stack]!) {
      const name = strings[frames.name[stacks.frame[stack]!]!]!
      const cost = byName.get(name) ?? { self: 0, total: 0 }
      byName.set(name, {
        self: cost.self + (met.size === 0 ? weight : 0),
        total: cost.total + (met.has(name) ? 0 : weight),
      })
      met.add(name)
    }
  }
  return byName
})()
/** Weight of all samples. */
export const whole = shop.samples.weight.reduce((sum, weight) => sum + weight, 0)
