/** How a capture continues when an engine fails or a user saves it early, and its live snapshots. */
import fs from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CaptureEngine, RawPart } from '../../capture/engine.ts'
import { type Capture, captureRequestSchema } from '../../contract/capture.ts'
import type { Block } from '../../contract/doctor.ts'
import { Problem } from '../../errors.ts'
import type { Provenance } from '../../profile/model/profile.ts'
import {
  blockedFinding,
  fakeCaptures,
  fakeEngine,
  fakePart,
  fakeProgress,
  fakeRecording,
} from '../../testing/hosts/fake-captures.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import type { Captures, CapturesOptions } from './captures.ts'

let directory: string
let captures: Captures
beforeEach(() => {
  directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-run-'))
  fs.mkdirSync(join(directory, 'work'))
})
afterEach(async () => {
  await captures.stop()
  expect(fs.readdirSync(join(directory, 'work'))).toEqual([])
  fs.rmSync(directory, { recursive: true })
})

const id = 'a'.repeat(16)

function start(
  engines: CaptureEngine[],
  request: Partial<Capture['request']> = {},
  more: Partial<CapturesOptions> = {},
): Capture {
  captures = fakeCaptures(directory, { engines, ...more })
  return captures.start(captureRequestSchema.parse({ targetId: id, ...request }), 'test')
}

const now = () => captures.list()[0]!
const isOver = ({ state, artefacts }: Capture) => artefacts.length > 0 || state === 'failed' || state === 'cancelled'
const end = () => waitUntil('it is over', () => (isOver(now()) ? now() : undefined))

const works = (name: CaptureEngine['id'], more: Partial<CaptureEngine> = {}) =>
  fakeEngine(
    name,
    async function* () {
      yield fakeProgress('recording')
      return fakeRecording()
    },
    more,
  )
const failsWith = (name: CaptureEngine['id'], error: unknown, onClean = () => {}) =>
  fakeEngine(name, async function* () {
    try {
      yield fakeProgress('recording', { samples: 7 })
      throw error
    } finally {
      onClean()
    }
  })
const missing = new Problem('tool-missing', { tool: 'x', package: 'x' })

describe('an engine that fails while it records', () => {
  test('is replaced by the next one, and the capture and its profile say so', async () => {
    const seen: Partial<Provenance>[] = []
    start(
      [failsWith('async-profiler', missing), works('perf'), works('jfr')],
      {},
      {
        readParts(_parts, _directory, provenance) {
          seen.push(provenance)
          return Promise.resolve([{ event: 'cpu', samples: 3, bytes: Buffer.from('cpu') }])
        },
      },
    )
    const capture = await end()
    expect(capture).toMatchObject({
      state: 'saving',
      plan: { engine: 'perf', vantage: 'host' },
      fallbacks: [{ engine: 'async-profiler', vantage: 'host', problem: { code: 'tool-missing' } }],
      samples: 3,
      problem: null,
    })
    expect(capture.phases.map(({ state }) => state)).toEqual([
      'queued',
      'checking',
      'recording',
      'checking',
      'recording',
      'symbolising',
      'saving',
    ])
    expect(seen).toMatchObject([
      {
        vantage: 'host',
        enginesNotUsed: [
          { engine: 'async-profiler', reason: `It was tried and failed: ${missing.message}` },
          { engine: 'jfr', reason: 'It could have been used too; perf was preferred.' },
        ],
      },
    ])
  })

  test('is noted, as is one that works', async () => {
    const tried: (string | null)[] = []
    const noteTried: CapturesOptions['noteTried'] = (target, engine, problem) =>
      void tried.push(target.id, engine, problem?.code ?? null)
    start([failsWith('async-profiler', missing), works('perf')], {}, { noteTried })
    await end()
    expect(tried).toEqual([id, 'async-profiler', 'tool-missing', id, 'perf', null])
  })

  test('is replaced if its recording cannot be read', async () => {
    let reads = 0
    start(
      [works('async-profiler'), works('perf')],
      {},
      {
        readParts() {
          if (reads++ === 0) return Promise.reject(new Problem('parser-failed', { reason: 'damaged' }))
          return Promise.resolve([{ event: 'cpu', samples: 3, bytes: Buffer.from('cpu') }])
        },
      },
    )
    expect(await end()).toMatchObject({ plan: { engine: 'perf' }, fallbacks: [{ problem: { code: 'parser-failed' } }] })
  })

  test('is replaced if it has a bug, which is reported', async () => {
    const bugs: unknown[] = []
    const bug = new TypeError('x is undefined')
    start([failsWith('async-profiler', bug), works('perf')], {}, { report: (error) => void bugs.push(error) })
    expect(await end()).toMatchObject({
      plan: { engine: 'perf' },
      fallbacks: [{ problem: { code: 'capture-broken' } }],
    })
    expect(bugs).toEqual([bug])
  })

  test('fails the capture with its Problem if there is no other engine', async () => {
    start([
      failsWith('async-profiler', missing),
      failsWith('jfr', new Problem('attach-timeout', { target: 'x', seconds: 1 })),
    ])
    expect(await end()).toMatchObject({
      state: 'failed',
      problem: { code: 'attach-timeout' },
      plan: { engine: 'jfr' },
      fallbacks: [{ engine: 'async-profiler' }],
    })
  })

  test.each(['target-gone', 'target-changed', 'target-paused'] as const)(
    'because of %s is not replaced: the next one would fail in the same way',
    async (code) => {
      start([failsWith('async-profiler', new Problem(code, { target: 'x' })), works('perf')])
      expect(await end()).toMatchObject({ state: 'failed', problem: { code }, fallbacks: [] })
    },
  )

  test.each([
    [{ isRemoved: true, text: 'its container was removed' }, 'container-removed'],
    [{ isRemoved: false, text: 'its container ended with exit code 137' }, 'target-gone'],
    [null, 'target-gone'],
  ] as const)('because the JVM has ended reports how its container ended: %j is %s', async (containerEnd, code) => {
    const watchContainerEnd = () => ({ find: () => Promise.resolve(containerEnd), [Symbol.dispose]: () => undefined })
    start([failsWith('perf', new Problem('target-gone', { target: 'x' }))], {}, { watchContainerEnd })
    expect(await end()).toMatchObject({ state: 'failed', problem: { code } })
  })

  const ends = [
    [{ isRemoved: false, text: 'its container ended with exit code 137' }, ': its container ended with exit code 137'],
    [{ isRemoved: false, text: 'its container ran out of memory' }, ': its container ran out of memory'],
    [null, ''],
  ] as const
  const lostJvm = failsWith('perf', new Problem('target-gone', { target: 'x' }))
  const idleJvm = fakeEngine('jfr', async function* () {
    yield fakeProgress('recording')
    return fakeRecording({ samples: 0, partial: 'the JVM ended after 7.3 s' })
  })
  test.each(ends.flatMap((end) => [lostJvm, idleJvm].map((engine) => [...end, engine] as const)))(
    'or has no samples, as the JVM has ended, says that, when and how: %j',
    async (containerEnd, how, engine) => {
      const watchContainerEnd = () => ({ find: () => Promise.resolve(containerEnd), [Symbol.dispose]: () => undefined })
      start([engine], {}, { watchContainerEnd, readParts: () => Promise.resolve([]) })
      const { problem } = await end()
      expect(problem?.code).toBe('target-gone')
      expect(problem?.title).toMatch(
        new RegExp(String.raw`^The JVM ended \d.* into the recording${how}[.] No sample of \S+ was kept[.]$`),
      )
    },
  )

  test('or has no samples, as the container was paused, says that', async () => {
    const engine = fakeEngine('jfr', async function* () {
      yield fakeProgress('recording')
      return fakeRecording({ samples: 0, partial: 'the container was paused after 7.3 s' })
    })
    start([engine], {}, { readParts: () => Promise.resolve([]) })
    const { problem } = await end()
    expect(problem).toMatchObject({ code: 'nothing-recorded', remedy: 'Record again once it runs.' })
    expect(problem?.title).toMatch(/^No samples of \S+: the container was paused after 7.3 s[.]$/)
  })

  test('is not replaced if the request named it', async () => {
    start([failsWith('async-profiler', missing), works('perf')], { engine: 'async-profiler' })
    expect(await end()).toMatchObject({ state: 'failed', problem: { code: 'tool-missing' }, fallbacks: [] })
  })

  test('is not replaced after the user has saved the capture', async () => {
    const engine = fakeEngine('async-profiler', async function* (job) {
      yield fakeProgress('recording')
      await new Promise((resolve) => job.save.addEventListener('abort', resolve))
      throw missing
    })
    const { id } = start([engine, works('perf')])
    await waitUntil('it records', () => now().state === 'recording')
    captures.save(id)
    expect(await end()).toMatchObject({ state: 'failed', problem: { code: 'tool-missing' }, fallbacks: [] })
  })

  test('finishes its cleanup when the disk is full', async () => {
    let isClean = false
    const engine = failsWith('perf', new Error('never reached'), () => void (isClean = true))
    const journal = { write: () => {}, remove: () => {}, readAll: () => [] }
    let writes = 0
    start(
      [engine],
      { engine: 'perf', vantage: 'host' },
      {
        journal: {
          ...journal,
          write({ capture }) {
            if (capture.state === 'recording' && writes++ === 0) throw new Problem('disk-full', { path: '/run' })
          },
        },
      },
    )
    expect(await end()).toMatchObject({ state: 'failed', problem: { code: 'disk-full' } })
    expect(isClean).toBe(true)
  })
})

describe('an engine that is blocked', () => {
  test('is not tried while another one is not blocked', async () => {
    const blocked = works('async-profiler', { examine: () => Promise.resolve(new Map([['cpu', [blockedFinding]]])) })
    start([blocked, works('perf')])
    expect(await end()).toMatchObject({ plan: { engine: 'perf' }, fallbacks: [] })
  })

  test('is tried if the request named it', async () => {
    const blocked = works('jfr', { examine: () => Promise.resolve(new Map([['cpu', [blockedFinding]]])) })
    start([blocked, works('perf')], { engine: 'jfr', vantage: 'host' })
    expect(await end()).toMatchObject({ state: 'saving', plan: { engine: 'jfr', vantage: 'host' } })
  })

  test('by the breaker is never tried, even if the request named it', async () => {
    const block: Block = {
      id: 'b'.repeat(32),
      subject: 's',
      label: 'shop',
      engine: 'jfr',
      at: 1,
      captureId: null,
      reason: 'x',
    }
    const findBlock: CapturesOptions['findBlock'] = (_, engine) => (engine === 'jfr' ? block : null)
    start([works('jfr')], { engine: 'jfr', vantage: 'host' }, { findBlock })
    expect(await end()).toMatchObject({
      state: 'failed',
      problem: { code: 'engine-blocked', facts: { blockId: block.id } },
    })
  })

  test('by the breaker after the doctor looked makes way for the next one', async () => {
    const block = (engine: Block['engine']): Block => ({
      ...{ id: 'b'.repeat(32), subject: 's', label: 'shop', at: 1, captureId: null, reason: 'x' },
      engine,
    })
    const findBlock: CapturesOptions['findBlock'] = (_, engine) => (engine === 'async-profiler' ? block(engine) : null)
    start([works('async-profiler'), works('perf')], {}, { findBlock })
    expect(await end()).toMatchObject({
      ...{ state: 'saving', plan: { engine: 'perf' } },
      fallbacks: [{ engine: 'async-profiler', problem: { code: 'engine-blocked' } }],
    })
  })

  test('is not tried for an event that it does not record: the request is refused at once', () => {
    captures = fakeCaptures(directory, { engines: [works('perf')] })
    const request = captureRequestSchema.parse({ targetId: id, events: ['alloc'] })
    expect(() => captures.start(request, 'test')).toThrow(expect.objectContaining({ code: 'no-engine' }))
  })
})

test('a copy of the recording that cannot be made costs no capture', async () => {
  const reported: unknown[] = []
  const keepRecordings = join(directory, 'missing')
  start([works('perf')], {}, { keepRecordings, report: (error) => reported.push(error) })
  expect(await end()).toMatchObject({ state: 'saving', plan: { engine: 'perf' }, fallbacks: [] })
  expect(reported).toMatchObject([{ code: 'ENOENT' }])
})

test('a capture whose profile cannot be stored fails with the first reason, and keeps no artefact', async () => {
  start([works('perf')])
  const saved = await end()
  expect(captures.giveUp(saved.id, 'its checksum is wrong')).toMatchObject({
    state: 'failed',
    problem: { code: 'unreadable-profile', facts: { reason: 'its checksum is wrong', subject: 'profile' } },
    artefacts: [],
  })
  expect(() => captures.readArtefact(saved.id, 'cpu')).toThrow(expect.objectContaining({ code: 'not-found' }))
  expect(captures.giveUp(saved.id, 'again')).toEqual(captures.list()[0])
  expect(captures.list()[0]?.problem?.facts).toEqual({ reason: 'its checksum is wrong', subject: 'profile' })
})

describe('several events', () => {
  const engine = fakeEngine(
    'jfr',
    async function* () {
      yield fakeProgress('recording')
      return fakeRecording({ samples: 0, parts: [fakePart('alloc'), fakePart('cpu')] })
    },
    { events: ['cpu', 'alloc', 'lock'], recordsSeveralEvents: true },
  )

  test('have an artefact each, in the order of the request', async () => {
    start([engine], { events: ['cpu', 'alloc'] })
    expect(await end()).toMatchObject({ artefacts: [{ event: 'cpu' }, { event: 'alloc' }], samples: 3, partial: null })
  })

  test('of which one has no samples are a complete capture', async () => {
    start([engine], { events: ['cpu', 'lock'] })
    expect(await end()).toMatchObject({ artefacts: [{ event: 'cpu' }], partial: null })
  })

  test('of which none occurred are a failure', async () => {
    start([engine], { events: ['lock', 'alloc'] }, { readParts: () => Promise.resolve([]) })
    const { state, problem } = await end()
    expect({ state, code: problem?.code }).toEqual({ state: 'failed', code: 'nothing-recorded' })
    expect(problem?.title).toMatch(/in 30 s[.] No wait for a lock was recorded[.] No allocation was sampled[.]$/)
  })

  test('of which none occurred in a recording that was ended early do not mention the requested seconds', async () => {
    const ended = fakeEngine('jfr', async function* () {
      yield fakeProgress('recording')
      return fakeRecording({ samples: 0, partial: 'ended by hand after 5 s', parts: [fakePart('cpu')] })
    })
    start([ended], {}, { readParts: () => Promise.resolve([]) })
    const { problem } = await end()
    expect(problem?.title).toMatch(/^No samples of \w+[.] No CPU time was sampled[.]$/)
  })
})

/** Records until it is saved. */
const ring = fakeEngine('perf', async function* (job, signal) {
  yield fakeProgress('recording')
  await new Promise<void>((resolve, reject) => {
    job.save.addEventListener('abort', () => resolve())
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  return fakeRecording()
})

describe('a recording that is saved', () => {
  test('ends and is kept; saving it again changes nothing', async () => {
    const { id } = start([ring])
    expect(() => captures.save(id)).toThrow(expect.objectContaining({ code: 'not-recording' }))
    await waitUntil('it records', () => now().state === 'recording')
    captures.save(id)
    expect(await end()).toMatchObject({ state: 'saving', artefacts: [{ event: 'cpu' }] })
    expect(captures.save(id).state).toBe('saving')
    expect(captures.list()).toHaveLength(1)
  })

  test('by a flight recorder continues as a new capture, until that is cancelled', async () => {
    const { id } = start([ring], { mode: 'flight-recorder' })
    await waitUntil('it records', () => now().state === 'recording')
    captures.save(id)
    const next = await waitUntil('another one records', () => {
      const [newest] = captures.list()
      return newest!.id !== id && newest!.state === 'recording' ? newest : undefined
    })
    expect(next.request).toMatchObject({ mode: 'flight-recorder', targetId: 'a'.repeat(16) })
    const saved = await waitUntil(
      'it is kept',
      () => captures.list().find((one) => one.id === id && isOver(one)) ?? false,
    )
    expect(saved).toMatchObject({ state: 'saving', artefacts: [{ event: 'cpu' }] })
    expect((await captures.cancel(next.id)).state).toBe('cancelled')
    expect(captures.list()).toHaveLength(2)
  })

  test('flight recorders do not delay other captures', async () => {
    captures = fakeCaptures(directory, { engines: [ring], atOnce: 1 })
    const request = (number: number, mode: Capture['request']['mode']) =>
      captureRequestSchema.parse({ targetId: `${number}`.repeat(16), mode })
    for (let number = 0; number < 8; number++) captures.start(request(number, 'flight-recorder'), 'test')
    captures.start(request(9, 'timed'), 'test')
    await waitUntil('all record', () => captures.list().every(({ state }) => state === 'recording'))
    const ninth = captureRequestSchema.parse({ targetId: 'b'.repeat(16), mode: 'flight-recorder' })
    expect(() => captures.start(ninth, 'test')).toThrow(expect.objectContaining({ code: 'capture-busy' }))
  })
})

describe('live snapshots of a capture under way', () => {
  /** Yields a live snapshot whenever `next` is called, and goes on recording. */
  function pictured(nameOf = (number: number) => `live-${number}/data`) {
    const waiting: (() => void)[] = []
    let number = 0
    const engine = fakeEngine('perf', async function* (job, signal) {
      yield fakeProgress('recording')
      for (;;) {
        const isSaved = await new Promise<boolean>((resolve, reject) => {
          waiting.push(() => resolve(false))
          job.save.addEventListener('abort', () => resolve(true))
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        })
        if (isSaved) return fakeRecording()
        const name = nameOf(++number)
        fs.mkdirSync(dirname(join(job.directory, name)), { recursive: true })
        fs.writeFileSync(join(job.directory, name), 'x')
        yield fakeProgress('recording', { live: [fakePart(name)] })
      }
    })
    return { engine, next: () => waitUntil('it waits', () => waiting.shift()?.() === undefined) }
  }

  test('are read one after another, counted and served, until the capture ends', async () => {
    const { engine, next } = pictured()
    const { id } = start([engine])
    await waitUntil('it records', () => now().state === 'recording')
    expect(() => captures.readLive(id)).toThrow(expect.objectContaining({ code: 'not-found' }))
    for (const number of [1, 2]) {
      await next()
      await waitUntil('there is a snapshot', () => now().live === number)
      expect(Buffer.from(captures.readLive(id)).toString()).toBe(`live-${number}/data`)
    }
    expect(fs.readdirSync(join(directory, 'work', id))).toEqual([])
    captures.save(id)
    await end()
    expect(() => captures.readLive(id)).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  test.each(['live-NUMBER.txt', 'live-NUMBER.jfr', 'from-helper-NUMBER'])(
    'in files named %s are removed',
    async (form) => {
      const { engine, next } = pictured((number) => form.replace('NUMBER', String(number)))
      const { id } = start([engine])
      await waitUntil('it records', () => now().state === 'recording')
      for (const number of [1, 2]) {
        await next()
        await waitUntil('there is a snapshot', () => now().live === number)
      }
      await waitUntil('none is left', () => fs.readdirSync(join(directory, 'work', id)).length === 0)
      captures.save(id)
      await end()
    },
  )

  test('that arrive while one is being read are dropped with their files', async () => {
    const { engine, next } = pictured()
    const { promise: slow, resolve: finish } = Promise.withResolvers<Uint8Array>()
    const read: RawPart[] = []
    const { id } = start(
      [engine],
      {},
      {
        readLive([part]) {
          read.push(part!)
          return slow
        },
      },
    )
    await waitUntil('it records', () => now().state === 'recording')
    await next()
    await next()
    await next()
    await waitUntil('only the first is left', () => fs.readdirSync(join(directory, 'work', id)).join() === 'live-1')
    expect(read).toHaveLength(1)
    finish(Buffer.from('picture'))
    await waitUntil('it is shown', () => now().live === 1)
  })

  test('that cannot be read do not affect the capture', async () => {
    const { engine, next } = pictured()
    const readLive = () => Promise.reject(new Problem('parser-failed', { reason: 'half a file' }))
    const { id } = start([engine], {}, { readLive })
    await waitUntil('it records', () => now().state === 'recording')
    await next()
    await waitUntil('its files are gone', () => fs.readdirSync(join(directory, 'work', id)).length === 0)
    captures.save(id)
    expect(await end()).toMatchObject({ state: 'saving', live: 0 })
  })
})
