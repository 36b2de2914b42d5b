import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitUntil } from '../../../lib/testing/wait-until.ts'
import { createSnapshotFeed, type SnapshotFeed } from './live-snapshots.ts'

/** What was asked for, each to be answered by the test. */
let asked: { path: string; answer: (response: Response) => void }[] = []
let feed: SnapshotFeed
beforeEach(() => {
  asked = []
  const fetch = (path: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((resolve, reject) => {
      asked.push({ path, answer: resolve })
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  vi.stubGlobal('fetch', fetch)
  feed = createSnapshotFeed('c'.repeat(32))
})
afterEach(() => {
  feed.close()
  vi.unstubAllGlobals()
})
const answer = (index: number, text: string) => asked[index]!.answer(new Response(text))
const shown = () => new TextDecoder().decode(feed.get()?.bytes)

it('asks for the newest snapshot only, and for one at a time', async () => {
  for (const version of [1, 2, 3]) feed.request(version)
  expect(asked.map(({ path }) => path)).toEqual([`/api/v1/captures/${'c'.repeat(32)}/live?version=1`])
  answer(0, 'first')
  await waitUntil('the newest is asked for', () => asked.length === 2)
  expect(asked[1]!.path).toMatch(/version=3$/)
  answer(1, 'third')
  await waitUntil('it is shown', () => shown() === 'third')
  expect(feed.get()?.version).toBe(3)
  feed.request(3)
  expect(asked).toHaveLength(2)
})

it('goes on after a snapshot that cannot be had', async () => {
  const problem = { type: 'about:blank', status: 404, title: 'x', code: 'not-found', remedy: 'y', facts: { what: 'z' } }
  feed.request(1)
  const headers = { 'content-type': 'application/problem+json' }
  asked[0]!.answer(new Response(JSON.stringify(problem), { status: 404, headers }))
  await waitUntil('it may ask again', () => {
    feed.request(2)
    return asked.length === 2
  })
  expect(feed.get()).toBeNull()
  answer(1, 'second')
  await waitUntil('it is shown', () => shown() === 'second')
})

it('forgets what was on its way when the page is left', async () => {
  let calls = 0
  feed.subscribe(() => calls++)
  feed.request(1)
  feed.close()
  answer(0, 'late')
  feed.request(2)
  await waitUntil('it asks anew', () => asked.length === 2)
  answer(1, 'second')
  await waitUntil('it is shown', () => shown() === 'second')
  expect(calls).toBe(1)
})
