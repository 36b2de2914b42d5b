import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { profileSummarySchema } from '../../lib/contract/profile.ts'
import { writePprof } from '../../lib/formats/pprof/write-pprof.ts'
import { decodeProfile } from '../../lib/profile/encoding/encode.ts'
import { frameKinds, type Profile } from '../../lib/profile/model/profile.ts'

/** Stores a profile by uploading a file, and returns the path of its page. */
export function importProfile(page: Page, profile: Profile, name: string): Promise<string> {
  return importFile(page, Buffer.concat([...writePprof(profile)]), `${name}.pb.gz`)
}

/** The same for any file that holds one profile. */
export async function importFile(page: Page, data: Buffer, fileName: string, service?: string): Promise<string> {
  const answer = await page.request.post('/api/v1/profiles', {
    data,
    params: service === undefined ? {} : { service },
    headers: {
      origin: process.env.HEARTH_E2E_URL!,
      'x-file-name': fileName,
      'content-type': 'application/octet-stream',
    },
    timeout: 300_000,
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return `/profiles/${profileSummarySchema.parse(await answer.json()).id}`
}

/** Presses a button of the viewer; in a narrow window most are behind one of these. */
export async function pressTool(tool: Locator): Promise<void> {
  for (const name of ['Profile tools', 'More controls']) {
    const opener = tool.page().getByRole('button', { name, exact: true })
    if ((await tool.isVisible()) || !(await opener.isVisible())) continue
    await opener.click()
    if (!(await tool.isVisible())) await opener.click()
  }
  await tool.click()
}

/** Waits until the viewer has drawn all of its view, parts whose script comes later included. */
export async function waitUntilQuiet(page: Page): Promise<void> {
  await quietMain(page).waitFor({ timeout: 30_000 })
}

function quietMain(page: Page): Locator {
  return page.locator('main[data-busy="false"]:not(:has([aria-busy="true"]))')
}

/** A screenshot of the viewer, once it has drawn all of its view and no animation runs. */
export async function takeStableScreenshot(page: Page): Promise<Buffer> {
  const main = quietMain(page)
  await main.waitFor({ timeout: 30_000 })
  let image = await main.screenshot()
  await expect
    .poll(async () => {
      const before = image
      image = await main.screenshot()
      return image.equals(before)
    })
    .toBe(true)
  return image
}

/** Waits until the flame graph has drawn and no animation runs, and returns its canvas. */
export async function waitForGraph(within: Page | Locator) {
  const canvas = within.getByTestId('flame-graph')
  await expect(canvas).toHaveAttribute('data-drawn', /\d/, { timeout: 30_000 })
  let last = ''
  await expect
    .poll(async () => {
      const signature = (await canvas.getAttribute('data-drawn')) ?? ''
      const isStill = signature === last
      last = signature
      return isStill
    })
    .toBe(true)
  return canvas
}

/** The controls of the viewer in the window over whose middle or lower edge something lies. */
export const listCovered = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('button, a, input, select, summary')]
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ control, box }) => control.checkVisibility({ visibilityProperty: true }) && box.width > 2)
      .flatMap(({ control, box }) =>
        [box.y + box.height / 2, box.bottom - 2].flatMap((y) => {
          const over = document.elementFromPoint(box.x + box.width / 2, y)
          // What is scrolled out of its row is not there to be pressed.
          if (!over || over.contains(control) || control.contains(over)) return []
          return [
            `${control.getAttribute('aria-label') ?? control.textContent} under ${over.tagName} ${over.textContent}`,
          ]
        }),
      ),
  )

/** The id of the profile that the page shows. */
export function profileIdOf(page: Page): string {
  return /\/profiles\/([0-9a-f]{32})/.exec(page.url())![1]!
}

export async function fetchProfile(request: APIRequestContext, profileId: string): Promise<Profile> {
  const response = await request.get(`/api/v1/profiles/${profileId}/data`)
  expect(response.status()).toBe(200)
  return decodeProfile(await response.body())
}

/** Java methods by their own weight on threads whose name starts so, heaviest first. */
export function heaviestJavaMethods(profile: Profile, threadPrefix: string): { name: string; self: number }[] {
  const { strings, frames, stacks, threads, samples } = profile
  const self = new Map<string, number>()
  for (let sample = 0; sample < samples.length; sample++) {
    const thread = strings[threads.name[samples.thread[sample]!]!]!
    const stack = samples.stack[sample]!
    if (stack < 0 || !thread.startsWith(threadPrefix)) continue
    const frame = stacks.frame[stack]!
    if (frameKinds[frames.kind[frame]!] !== 'java') continue
    const name = strings[frames.name[frame]!]!
    self.set(name, (self.get(name) ?? 0) + samples.weight[sample]!)
  }
  return [...self].map(([name, weight]) => ({ name, self: weight })).sort((a, b) => b.self - a.self)
}
