import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { captureRequestSchema } from '../../contract/capture.ts'
import type { Captures } from './captures.ts'
import { fakeCaptures, fakeEngine, fakeProgress, fakeRecording } from '../../testing/hosts/fake-captures.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { describeNotRemoved } from '../../contract/capture-labels.ts'
import { waitUntil } from '../../testing/wait-until.ts'

let directory: string
beforeEach(() => {
  directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-captures-'))
  fs.mkdirSync(join(directory, 'work'))
})
afterEach(() => fs.rmSync(directory, { recursive: true }))

/** Does nothing until it is cancelled. */
const engine = fakeEngine('perf', async function* (_, signal) {
  yield* []
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  throw new Error('never')
})
/** Records until it is saved. */
const recorder = fakeEngine('perf', async function* ({ save }, signal) {
  yield fakeProgress('recording')
  await new Promise<unknown>((resolve, reject) => {
    save.addEventListener('abort', resolve)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  return fakeRecording()
})
const idOf = (number: number) => number.toString(16).padStart(16, '0')
const requestFor = (number: number) => captureRequestSchema.parse({ targetId: idOf(number), seconds: 600 })
const open = () => fakeCaptures(directory, { engines: [engine] })

test('the collector refuses captures beyond its limit by itself, without relying on the web program', async () => {
  const captures = open()
  const ids = new Set<string>()
  for (let number = 0; number < 22; number++) ids.add(captures.start(requestFor(number), 'owner').id)
  expect(ids.size).toBe(22)
  expect(() => captures.start(requestFor(22), 'owner')).toThrow(expect.objectContaining({ code: 'capture-busy' }))
  // A request for a JVM that has a capture returns that capture, and does not count.
  expect(ids).toContain(captures.start(requestFor(3), 'owner').id)
  expect(fs.readdirSync(join(directory, 'journal'))).toHaveLength(22)
  await captures.stop()
  expect(captures.list().map(({ state }) => state)).toEqual(Array(22).fill('failed'))
  expect(fs.readdirSync(join(directory, 'work'))).toEqual([])
})

test('a request for a JVM that is captured already returns that capture, marked as not new', async () => {
  const captures = open()
  const first = captures.start(requestFor(1), 'ann')
  const second = captures.start({ ...requestFor(1), seconds: 5 }, 'bob')
  expect([first.timesAsked, second.timesAsked]).toEqual([1, 2])
  expect(second).toMatchObject({ id: first.id, request: first.request, requestedBy: 'ann' })
  await captures.cancel(first.id)
  expect(captures.start(requestFor(1), 'bob')).toMatchObject({ timesAsked: 1, requestedBy: 'bob' })
  await captures.stop()
})

describe('the person who ends a capture', () => {
  test('is named by a cancelled one: who was first, whether it waits or records; none where no name was sent', async () => {
    const captures = fakeCaptures(directory, { engines: [recorder], atOnce: 1 })
    const [recording, queued, unnamed] = [1, 2, 3].map((number) => captures.start(requestFor(number), 'ann').id)
    const find = (id?: string) => captures.list().find((capture) => capture.id === id)!
    await waitUntil('one records', () => find(recording).state === 'recording')
    expect(find(recording).endedBy).toBeNull()
    await captures.cancel(unnamed!)
    await captures.cancel(queued!, 'bo')
    await Promise.all([captures.cancel(recording!, 'bo'), captures.cancel(recording!, 'cy')])
    await captures.cancel(queued!, 'cy')
    const ends = [recording, queued, unnamed].map((id) => find(id)).map(({ state, endedBy }) => [state, endedBy])
    expect(ends).toEqual([
      ['cancelled', 'bo'],
      ['cancelled', 'bo'],
      ['cancelled', null],
    ])
    await captures.stop()
  })

  test('is named by one that was stopped and kept; not where the recording had ended before', async () => {
    const captures = fakeCaptures(directory, { engines: [recorder] })
    const { id } = captures.start(requestFor(1), 'ann')
    const recorderId = captures.start({ ...requestFor(2), mode: 'flight-recorder' }, 'ann').id
    const find = (wanted: string) => captures.list().find((capture) => capture.id === wanted)!
    await waitUntil('both record', () => captures.list().every(({ state }) => state === 'recording'))
    expect(captures.save(id, 'bo').endedBy).toBe('bo')
    captures.save(recorderId, 'bo')
    await waitUntil('both are saved', () => [id, recorderId].every((one) => find(one).state === 'saving'))
    captures.save(id, 'cy')
    expect([find(id).endedBy, find(recorderId).endedBy]).toEqual(['bo', 'bo'])
    // The recorder goes on, as a new capture of the person who began it.
    const next = captures.list().find(({ state }) => state !== 'saving')
    expect(next).toMatchObject({ requestedBy: 'ann', endedBy: null })
    await captures.stop()
  })
})

test('only an id that the collector has made names a capture', async () => {
  const captures = open()
  const missing: unknown = expect.objectContaining({ code: 'not-found' })
  for (const name of ['f'.repeat(32), '../journal/x', '__proto__', 'constructor']) {
    await expect(captures.cancel(name)).rejects.toEqual(missing)
    expect(() => captures.acknowledge(name, [{ event: 'cpu', profileId: 'f'.repeat(32) }])).toThrow(missing)
    expect(() => captures.save(name)).toThrow(missing)
    expect(() => captures.readLive(name)).toThrow(missing)
  }
})

describe('before it stops', () => {
  const never = new AbortController().signal
  const states = (captures: Captures) => captures.list().map(({ state }) => state)

  /** One records, one is a flight recorder, one is queued. */
  async function record(): Promise<Captures> {
    const captures = fakeCaptures(directory, { engines: [recorder], atOnce: 1 })
    captures.start(requestFor(1), 'ann')
    captures.start({ ...requestFor(2), mode: 'flight-recorder' }, 'ann')
    captures.start(requestFor(3), 'ann')
    await waitUntil('two record', () => states(captures).filter((state) => state === 'recording').length === 2)
    return captures
  }

  test('it keeps what it records; queued captures are interrupted, and no capture starts', async () => {
    const captures = await record()
    await captures.keep(() => false, never)
    expect(states(captures)).toEqual(['queued', 'saving', 'saving'])
    expect(() => captures.start(requestFor(4), 'ann')).toThrow(expect.objectContaining({ code: 'capture-busy' }))
    await captures.stop()
    expect(states(captures)).toEqual(['failed', 'saving', 'saving'])
    expect(captures.list()[0]!.problem).toMatchObject({ code: 'capture-interrupted', facts: { phase: 'queued' } })
    const next = fakeCaptures(directory, { engines: [recorder] })
    await next.recover()
    expect(next.list().filter(({ artefacts }) => artefacts.length > 0)).toHaveLength(2)
  })

  test('it waits until the connected web program has stored what was kept', async () => {
    const captures = await record()
    let hasEnded = false
    const kept = captures.keep(() => true, never).then(() => (hasEnded = true))
    await waitUntil('both are kept', () => states(captures).filter((state) => state === 'saving').length === 2)
    const waiting = captures.list().filter(({ state }) => state === 'saving')
    captures.acknowledge(waiting[0]!.id, [{ event: 'cpu', profileId: 'f'.repeat(32) }])
    expect(hasEnded).toBe(false)
    captures.acknowledge(waiting[1]!.id, [{ event: 'cpu', profileId: 'e'.repeat(32) }])
    await kept
    await captures.stop()
    expect(states(captures)).toEqual(['failed', 'done', 'done'])
  })

  test('a second Ctrl-C ends it at once', async () => {
    const hurry = new AbortController()
    const stubborn = fakeEngine('perf', async function* (_, signal) {
      yield fakeProgress('recording')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
      throw new Error('never')
    })
    const captures = fakeCaptures(directory, { engines: [stubborn] })
    captures.start(requestFor(1), 'ann')
    await waitUntil('it records', () => states(captures)[0] === 'recording')
    const kept = captures.keep(() => true, hurry.signal)
    hurry.abort()
    await kept
    await captures.stop()
    expect(captures.list()[0]!.problem).toMatchObject({ code: 'capture-interrupted', facts: { phase: 'recording' } })
  })
})

test('after its end it removes no acknowledged profile: another collector may use its directory', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const records = fakeEngine('perf', async function* () {
    yield fakeProgress('recording')
    return fakeRecording()
  })
  const captures = fakeCaptures(directory, { engines: [records] })
  const { id } = captures.start(requestFor(1), 'ann')
  await waitUntil('it waits for the acknowledgement', () => captures.list()[0]!.artefacts.length === 1)
  captures.acknowledge(id, [{ event: 'cpu', profileId: 'f'.repeat(32) }])
  await captures.stop()
  const files = () => fs.readdirSync(join(directory, 'artefacts'))
  const before = files()
  vi.advanceTimersByTime(10 * 60_000)
  vi.useRealTimers()
  expect([before.length, files()]).toEqual([1, before])
})

describe('a capture whose cleanup failed', () => {
  /** A parent that is a link is never followed: what is behind it cannot be removed. */
  const leaves = () => {
    using own = pinProcess(process.pid, 'this test')
    const { startTicks } = own
    fs.symlinkSync(join(directory, 'work'), join(directory, 'link'))
    fs.writeFileSync(join(directory, 'work', 'kept'), '')
    const path = join(directory, 'link', 'kept')
    return fakeEngine('perf', async function* (_, signal) {
      yield fakeProgress('recording', {
        cleanup: [{ kind: 'container-file', hostPid: process.pid, startTicks, path, before: null }],
      })
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
      throw new Error('never')
    })
  }
  const left = () => [`the file ${directory}/link/kept in the file system of the JVM, to be removed by hand`]

  test('says what it left when it is cancelled', async () => {
    const errors: unknown[] = []
    const captures = fakeCaptures(directory, { engines: [leaves()], report: (error) => errors.push(error) })
    const { id } = captures.start(requestFor(1), 'ann')
    await waitUntil('it records', () => captures.list()[0]!.state === 'recording')
    const ended = await captures.cancel(id)
    expect(ended).toMatchObject({ state: 'cancelled', notRemoved: left() })
    expect(describeNotRemoved(ended)).toBe(`May be left: ${left()[0]!}.`)
    expect(errors).toHaveLength(1)
  })

  test('says so when the collector is stopped, and does not claim that its files were removed', async () => {
    const captures = fakeCaptures(directory, { engines: [leaves()], report: () => undefined })
    captures.start(requestFor(1), 'ann')
    await waitUntil('it records', () => captures.list()[0]!.state === 'recording')
    await captures.stop()
    const [ended] = captures.list()
    expect(ended).toMatchObject({ problem: { code: 'capture-interrupted', facts: { isClean: false } } })
    expect(ended!.problem!.remedy).toBe('Nothing of it was kept. Profile again.')
    expect(ended!.notRemoved).toEqual(left())
  })
})
