import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { decodeProfile } from '../lib/profile/encode.ts'
import { frameKinds, type Profile } from '../lib/profile/profile.ts'

/** Waits until the flame graph stands still, and gives its canvas. */
export async function waitForGraph(page: Page) {
  const canvas = page.getByTestId('flame-graph')
  await expect(canvas).toHaveAttribute('data-drawn', /\d/, { timeout: 30_000 })
  let last = ''
  await expect
    .poll(async () => {
      const drawn = (await canvas.getAttribute('data-drawn')) ?? ''
      const isStill = drawn === last
      last = drawn
      return isStill
    })
    .toBe(true)
  return canvas
}

/** The id of the profile that the page shows. */
export function profileIdOf(page: Page): string {
  return /\/profiles\/([0-9a-f]{32})/.exec(page.url())![1]!
}

export async function fetchProfile(request: APIRequestContext, profileId: string): Promise<Profile> {
  const response = await request.get(`/api/profiles/${profileId}/data`)
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
