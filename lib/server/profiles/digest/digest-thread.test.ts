import type * as WorkerThreads from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { encodeProfile } from '../../../profile/encoding/encode.ts'
import { shopProfile } from '../../../testing/profiles/shop-profile.ts'
import { waitUntil } from '../../../testing/wait-until.ts'
import { createSharedDigester } from './digest-thread.ts'

// Digesting starts a thread.
vi.setConfig({ testTimeout: 60_000 })

const encoded = () => Uint8Array.from(encodeProfile(shopProfile()))

/** Threads of this process that run JavaScript, from outside of them. */
const started = vi.hoisted(() => ({ threads: 0, running: 0, terminate: () => Promise.resolve(0) }))
vi.mock('node:worker_threads', async (original) => {
  const threads = await original<typeof WorkerThreads>()
  class CountedWorker extends threads.Worker {
    constructor(...options: ConstructorParameters<typeof threads.Worker>) {
      super(...options)
      started.threads++
      started.running++
      started.terminate = () => this.terminate()
      this.once('exit', () => started.running--)
    }
  }
  return { ...threads, Worker: CountedWorker }
})

test('profiles that come soon after each other share a thread, which ends when none comes any more', async () => {
  const shared = createSharedDigester(1)
  const [first, second] = [shared.use(), shared.use()]
  const { facts } = await first.digest(encoded())
  await first.done()
  expect((await second.digest(encoded())).facts).toEqual(facts)
  expect(started.threads).toBe(1)
  await second.done()
  await waitUntil('the thread has ended', () => started.running === 0)
  const third = shared.use()
  await third.digest(encoded())
  await third.done()
  expect(started.threads).toBe(2)
  await waitUntil('its thread has ended', () => started.running === 0)
})

test('a thread that ended is replaced', async () => {
  const shared = createSharedDigester(1)
  const user = shared.use()
  await user.digest(encoded())
  const before = started.threads
  await started.terminate()
  expect((await user.digest(encoded())).facts.event).toBe('cpu')
  expect(started.threads).toBe(before + 1)
  await user.done()
  await waitUntil('the thread has ended', () => started.running === 0)
})

test('bytes that are no profile are refused, and the next are digested', async () => {
  const shared = createSharedDigester(1)
  const user = shared.use()
  await expect(user.digest(new Uint8Array(40))).rejects.toMatchObject({ code: 'unreadable-profile' })
  expect((await user.digest(encoded())).facts.event).toBe('cpu')
  await user.done()
  await waitUntil('the thread has ended', () => started.running === 0)
})
