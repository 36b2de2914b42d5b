import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultImportOptions, type Imported } from '../../lib/contract/imports.ts'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { Problem } from '../../lib/errors.ts'
import { createImportQueue } from './import-queue.ts'
import type { UploadRequest } from './upload-profile.ts'

const imported: Imported = { profiles: [sampleSummary()], warnings: [], sameAs: null }
const fileOf = (name: string) => new File(['main;a 1\n'], name)

/** Uploads that end when the test says so. */
function heldUploads() {
  const held: (UploadRequest & PromiseWithResolvers<Imported>)[] = []
  const upload = (request: UploadRequest) => {
    const settled = Promise.withResolvers<Imported>()
    request.signal.addEventListener('abort', () => settled.reject(request.signal.reason as Error))
    held.push({ ...request, ...settled })
    return settled.promise
  }
  const queue = createImportQueue(upload)
  return { held, queue, states: () => queue.items().map(({ state }) => state) }
}

afterEach(() => void vi.useRealTimers())

describe('createImportQueue', () => {
  it('sends one file after the other and says how far each is', async () => {
    const { held, queue, states } = heldUploads()
    const [first, second] = queue.add([fileOf('a'), fileOf('b')], defaultImportOptions)
    await Promise.resolve()
    expect(states()).toEqual(['sending', 'waiting'])
    held[0]!.onProgress(0.5)
    expect(queue.items()[0]).toMatchObject({ share: 0.5, state: 'sending' })
    held[0]!.onProgress(1)
    expect(states()).toEqual(['reading', 'waiting'])
    held[0]!.resolve(imported)
    expect(await first).toBe(imported)
    await Promise.resolve()
    expect(held.map(({ file }) => file.name)).toEqual(['a', 'b'])
    held[1]!.resolve(imported)
    await second
    expect(states()).toEqual(['done', 'done'])
  })

  it('sends nothing before the promise it has to wait for, also where that fails', async () => {
    const { held, queue, states } = heldUploads()
    const seen = Promise.withResolvers<void>()
    const [sent] = queue.add([fileOf('a')], defaultImportOptions, { after: seen.promise })
    await new Promise((resolve) => setImmediate(resolve))
    expect(states()).toEqual(['waiting'])
    seen.reject(new Error('not read here'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(states()).toEqual(['sending'])
    held[0]!.resolve(imported)
    expect(await sent).toBe(imported)
  })

  it('goes on after a file that failed, and keeps why', async () => {
    const { held, queue, states } = heldUploads()
    const [first, second] = queue.add([fileOf('a'), fileOf('b')], defaultImportOptions)
    await Promise.resolve()
    const error = new Error('no such format')
    held[0]!.reject(error)
    expect(await first).toBeNull()
    await Promise.resolve()
    held[1]!.resolve(imported)
    await second
    expect(states()).toEqual(['failed', 'done'])
    expect(queue.items()[0]!.error).toBe(error)
  })

  it('keeps files that failed when others are given, and gives way where the same is given again', async () => {
    const { held, queue } = heldUploads()
    const names = () => queue.items().map(({ fileName }) => fileName)
    const [failed, good] = queue.add([fileOf('bad'), fileOf('good')], defaultImportOptions)
    await Promise.resolve()
    held[0]!.reject(new Error('no such format'))
    await failed
    await Promise.resolve()
    held[1]!.resolve(imported)
    await good
    queue.makeWay([fileOf('other')])
    expect(names()).toEqual(['bad'])
    queue.makeWay([fileOf('bad')])
    expect(names()).toEqual([])
  })

  it('waits as long as the server says where that has too much to do, and sends the file again', async () => {
    vi.useFakeTimers()
    const { held, queue, states } = heldUploads()
    const [sent] = queue.add([fileOf('a')], defaultImportOptions)
    await vi.advanceTimersByTimeAsync(0)
    held[0]!.reject(new Problem('too-many-requests', { retryAfterSeconds: 5 }))
    await vi.advanceTimersByTimeAsync(4999)
    expect([states(), held.length]).toEqual([['waiting'], 1])
    await vi.advanceTimersByTimeAsync(1)
    expect([states(), held.length]).toEqual([['sending'], 2])
    held[1]!.reject(new Problem('too-many-requests', { retryAfterSeconds: 5 }))
    await vi.advanceTimersByTimeAsync(0)
    queue.cancel(queue.items()[0]!.id)
    expect(await sent).toBeNull()
    expect([states(), held.length, vi.getTimerCount()]).toEqual([['cancelled'], 2, 0])
  })

  it('cancels what is sent and what waits, and tidies away what is over', async () => {
    const { queue, states } = heldUploads()
    const results = queue.add([fileOf('a'), fileOf('b'), fileOf('c')], defaultImportOptions)
    await Promise.resolve()
    queue.cancel(queue.items()[1]!.id)
    expect(states()).toEqual(['sending', 'cancelled', 'waiting'])
    queue.cancelAll()
    expect(await Promise.all(results)).toEqual([null, null, null])
    expect(states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    queue.removeFinished()
    expect(queue.items()).toEqual([])
  })
})
