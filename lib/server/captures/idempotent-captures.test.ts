import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Capture, captureRequestSchema } from '../../contract/capture.ts'
import { Problem } from '../../errors.ts'
import { openStore, type Store } from '../../store/store.ts'
import { sampleCapture } from '../../testing/samples.ts'
import { createStartOnce, idempotencyKeyLifetimeMs, type StartOnce } from './captures.ts'

const request = captureRequestSchema.parse({ targetId: 'a'.repeat(16) })
const other = captureRequestSchema.parse({ targetId: 'a'.repeat(16), seconds: 31 })
let directory = ''
let store: Store
let started: Capture[] = []
let failing: Error | null = null
/** The number of requests for the capture that the collector returns. */
let timesAsked = 1
let gate: Promise<void> = Promise.resolve()
let now = 1_700_000_000_000
let startOnce: StartOnce
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-once-'))
  store = await openStore(directory)
  started = []
  timesAsked = 1
  startOnce = create()
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})
const create = () =>
  createStartOnce({
    store: store.repeatableRequests,
    async start() {
      await gate
      if (failing) throw failing
      const capture = sampleCapture({ id: `${started.length + 1}`.padStart(32, '0'), timesAsked })
      started.push(capture)
      return capture
    },
    find: (id) => Promise.resolve(started.find((one) => one.id === id) ?? null),
    now: () => now,
  })
const ask = (key: string | null, owner = 'ann’s session', captureRequest = request) =>
  startOnce({ request: captureRequest, person: 'ann', owner, key })

test('without a key each request is a new one', async () => {
  await ask(null)
  await ask(null)
  expect(started).toHaveLength(2)
})

test('the same key, owner and request give the same capture, also after a restart', async () => {
  const first = await ask('k')
  expect(first.isNew).toBe(true)
  startOnce = create()
  expect(await ask('k')).toEqual({ capture: first.capture, isNew: false })
  expect(started).toHaveLength(1)
})

test('a capture that was requested before is not new, with a key and without', async () => {
  timesAsked = 2
  expect((await ask(null)).isNew).toBe(false)
  expect((await ask('k')).isNew).toBe(false)
})

test('another body with the same key is refused; keys of different sessions are independent', async () => {
  await ask('k')
  await expect(ask('k', undefined, other)).rejects.toMatchObject({ code: 'idempotency-key-reused', status: 422 })
  expect((await ask('k', 'another session', other)).isNew).toBe(true)
  expect((await ask('kann', '')).isNew).toBe(true)
  expect(started).toHaveLength(3)
})

test('a hundred concurrent requests start one capture', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('k')))
  expect(started).toHaveLength(1)
  expect(new Set(answers.map(({ capture }) => capture.id)).size).toBe(1)
})

test('a failed request can be repeated with the same key', async () => {
  failing = new Problem('target-gone', { target: 'shop' })
  await expect(ask('k')).rejects.toMatchObject({ code: 'target-gone' })
  failing = null
  expect((await ask('k')).isNew).toBe(true)
})

test('a key whose request was interrupted by a crash can be used again', async () => {
  const hanging = Promise.withResolvers<void>()
  gate = hanging.promise
  void ask('k').catch(() => undefined)
  await expect.poll(() => store.repeatableRequests.claim(row()).then((kept) => kept !== null)).toBe(true)
  gate = Promise.resolve()
  startOnce = create() // after a restart, without the request under way
  expect((await ask('k')).isNew).toBe(true)
  hanging.resolve()
})
function row() {
  return { id: 'probe', bodyHash: 'x', captureId: null, createdAt: now }
}

test('a key is forgotten after a day', async () => {
  await ask('k')
  now += idempotencyKeyLifetimeMs + 1
  expect((await ask('k', undefined, other)).isNew).toBe(true)
})
