/**
 * When the token of one capture connects, and what a client with it can do on that connection: to that capture, and to
 * nothing else.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Capture } from '../contract/capture.ts'
import type { WatchEvent } from '../contract/live-events.ts'
import { Problem } from '../errors.ts'
import { artefactOf, createFakeCollector } from '../server/testing/fake-collector.ts'
import { sampleCapture, samplePod, sampleTarget } from '../testing/samples.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { askedOf, type CaptureScene, deliver, recordedBytes, startCaptureScene } from './testing/stolen-token.ts'

let scene: CaptureScene
beforeEach(async () => {
  scene = await startCaptureScene()
})
afterEach(async () => {
  vi.useRealTimers()
  await scene[Symbol.asyncDispose]()
})

const jvm = sampleTarget({ id: 'e'.repeat(16) })
const collectorOf = (...others: (typeof jvm)[]) => createFakeCollector([jvm, ...others])

describe('a token', () => {
  test('ends when its capture is done', async () => {
    const { id, token } = await scene.begin('shop')
    const collector = collectorOf()
    scene.dial(token, collector)
    await deliver(collector)
    expect(await scene.isEnded(id)).toMatchObject({ state: 'done', problem: null })
    expect(await scene.knock(token)).toBe(401)
  })

  test.each(['waits', 'records'])('ends when its capture, which %s, is cancelled', async (when) => {
    const { id, token } = await scene.begin('shop')
    const collector = collectorOf()
    if (when === 'records') {
      scene.dial(token, collector)
      await askedOf(collector)
    }
    await scene.cancel(id)
    expect((await scene.isEnded(id)).state).toBe('cancelled')
    expect(await scene.knock(token)).toBe(401)
  })

  test('ends when its capture fails, which it does if nothing connects within ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { id, token } = await scene.begin('shop')
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    vi.useRealTimers()
    expect(await scene.isEnded(id)).toMatchObject({ state: 'failed', problem: { code: 'job-not-started' } })
    expect(await scene.knock(token)).toBe(401)
  })

  test('is refused while it is in use: that connection goes on, and the second client may try again', async () => {
    const { id, token } = await scene.begin('shop')
    const first = collectorOf()
    scene.dial(token, first)
    await askedOf(first)
    const second = scene.dial(token, collectorOf())
    await waitUntil('it was refused', () => second.states.length > 0)
    expect(second.states[0]).toMatchObject({ state: 'waiting', reason: 'it answered 409' })
    await deliver(first)
    expect((await scene.isEnded(id)).state).toBe('done')
    await waitUntil('it gives up', () => second.states.at(-1)?.state === 'revoked')
  })

  test('works again at once after its connection ended: a Job that was cut off goes on', async () => {
    const { id, token } = await scene.begin('shop')
    const collector = collectorOf()
    const { line } = scene.dial(token, collector)
    await askedOf(collector)
    // Cut before the answer has come, the Job would be asked to begin again.
    await waitUntil('the dashboard knows that it has begun', () =>
      collector.called.some((call) => call.startsWith('readCleanup')),
    )
    await line.stop()
    await waitUntil('it may connect', async () => (await scene.knock(token)) === 101, 3000)
    scene.dial(token, collector)
    await deliver(collector)
    expect((await scene.isEnded(id)).state).toBe('done')
  })

  test('is refused by another dashboard', async () => {
    const other = await startCaptureScene()
    try {
      expect(await scene.knock((await other.begin('shop')).token)).toBe(401)
    } finally {
      await other[Symbol.asyncDispose]()
    }
  })
})

/** Each event that a collector may send, of what is not its own: `id` is a capture of another pod. */
const foreignEvents = (id: string): { readonly [T in WatchEvent['type']]: Extract<WatchEvent, { type: T }> } => {
  const pods = [samplePod({ id: '8'.repeat(16), name: 'made-up' })]
  const targets = [jvm, sampleTarget({ id: 'd'.repeat(16), service: 'made-up' })]
  const captures = [sampleCapture({ id, state: 'cancelled' })]
  const demo = { state: 'running', step: 'made-up', problem: null } as const
  const health = [{ code: 'x', ok: false, title: 'made-up', costs: '', remedy: '', command: null }]
  const stopped = [{ ...jvm, at: 1, id: 'd'.repeat(16), service: 'made-up' }] as never
  return {
    snapshot: { type: 'snapshot', targets, stopped, captures, pods, health, demo },
    target: { type: 'target', target: targets[1]! },
    'target-gone': { type: 'target-gone', id: scene.server.host.snapshot().pods[0]!.id },
    pods: { type: 'pods', changed: pods, gone: scene.server.host.snapshot().pods.map((pod) => pod.id) },
    stopped: { type: 'stopped', stopped },
    load: {
      type: 'load',
      load: [{ id: 'd'.repeat(16), cpuPercent: 1, threads: 1, heapUsedBytes: 1, residentBytes: 1 }],
    },
    capture: { type: 'capture', capture: captures[0]! },
    health: { type: 'health', health },
    demo: { type: 'demo', demo },
    'experiment-directories': { type: 'experiment-directories' },
  }
}

describe('a client with a stolen token', () => {
  test('changes no pod, JVM, other capture, check or demo by any event that it sends', async () => {
    const bank = await scene.begin('bank')
    const { id, token } = await scene.begin('shop')
    const thief = collectorOf(sampleTarget({ id: 'd'.repeat(16), service: 'made-up' }))
    scene.dial(token, thief)
    const { id: there } = await askedOf(thief)
    const before = scene.server.host.snapshot()
    const of = (captureId: string) => before.captures.find((capture) => capture.id === captureId)
    expect(of(bank.id)?.state).toBe('checking')
    for (const event of Object.values(foreignEvents(bank.id))) thief.send(event)
    // Events arrive in order.
    thief.emitCapture(sampleCapture({ id: there, state: 'recording', samples: 77 }))
    await waitUntil('the last event arrived', async () => (await scene.find(id)).samples === 77)
    const after = scene.server.host.snapshot()
    expect({ ...after, captures: [] }).toEqual({ ...before, captures: [] })
    expect(after.captures.find((capture) => capture.id === bank.id)).toEqual(of(bank.id))
    expect((await scene.audited()).map(({ action, result }) => `${action} ${result}`)).toEqual([
      'startCapture ok',
      'startCapture ok',
    ])
  })

  test('delivers to its own capture alone, also if it names that by the id of another', async () => {
    const bank = await scene.begin('bank')
    const { id, token } = await scene.begin('shop')
    const thief = collectorOf()
    const honest = thief.call.bind(thief)
    thief.call = async (verb, input) => {
      const answer = await honest(verb, input)
      if (verb !== 'startCapture') return answer
      thief.captures.clear()
      thief.captures.set(bank.id, sampleCapture({ id: bank.id, state: 'checking' }))
      return thief.captures.get(bank.id) as never
    }
    scene.dial(token, thief)
    await askedOf(thief)
    const target = { ...sampleCapture().target, service: 'bank/vault', containerName: 'made-up', image: 'made-up' }
    await deliver(thief, { requestedBy: 'made-up', target })
    const done = await scene.isEnded(id)
    expect(done).toMatchObject({ state: 'done', target: { service: 'team/shop', containerName: 'team/shop/app' } })
    const profiles = await scene.store.profiles.list()
    expect(profiles.map(({ service, image, createdBy }) => [service, image, createdBy])).toEqual([
      ['team/shop', 'shop:1', done.requestedBy],
    ])
    expect(await scene.find(bank.id)).toMatchObject({ state: 'checking', profiles: [] })
    expect(await scene.knock(bank.token)).toBe(101)
  })

  const honest = artefactOf(recordedBytes)
  test.each<[string, Capture['artefacts'], string]>([
    ['of another checksum', [{ ...honest, sha256: '0'.repeat(64) }], 'its profile arrived damaged'],
    ['that is longer than announced', [{ ...honest, bytes: 10 }], 'its profile arrived damaged'],
    ['that is shorter than announced', [{ ...honest, bytes: 10 ** 9 }], 'its profile arrived damaged'],
    ['that is too large', [{ ...honest, bytes: 2 ** 30 + 1 }], 'its profile is larger than 1 GiB'],
    [
      'of an event that was not asked for',
      [honest, artefactOf(recordedBytes, 'alloc')],
      'it sent a profile of Allocations, which was not asked for',
    ],
    ['that it sends twice', [honest, honest], 'it sent two profiles of CPU'],
  ])('fails its capture with a profile %s, and nothing of it is kept', async (_, artefacts, reason) => {
    const { id, token } = await scene.begin('shop')
    const thief = collectorOf()
    scene.dial(token, thief)
    await deliver(thief, { artefacts })
    const { state, problem } = await scene.isEnded(id)
    expect([state, problem?.code, problem?.facts['reason']]).toEqual(['failed', 'job-ended', reason])
    expect(await scene.store.profiles.list()).toEqual([])
    expect(readdirSync(join(scene.dashboard.directory, 'kubernetes/artefacts'))).toEqual([])
  })

  test('does not decide as which user an ephemeral container runs; the cluster does', async () => {
    const ephemeral = { podWay: 'ephemeral', engine: 'jfr' } as const
    const { id, token } = await scene.begin('shop', ephemeral)
    const thief = collectorOf()
    const { states } = scene.dial(token, thief)
    const capture = await askedOf(thief)
    const asRoot = new Problem('pod-user-differs', { uid: 0, gid: 0 })
    thief.emitCapture({ ...capture, state: 'failed', problem: asRoot.toJSON() })
    await waitUntil('it was cut off', () => states.length > 1)
    scene.cluster.endEphemeral('shop', '')
    expect(await scene.isEnded(id)).toMatchObject({ state: 'failed', problem: { code: 'job-ended' } })
    expect(scene.cluster.made.map(({ runAsUser }) => runAsUser)).toEqual([1000])
    const second = await scene.begin('bank', ephemeral)
    const asOther = new Problem('pod-user-differs', { uid: 4000, gid: 4000 })
    scene.cluster.endEphemeral('bank', JSON.stringify({ problem: asOther }))
    await waitUntil('another one is made', () => scene.cluster.made.length === 3)
    expect(scene.cluster.made.map(({ runAsUser }) => runAsUser)).toEqual([1000, 1000, 4000])
    expect(await scene.knock(second.token)).toBe(401)
  })

  test.each([
    ['sends a request', 'POST /startCapture HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}'],
    ['begins HTTP/2 as a client', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['sends nonsense', '\0'.repeat(100_000)],
  ])('is cut off if it %s, and the capture waits for its Job', async (_, bytes) => {
    const { id, token } = await scene.begin('shop')
    const socket = scene.open(token)
    socket.on('error', () => undefined)
    socket.on('open', () => socket.send(Buffer.from(bytes, 'latin1')))
    await waitUntil('it was cut off', () => socket.readyState === socket.CLOSED)
    const collector = collectorOf()
    scene.dial(token, collector)
    await deliver(collector)
    expect((await scene.isEnded(id)).state).toBe('done')
  })
})
