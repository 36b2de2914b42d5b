import type { CDPSession, Locator, Page } from '@playwright/test'
import { buildCallTree } from '../../lib/profile/tree/call-tree.ts'
import { layoutStarts } from '../../lib/profile/layout/layout.ts'
import { foldBase } from '../../lib/profile/filters/fold-base.ts'
import type { Profile } from '../../lib/profile/model/profile.ts'
import { expect } from './fixtures.ts'
import { waitForGraph, waitUntilQuiet } from './viewer.ts'

/** Height of a row of boxes, see components/flame-graph/motion/row-scroll.ts. */
const rowPx = 18

/** Where a function weighs most in the flame graph of a profile that shows all of it, in client pixels. */
export async function findFrameCenter(page: Page, whole: Profile, name: string): Promise<{ x: number; y: number }> {
  const profile = foldBase(whole)
  const tree = buildCallTree(profile)
  const nodes = nodesOf(profile, tree, name)
  const node = nodes.reduce((widest, other) => (tree.total[other]! > tree.total[widest]! ? other : widest))
  const box = (await page.getByTestId('flame-graph').boundingBox())!
  const middle = (layoutStarts(tree)[node]! + tree.total[node]! / 2) / tree.total[0]!
  return { x: box.x + Math.min(middle, 0.999) * box.width, y: box.y + box.height - (tree.depth[node]! + 0.5) * rowPx }
}

/** The graph's own pixels, once it stands still. */
export async function graphPixels(page: Page): Promise<string> {
  await waitUntilQuiet(page)
  const canvas = await waitForGraph(page)
  return canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL())
}

/** Opens the menu of a box with a right click and chooses from it. */
export async function chooseFromMenu(page: Page, { x, y }: { x: number; y: number }, entry: string): Promise<void> {
  await page.mouse.click(x, y, { button: 'right' })
  await page
    .getByTestId('frame-menu')
    .getByRole('menuitem', { name: new RegExp(`^${entry}`) })
    .click()
  await waitUntilQuiet(page)
}

/** Selects the first frame of this name with the search, and gives the focus back to the graph, without the mouse. */
export async function selectByKeys(page: Page, name: string): Promise<void> {
  await typeSearch(page, name)
  await expect(page.getByTestId('match-count')).toHaveText(/\S/) // until then Enter has nowhere to go
  await waitUntilQuiet(page)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('selected-frame').locator('bdi').first()).toHaveText(name)
  await leaveSearch(page)
}

/** How many boxes have this in their name; by keys, and the search is empty again. */
export async function expectBoxesByKeys(page: Page, text: string, count: number): Promise<void> {
  await typeSearch(page, text)
  await expect(page.getByTestId('match-count'), text).toHaveText(matches(count))
  await leaveSearch(page)
}

/** How many boxes have this in their name. */
export async function expectBoxes(page: Page, text: string, count: number): Promise<void> {
  const field = page.getByLabel('Search frames')
  await field.fill(text)
  await expect(page.getByTestId('match-count'), text).toHaveText(matches(count))
  await field.fill('')
}

/** The field has room for a method's name, and what the text finds is shown in whole within it. */
export async function expectSpaceToSearch(page: Page, testIds: readonly string[]): Promise<void> {
  const width = page.viewportSize()!.width
  const text = (await page.getByLabel('Search frames').boundingBox())!
  expect(text.width, `text at ${width}`).toBeGreaterThanOrEqual(150)
  const field = (await page.getByRole('search').boundingBox())!
  for (const testId of testIds) {
    const found = (await page.getByTestId(testId).boundingBox())!
    expect(found.width, `${testId} at ${width}`).toBeGreaterThan(20)
    expect(found.x, `${testId} at ${width}`).toBeGreaterThanOrEqual(text.x + text.width)
    expect(found.x + found.width, `${testId} at ${width}`).toBeLessThanOrEqual(field.x + field.width)
    expect(found.y + found.height, `${testId} at ${width}`).toBeLessThanOrEqual(field.y + field.height)
  }
}

/** Legends of a heat map that reach over an edge behind which they are cut. */
export const listCutLegends = (page: Page) =>
  page.getByText(/^less\s*more$/).evaluateAll((legends) =>
    legends.flatMap((legend) => {
      const { left, right } = legend.getBoundingClientRect()
      for (let around = legend.parentElement; around; around = around.parentElement) {
        const box = around.getBoundingClientRect()
        if (getComputedStyle(around).overflowX === 'visible') continue
        if (left < box.left || right > box.right + 1) return [`${around.className}: ${right - box.right} px`]
      }
      return []
    }),
  )

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 120; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never comes to ${target.toString()}`)
}

async function typeSearch(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search frames')).toBeFocused()
  await page.keyboard.type(text)
}

/** The first Escape leaves the field, the second one empties it. */
export async function leaveSearch(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Search frames')).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Search frames')).toHaveValue('')
}

const matches = (count: number) => (count === 0 ? 'No match' : count === 1 ? '1 frame' : `${count} frames`)

function nodesOf({ strings, frames }: Profile, tree: ReturnType<typeof buildCallTree>, name: string): number[] {
  const nodes: number[] = []
  for (let node = 1; node < tree.length; node++) {
    if (strings[frames.name[tree.frame[node]!]!] === name) nodes.push(node)
  }
  if (nodes.length === 0) throw new Error(`there is no ${name}`)
  return nodes
}

/** Moves a finger sideways, from there by so many CSS pixels. */
export async function slide(session: CDPSession, { x, y }: { x: number; y: number }, byPx: number): Promise<void> {
  await moveFingers(session, (part) => [{ x: x + byPx * part, y }])
}

/**
 * Touches the page, moves in six steps and lets go. `fingersAt` says where fingers are after a part (0 to 1) of the
 * way.
 */
export async function moveFingers(
  session: CDPSession,
  fingersAt: (part: number) => readonly { readonly x: number; readonly y: number; readonly id?: number }[],
): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingersAt>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] })
  await send('touchStart', fingersAt(0))
  for (let step = 1; step <= 6; step++) await send('touchMove', fingersAt(step / 6))
  await send('touchEnd', [])
}
