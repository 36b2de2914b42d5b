import { expect, test } from 'vitest'
import { type WatchEvent, watchEventSchema } from '../contract/live-events.ts'
import { nothingSeen } from '../contract/seen.ts'
import { watchEvents } from './watch-stream.ts'

const snapshot = (): WatchEvent => watchEventSchema.parse({ type: 'snapshot', ...nothingSeen })
const gone = (number: number): WatchEvent => ({ type: 'target-gone', id: number.toString(16).padStart(16, '0') })

function follow() {
  const listeners = new Set<(event: WatchEvent) => void>()
  const abort = new AbortController()
  const subscribe = (listener: (event: WatchEvent) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const events = watchEvents(snapshot, subscribe, abort.signal)
  const next = async () => (await events.next()).value ?? null
  return { next, abort, listeners, emit: (event: WatchEvent) => listeners.forEach((listener) => listener(event)) }
}

test('a reader gets a snapshot, then each event in order', async () => {
  const { next, emit } = follow()
  expect(await next()).toEqual(snapshot())
  emit(gone(1))
  emit(gone(2))
  expect([await next(), await next()]).toEqual([gone(1), gone(2)])
})

test('a reader that waits is woken by the next event', async () => {
  const { next, emit } = follow()
  await next()
  const event = next()
  emit(gone(3))
  expect(await event).toEqual(gone(3))
})

test('a reader that falls behind gets a new snapshot instead of what it missed', async () => {
  const { next, emit } = follow()
  await next()
  for (let number = 0; number < 2000; number++) emit(gone(number))
  expect((await next())?.type).toBe('snapshot')
  emit(gone(7))
  expect(await next()).toEqual(gone(7))
})

test('an aborted reader ends and leaves no listener', async () => {
  const { next, abort, listeners } = follow()
  await next()
  const end = next()
  abort.abort()
  expect(await end).toBeNull()
  expect(listeners.size).toBe(0)
})
