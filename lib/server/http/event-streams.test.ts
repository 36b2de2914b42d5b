import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '../../contract/live-events.ts'
import { createEventStreams } from './event-streams.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const greeting: LiveEvent = {
  type: 'collector',
  id: 'local',
  name: '',
  problem: null,
  health: [],
  joinedAt: null,
  listedUnder: null,
}
const gone = (id: string): LiveEvent => ({ type: 'profile-gone', id })
const text = ({ value }: { value?: Uint8Array | undefined }) => new TextDecoder().decode(value)

test('a page that does not read costs no memory, and starts over with a greeting when it reads again', async () => {
  const streams = createEventStreams(() => [greeting])
  const reader = streams.open('ann', async () => true).getReader()
  expect(text(await reader.read())).toBe(`id: ${Date.now()}\ndata: ${JSON.stringify(greeting)}\n\n`)
  streams.publish(gone('early'))
  expect(text(await reader.read())).toContain('early')
  for (let i = 0; i < 300; i++) streams.publish(gone('x'.repeat(1000)))
  expect(text(await reader.read())).toBe(`id: ${Date.now()}\ndata: ${JSON.stringify(greeting)}\n\n`)
  streams.publish(gone('late'))
  expect(text(await reader.read())).toContain('late')
})

test('a page is greeted with the time of the last change of a list', async () => {
  const times: number[] = []
  const streams = createEventStreams((listsChangedAt) => (times.push(listsChangedAt), [greeting]))
  const open = (caller: string) =>
    streams
      .open(caller, async () => true)
      .getReader()
      .read()
  await open('ann')
  vi.setSystemTime(1000)
  streams.publish(gone('a'))
  vi.setSystemTime(2000)
  streams.publish(greeting)
  await open('bob')
  expect(times).toEqual([0, 1000])
})

test('the stream of a session that was ended is closed within 30 s', async () => {
  const streams = createEventStreams(() => [greeting])
  let isAllowed = true
  const reader = streams.open('ann', async () => isAllowed).getReader()
  await reader.read()
  await vi.advanceTimersByTimeAsync(31_000)
  expect(streams.size).toBe(1)
  isAllowed = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(streams.size).toBe(0)
  let last = await reader.read()
  while (!last.done) last = await reader.read()
  expect(last.done).toBe(true)
})

test('a page that goes away is forgotten, and closing ends all others', async () => {
  const streams = createEventStreams(() => [greeting])
  const first = streams.open('ann', async () => true)
  const second = streams.open('ann', async () => true).getReader()
  expect(streams.size).toBe(2)
  await first.cancel()
  expect(streams.size).toBe(1)
  await second.read()
  streams.close()
  expect((await second.read()).done).toBe(true)
})

test('silence is broken every 15 s, so that a dead connection is noticed', async () => {
  const streams = createEventStreams(() => [greeting])
  const reader = streams.open('ann', async () => true).getReader()
  await reader.read()
  const next = reader.read()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(text(await next)).toBe(':\n\n')
})

test('one caller takes no more than a few streams, and leaves the others theirs', () => {
  const streams = createEventStreams(() => [greeting])
  const taken = Array.from({ length: 12 }, () => streams.open('ann', async () => true))
  expect(() => streams.open('ann', async () => true)).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
  streams.open('bob', async () => true)
  void taken[0]!.cancel()
  streams.open('ann', async () => true)
  expect(streams.size).toBe(13)
})
