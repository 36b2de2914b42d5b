import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Capture } from '../../contract/capture.ts'
import { localCollectorId } from '../../contract/constants.ts'
import type { LiveEvent } from '../../contract/live-events.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { openStore, type Store } from '../../store/store.ts'
import { sampleCapture, sampleTarget } from '../../testing/samples.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { createCaptureFollower, type CaptureFollower } from './follow-captures.ts'
import { artefactOf, createFakeCollector, type FakeCollector } from '../testing/fake-collector.ts'

let directory = ''
let store: Store
let collector: FakeCollector
let follower: CaptureFollower | null = null
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-server-'))
  store = await openStore(directory)
  collector = createFakeCollector()
})
afterEach(async () => {
  await follower?.stop()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})
const follow = () => {
  follower = createCaptureFollower({ store, firstWaitMs: 5 })
  follower.add({ id: 'local', name: '', client: collector, address: '/test.sock', joinedAt: null })
  return follower
}

const encoded = (() => {
  const builder = createProfileBuilder()
  const thread = builder.thread('main')
  const stack = builder.stack(-1, builder.frame('Shop.serve', 'java'))
  builder.sample(stack, thread, 0, 7)
  return encodeProfile(
    builder.finish('samples', { ...emptyProvenance('perf'), durationMs: 10_000, target: { host: 'node-1' } }),
  )
})()
const capture = (more: Partial<Capture> = {}) =>
  sampleCapture({
    target: { ...sampleCapture().target, service: 'acme/shop', containerName: 'shop-1', image: 'shop:1.4' },
    state: 'recording',
    phases: [
      { state: 'queued', at: 1000 },
      { state: 'recording', at: 2000 },
    ],
    secondsLeft: 3,
    samples: 7,
    ...more,
  })
const saving = (more: Partial<Capture> = {}) => capture({ state: 'saving', artefacts: [artefactOf(encoded)], ...more })
const profiles = () => store.profiles.list()

/** Opens the live stream of a page. `seen`: its events so far. `reading` ends with the stream. */
function openPage({ streams }: CaptureFollower) {
  const reader = streams.open('ann', async () => true).getReader()
  const seen: LiveEvent[] = []
  const reading = (async () => {
    for (let text = await reader.read(); !text.done; text = await reader.read())
      for (const line of new TextDecoder().decode(text.value).split('\n'))
        if (line.startsWith('data: ')) seen.push(JSON.parse(line.slice(6)) as LiveEvent)
  })()
  return { seen, reading }
}

test('a finished capture is stored as a profile, and acknowledged', async () => {
  follow()
  collector.artefacts.set('c'.repeat(32), encoded)
  collector.emitCapture(saving({ partial: 'the container stopped after 4.2 s' }))
  const done = await waitUntil('the capture is done', () =>
    store.captures.find('c'.repeat(32)).then((found) => (found?.state === 'done' ? found : null)),
  )
  expect(await profiles()).toMatchObject([
    {
      id: done.profiles[0]!.profileId,
      service: 'acme/shop',
      host: 'node-1',
      containerName: 'shop-1',
      total: 7,
      durationMs: 10_000,
      createdAt: 2000,
      createdBy: 'owner',
      partial: 'the container stopped after 4.2 s',
    },
  ])
  expect(collector.artefacts.size).toBe(0)
})

test('a capture of several events becomes several profiles that refer to each other', async () => {
  follow()
  const id = 'c'.repeat(32)
  collector.artefacts.set(id, { wall: encoded, cpu: encoded })
  collector.emitCapture(saving({ artefacts: [artefactOf(encoded, 'wall'), artefactOf(encoded, 'cpu')] }))
  const done = await waitUntil('the capture is done', () =>
    store.captures.find(id).then((found) => (found?.state === 'done' ? found : null)),
  )
  expect(done.profiles.map(({ event }) => event)).toEqual(['wall', 'cpu'])
  const siblings = await store.profiles.listByCapture(id)
  expect(siblings).toMatchObject([
    { event: 'cpu', name: 'acme/shop cpu 10 s', id: done.profiles[1]!.profileId },
    { event: 'wall', name: 'acme/shop wall 10 s', id: done.profiles[0]!.profileId },
  ])
})

test('a capture with a hot method is named after its service and that method', async () => {
  follow()
  const bytes = encodeProfile(shopProfile())
  collector.artefacts.set('c'.repeat(32), bytes)
  collector.emitCapture(saving({ artefacts: [artefactOf(bytes)] }))
  await waitUntil('it is stored', async () => (await profiles()).length > 0)
  expect(await profiles()).toMatchObject([{ name: 'acme/shop: PriceRules.findWinningRule' }])
})

test.each([
  ['flight-recorder', shopProfile().provenance.startedAt],
  ['timed', 2000],
] as const)('a profile of a %s capture has the moment from which its recording is kept', async (mode, recordedAt) => {
  follow()
  const bytes = encodeProfile(shopProfile())
  collector.artefacts.set('c'.repeat(32), bytes)
  const request = { ...sampleCapture().request, mode }
  collector.emitCapture(saving({ request, artefacts: [artefactOf(bytes)] }))
  await waitUntil('it is stored', async () => (await profiles()).length > 0)
  expect(await profiles()).toMatchObject([{ capturedAt: recordedAt, createdAt: recordedAt }])
})

test('after an interrupted save only the missing profiles are fetched', async () => {
  const id = 'c'.repeat(32)
  collector.artefacts.set(id, { cpu: encoded })
  collector.emitCapture(saving())
  follow()
  await waitUntil('it is acknowledged', () => collector.called.length > 0)
  const [first] = await profiles()
  await follower!.stop()
  collector.artefacts.set(id, { alloc: encoded }) // without the bytes of the other, so that fetching those would fail
  collector.emitCapture(saving({ artefacts: [artefactOf(encoded, 'cpu'), artefactOf(encoded, 'alloc')] }))
  follow()
  await waitUntil('it is acknowledged again', () => collector.called.length > 1)
  const kept = await profiles()
  expect(kept.map(({ event }) => event).sort()).toEqual(['alloc', 'cpu'])
  expect(kept).toContainEqual(first)
})

test('a capture that ended while the web program was down is stored when that is back', async () => {
  collector.artefacts.set('c'.repeat(32), encoded)
  collector.emitCapture(saving())
  follow()
  await waitUntil('it is acknowledged', () => collector.called.includes(`reapCapture ${'c'.repeat(32)}`))
  expect(await profiles()).toHaveLength(1)
})

test('a profile that was stored just before a crash is not stored again, only acknowledged', async () => {
  collector.artefacts.set('c'.repeat(32), encoded)
  collector.emitCapture(saving())
  follow()
  await waitUntil('it is acknowledged', () => collector.called.length > 0)
  const [profile] = await profiles()
  await follower!.stop()
  collector.emitCapture(saving())
  follow()
  await waitUntil('it is acknowledged again', () => collector.called.length > 1)
  expect(await profiles()).toEqual([profile])
})

test('a damaged artefact is fetched again, and finally given up with a reason', async () => {
  collector.artefacts.set('c'.repeat(32), encoded.slice(0, 100))
  follow()
  collector.emitCapture(saving())
  const failed = await waitUntil('it is given up', () =>
    follower!.capture('c'.repeat(32)).then((found) => (found?.state === 'failed' ? found : null)),
  )
  expect(failed.problem?.code).toBe('unreadable-profile')
  expect(collector.called).toContain(`giveUpCapture ${'c'.repeat(32)}`)
  await waitUntil('the list agrees', async () => (await follower!.captures())[0]?.state === 'failed')
  expect(await profiles()).toEqual([])
})

test('an artefact that is no profile is given up too', async () => {
  const nonsense = new TextEncoder().encode('not a profile')
  collector.artefacts.set('c'.repeat(32), nonsense)
  follow()
  collector.emitCapture(saving({ artefacts: [artefactOf(nonsense)] }))
  await waitUntil('it is given up', async () => (await follower!.capture('c'.repeat(32)))?.state === 'failed')
})

const problemOf = (id: string) => follower!.collectors.list().find((one) => one.id === id)!.problem

test('a collector that is down is reported, its data stays, and is updated when it is back', async () => {
  const { snapshot, liveCapture } = follow()
  expect(problemOf('local')?.code).toBe('collector-unreachable')
  await waitUntil('it answers', () => problemOf('local') === null)
  collector.emitCapture(capture())
  await waitUntil('the capture is known', () => liveCapture('c'.repeat(32)))
  collector.setDown(true)
  await waitUntil('it is down', () => problemOf('local') !== null)
  expect(snapshot().health).toMatchObject([{ code: 'collector', ok: false }])
  expect(liveCapture('c'.repeat(32))).not.toBeNull()
  collector.captures.set('c'.repeat(32), capture({ samples: 99 }))
  collector.setDown(false)
  await waitUntil('the update has arrived', () => liveCapture('c'.repeat(32))?.samples === 99)
})

describe('two collectors', () => {
  const here = 'c'.repeat(32)
  const there = 'd'.repeat(32)
  const target = (id: string) => sampleTarget({ id: id.repeat(16) })
  let other: FakeCollector

  async function followBoth() {
    collector = createFakeCollector([target('a')])
    other = createFakeCollector([target('b')])
    const both = follow()
    both.add({ id: 'rack-2', name: 'rack-2.example', client: other, address: 'rack-2.example', joinedAt: 1 })
    await waitUntil('both answer', () => both.collectors.list().every(({ problem }) => problem === null))
    return both
  }

  test('each JVM and each capture has the id of its collector', async () => {
    const { snapshot, liveCapture, target: find } = await followBoth()
    other.emitCapture(capture({ id: there }))
    await waitUntil('the capture is known', () => liveCapture(there))
    expect(snapshot().targets.map(({ id, collectorId }) => [id[0], collectorId])).toEqual([
      ['a', 'local'],
      ['b', 'rack-2'],
    ])
    expect(find('b'.repeat(16))?.collectorId).toBe('rack-2')
    expect(liveCapture(there)?.collectorId).toBe('rack-2')
  })

  test('a new snapshot of one does not affect the JVMs and captures of the other', async () => {
    const { snapshot } = await followBoth()
    collector.emitCapture(capture({ id: here }))
    other.emitCapture(capture({ id: there }))
    await waitUntil('both are stored', async () => (await store.captures.listUnfinished()).length === 2)
    other.setDown(true)
    await waitUntil('one is down', () => problemOf('rack-2') !== null)
    expect(problemOf('local')).toBeNull()
    expect(snapshot().health).toEqual([])
    other.captures.delete(there)
    other.setDown(false)
    const failed = await waitUntil('its lost capture is marked', () =>
      store.captures.find(there).then((found) => (found?.state === 'failed' ? found : null)),
    )
    expect(failed.problem?.code).toBe('capture-interrupted')
    expect((await store.captures.find(here))?.state).toBe('recording')
    expect(snapshot().targets).toHaveLength(2)
  })

  test('an artefact is fetched from the collector that recorded it', async () => {
    await followBoth()
    other.artefacts.set(there, encoded)
    other.emitCapture(saving({ id: there }))
    await waitUntil('it is acknowledged there', () => other.called.includes(`reapCapture ${there}`))
    expect(collector.called).toEqual([])
    expect(await profiles()).toHaveLength(1)
  })

  test('on one host list a JVM once, as long as one of them lists it', async () => {
    const both = await followBoth()
    const owners = () => both.snapshot().targets.map(({ id, collectorId }) => `${id[0]} ${collectorId}`)
    other.send({ type: 'target', target: target('a') })
    await waitUntil('both list it', () => both.collectors.stateOf('rack-2').target('a'.repeat(16)))
    expect(owners()).toEqual(['a local', 'b rack-2'])
    collector.send({ type: 'target-gone', id: 'a'.repeat(16) })
    await waitUntil('one still lists it', () => owners().join() === 'b rack-2,a rack-2')
    other.send({ type: 'target-gone', id: 'a'.repeat(16) })
    await waitUntil('it is gone', () => owners().join() === 'b rack-2')
  })

  test('on one host are known as such: the second says which of them lists its JVMs', async () => {
    collector = createFakeCollector([target('a')])
    other = createFakeCollector([target('a')])
    const both = follow()
    const { seen } = openPage(both)
    both.add({ id: 'rack-2', name: 'rack-2.example', client: other, address: 'rack-2.example', joinedAt: 1 })
    const listedUnder = () => both.collectors.list().map((one) => one.listedUnder)
    const published = (by: string | null) =>
      seen.some((event) => event.type === 'collector' && event.id === 'rack-2' && event.listedUnder === by)
    await waitUntil('it is known', () => listedUnder().join() === ',local')
    await waitUntil('pages get it', () => published('local'))

    // One of its own, as where it sees another engine of Docker.
    seen.length = 0
    other.send({ type: 'target', target: target('b') })
    await waitUntil('both list some', () => listedUnder().join() === ',')
    await waitUntil('pages get that', () => published(null))
    other.send({ type: 'target-gone', id: 'b'.repeat(16) })
    await waitUntil('it lists none again', () => listedUnder().join() === ',local')

    collector.setDown(true)
    await waitUntil('the one that answers lists them', () => listedUnder().join() === 'rack-2,')
  })

  test('a JVM that one saw end is not listed as last seen by another that does not answer', async () => {
    const both = await followBoth()
    const { seen } = openPage(both)
    other.send({ type: 'target', target: target('a') })
    await waitUntil('both list it', () => both.collectors.stateOf('rack-2').target('a'.repeat(16)))
    other.setDown(true)
    await waitUntil('one is down', () => problemOf('rack-2') !== null)
    collector.send({ type: 'target-gone', id: 'a'.repeat(16) })
    await waitUntil(
      'it is gone',
      () =>
        both
          .snapshot()
          .targets.map(({ id }) => id[0])
          .join() === 'b',
    )
    await waitUntil('pages get it', () => seen.some(({ type }) => type === 'target-gone'))
  })

  test('a JVM that two see is of the one that answers', async () => {
    const both = await followBoth()
    const { seen } = openPage(both)
    other.send({ type: 'target', target: target('a') })
    await waitUntil('both list it', () => both.collectors.stateOf('rack-2').target('a'.repeat(16)))
    const ownerOf = () => both.target('a'.repeat(16))?.collectorId
    expect(ownerOf()).toBe('local')
    collector.setDown(true)
    await waitUntil('it is of the other one', () => ownerOf() === 'rack-2')
    const passedOn = (event: LiveEvent) => event.type === 'target' && event.target.collectorId === 'rack-2'
    await waitUntil('pages get it', () => seen.some(passedOn))
    expect(both.collectors.ownerOf('a'.repeat(16)).id).toBe('rack-2')
    collector.setDown(false)
    await waitUntil('it is of the first one again', () => ownerOf() === 'local')
  })

  test('removing one removes its JVMs, and ends its captures', async () => {
    const both = await followBoth()
    other.emitCapture(capture({ id: there }))
    await waitUntil('it is stored', () => store.captures.find(there))
    await both.remove('rack-2')
    expect(both.snapshot().targets.map(({ collectorId }) => collectorId)).toEqual(['local'])
    expect((await store.captures.find(there))?.state).toBe('failed')
    expect(() => both.collectors.clientOf('rack-2')).toThrow(/collector/)
  })
})

test('a capture that the collector has forgotten is marked as interrupted', async () => {
  await store.captures.save(capture({ state: 'symbolising' }))
  follow()
  const failed = await waitUntil('it is marked', () =>
    store.captures.find('c'.repeat(32)).then((found) => (found?.state === 'failed' ? found : null)),
  )
  expect(failed.problem).toMatchObject({ code: 'capture-interrupted', facts: { phase: 'symbolising' } })
})

test('a capture that a snapshot does not list goes on where its next event has come before that is decided', async () => {
  const following = follow()
  collector.emitCapture(capture())
  await waitUntil('it is stored', () => store.captures.find('c'.repeat(32)))
  const nothing = { targets: [], stopped: [], captures: [], pods: [], health: [] }
  collector.send({ type: 'snapshot', ...nothing, demo: { state: 'stopped', step: '', problem: null } })
  collector.emitCapture(capture({ samples: 8 }))
  await waitUntil('it was reported', () => following.snapshot().captures[0]?.samples === 8)
  await following.stop()
  expect(await store.captures.find('c'.repeat(32))).toMatchObject({ state: 'recording', samples: 8 })
})

test('a page first gets a snapshot, then the events in order', async () => {
  const { seen, reading } = openPage(follow())
  await waitUntil('it has the snapshot', () => seen.length > 0)
  expect(seen[0]).toMatchObject({ type: 'snapshot', collectors: [{ id: localCollectorId }] })
  collector.artefacts.set('c'.repeat(32), encoded)
  collector.emitCapture(saving())
  await waitUntil('it is done', () => seen.some((event) => event.type === 'capture' && event.capture.state === 'done'))
  expect(seen.findIndex(({ type }) => type === 'profile')).toBeGreaterThan(0)
  await follower!.stop()
  await reading
})
