import { describe, expect, it } from 'vitest'
import type { Capture } from '../../lib/contract/capture.ts'
import type { LiveEvent } from '../../lib/contract/live-events.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { Target } from '../../lib/contract/target.ts'
import { Problem } from '../../lib/errors.ts'
import { sampleCapture, sampleSummary, sampleTarget } from '../../lib/testing/samples.ts'
import { applyLiveEvent, initialLiveData, type LiveData, applyProfileChanges } from './live-state.ts'

const target = (id: string, more: Partial<Target> = {}) => sampleTarget({ id: id.padStart(16, '0'), ...more })
const capture = (id: string, state: Capture['state']) => sampleCapture({ id: id.padStart(32, '0'), state })
const profile = (id: string, createdAt: number, more: Partial<ProfileSummary> = {}) =>
  sampleSummary({ id: id.padStart(32, '0'), name: id, createdAt, ...more })

const snapshot: Extract<LiveEvent, { type: 'snapshot' }> = {
  type: 'snapshot',
  collectors: [],
  listsChangedAt: 0,
  targets: [target('a'), target('b')],
  stopped: [],
  captures: [],
  pods: [],
  health: [],
  demo: { state: 'stopped', step: '', problem: null },
}
/** The state after an event of the time `at`. */
const apply = (state: LiveData, event: LiveEvent, at = 1) => applyLiveEvent(state, event, at)
const withTwo: LiveData = apply(initialLiveData, snapshot)
const ids = (state: LiveData) => state.targets.map((one) => one.id.replace(/^0+/, ''))

describe('targets', () => {
  it('come with the snapshot', () => {
    expect(initialLiveData.hasSnapshot).toBe(false)
    expect(withTwo.hasSnapshot).toBe(true)
    expect(ids(withTwo)).toEqual(['a', 'b'])
  })

  it('start, change in place and go', () => {
    const started = apply(withTwo, { type: 'target', target: target('c') })
    expect(ids(started)).toEqual(['a', 'b', 'c'])
    const paused = apply(started, { type: 'target', target: target('a', { state: 'paused' }) })
    expect(paused.targets.map((one) => one.state)).toEqual(['paused', 'running', 'running'])
    expect(ids(apply(paused, { type: 'target-gone', id: target('b').id }))).toEqual(['a', 'c'])
  })

  it('are replaced by the snapshot that follows a reconnect', () => {
    const again = apply(withTwo, { ...snapshot, targets: [target('z')] })
    expect(ids(again)).toEqual(['z'])
  })

  it('gain one reading of load each, and keep a minute of them', () => {
    let state = withTwo
    for (let reading = 1; reading <= 40; reading++) {
      state = apply(state, {
        type: 'load',
        load: [{ id: target('a').id, cpuPercent: reading, threads: 30, heapUsedBytes: 7, residentBytes: 8 }],
      })
    }
    const [a, b] = state.targets
    expect(a?.cpuHistory).toHaveLength(30)
    expect(a?.cpuHistory.at(0)).toBe(11)
    expect(a?.cpuHistory.at(-1)).toBe(40)
    expect(a).toMatchObject({ threads: 30, heapUsedBytes: 7, residentBytes: 8, cpuPercent: 40 })
    expect(b).toBe(withTwo.targets[1]) // untouched rows keep their identity, so that they are not drawn again
  })

  it('have no new point in their history while the load is not known', () => {
    const state = apply(withTwo, {
      type: 'load',
      load: [{ id: target('a').id, cpuPercent: null, threads: 1, heapUsedBytes: null, residentBytes: 1 }],
    })
    expect(state.targets[0]?.cpuHistory).toEqual([])
  })

  it('stay on the screen while the collector is away', () => {
    const away = apply(withTwo, {
      type: 'collector',
      ...{ id: 'local', name: '', health: [], joinedAt: null, listedUnder: null },
      problem: new Problem('collector-unreachable', { socket: '/run/c', reason: 'ECONNREFUSED' }).toJSON(),
    })
    expect(ids(away)).toEqual(['a', 'b'])
    expect(away.collectorProblem?.code).toBe('collector-unreachable')
  })
})

describe('another host', () => {
  const elsewhere = (id: string) => target(id, { collectorId: 'rack-2' })
  const joined = apply(withTwo, {
    type: 'collector-snapshot',
    collectorId: 'rack-2',
    targets: [elsewhere('x')],
    stopped: [],
    captures: [],
    pods: [],
  })

  it('adds its JVMs, and a snapshot of it replaces them alone', () => {
    expect(ids(joined)).toEqual(['a', 'b', 'x'])
    const again = apply(joined, {
      type: 'collector-snapshot',
      collectorId: 'rack-2',
      targets: [elsewhere('y')],
      stopped: [],
      captures: [],
      pods: [],
    })
    expect(ids(again)).toEqual(['a', 'b', 'y'])
    expect(again.targets[0]).toBe(joined.targets[0])
  })

  it('lists a JVM that this one saw end, too, once', () => {
    const ended = (id: string, stoppedAt: number, collectorId = 'local') => ({
      ...{ id, stoppedAt, collectorId, startedAt: 0, service: 'shop', mainClass: 'shop.Shop' },
      ...{ containerName: null, image: null },
    })
    const here = apply(joined, { type: 'stopped', stopped: [ended('both', 5), ended('here', 3)] })
    const both = apply(here, {
      ...{ type: 'collector-snapshot', collectorId: 'rack-2', targets: [], captures: [], pods: [] },
      stopped: [ended('there', 9, 'rack-2'), ended('both', 5, 'rack-2')],
    })
    expect(both.stopped.map(({ id }) => id)).toEqual(['there', 'both', 'here'])
  })

  it('that does not answer says nothing about this one', () => {
    const problem = new Problem('collector-unreachable', { socket: 'rack-2', reason: 'cut' }).toJSON()
    const rack = { id: 'rack-2', name: 'rack-2', problem, health: [], joinedAt: 1, listedUnder: null }
    const away = apply(joined, { type: 'collector', ...rack })
    expect(away.collectorProblem).toBeNull()
    expect(away.collectors).toEqual([rack])
    expect(ids(away)).toEqual(['a', 'b', 'x'])
    // In one event: a host that were away for a moment would take the dialog with it that stands open on it.
    expect(apply(initialLiveData, { ...snapshot, collectors: [rack] }).collectors).toEqual([rack])
    const gone = apply(away, { type: 'collector-gone', id: 'rack-2' })
    expect(ids(gone)).toEqual(['a', 'b'])
    expect(gone.collectors).toEqual([])
  })
})

it('follows a capture through its states', () => {
  const queued = apply(withTwo, { type: 'capture', capture: capture('1', 'queued') })
  const recording = apply(queued, { type: 'capture', capture: capture('1', 'recording') })
  expect(recording.captures.map((one) => one.state)).toEqual(['recording'])
})

describe('the list of profiles', () => {
  const listed = [profile('b', 2), profile('a', 1)]
  const changed = (...profiles: ProfileSummary[]) =>
    profiles.reduce((state, one) => apply(state, { type: 'profile', profile: one }), withTwo).profileChanges
  const names = (profiles: readonly ProfileSummary[]) => profiles.map((one) => one.name)

  it('is the same list when nothing changed', () => {
    expect(applyProfileChanges(listed, new Map(), 0)).toBe(listed)
  })

  it('shows new ones first, changed ones in place, and leaves deleted ones out', () => {
    expect(
      names(applyProfileChanges(listed, changed(profile('c', 3), profile('a', 1, { name: 'renamed' })), 0)),
    ).toEqual(['c', 'b', 'renamed'])
    expect(names(applyProfileChanges(listed, changed(profile('b', 2, { deletedAt: 9 })), 0))).toEqual(['a'])
    const purged = apply(withTwo, { type: 'profile-gone', id: profile('a', 1).id }).profileChanges
    expect(names(applyProfileChanges(listed, purged, 0))).toEqual(['b'])
  })

  it('has a profile back after its deletion was undone', () => {
    expect(
      names(
        applyProfileChanges(
          listed,
          changed(profile('b', 2, { deletedAt: 9 }), profile('b', 2, { deletedAt: null })),
          0,
        ),
      ),
    ).toEqual(['b', 'a'])
  })

  it('has no change that the page was read after', () => {
    const renamed = apply(withTwo, { type: 'profile', profile: profile('a', 1, { name: 'renamed' }) }, 100)
    const { profileChanges } = apply(renamed, { type: 'profile-gone', id: profile('b', 2).id }, 200)
    expect(names(applyProfileChanges(listed, profileChanges, 100))).toEqual(['renamed'])
    expect(names(applyProfileChanges(listed, profileChanges, 101))).toEqual(['a'])
    expect(applyProfileChanges(listed, profileChanges, 201)).toBe(listed)
  })

  it('is outdated after a change that names no profile, and after a lost connection', () => {
    expect(withTwo.unnamedChangeAt).toBe(0)
    expect(apply(withTwo, { type: 'library' }, 300).unnamedChangeAt).toBe(300)
    expect(apply(withTwo, snapshot, 400).unnamedChangeAt).toBe(400)
  })
})

it('says when a page of the library has to be asked for again', () => {
  const one = apply(withTwo, { type: 'profile', profile: profile('a', 1) })
  const many = apply(one, { type: 'library' })
  const gone = apply(many, { type: 'profile-gone', id: profile('a', 1).id })
  expect([one, many, gone].map(({ libraryVersion }) => libraryVersion - withTwo.libraryVersion)).toEqual([1, 2, 3])
})

it.each([
  ['before the page was read', 99, 0],
  ['since the page was read', 100, 1],
])('asks for its lists again by the first snapshot where one changed %s or not', (_, listsChangedAt, changes) => {
  const state = apply({ ...initialLiveData, readAt: 100 }, { ...snapshot, listsChangedAt }, 200)
  expect(state.libraryVersion).toBe(changes)
  expect(state.directoriesVersion).toBe(changes)
  expect(state.unnamedChangeAt).toBe(changes * 200)
})

it('keeps the last changes of a tab that stays open for weeks', () => {
  let state = withTwo
  for (let index = 0; index < 600; index++)
    state = apply(state, { type: 'profile', profile: profile(`${index}`, index) })
  expect(state.profileChanges.size).toBe(500)
  expect(state.libraryVersion - withTwo.libraryVersion).toBe(600)
})
