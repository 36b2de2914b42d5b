import type { Capture } from '../../lib/contract/capture.ts'
import type { DemoState } from '../../lib/contract/health.ts'
import type { LiveEvent } from '../../lib/contract/live-events.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { Target } from '../../lib/contract/target.ts'
import type { HealthCheck } from '../../lib/health-checks.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'signed-out'

/** What a browser knows of the host, from `/api/v1/events`. Each part keeps its identity until something in it changes. */
export interface LiveData {
  readonly connection: Connection
  /** False until the first snapshot; pages show what they were sent with until then. */
  readonly hasSnapshot: boolean
  /** Why the collector does not answer; null while it does. */
  readonly collectorProblem: CollectorEvent['problem']
  readonly targets: readonly Target[]
  readonly captures: readonly Capture[]
  readonly health: readonly HealthCheck[]
  readonly demo: DemoState
  /** Profiles that were added or changed since the page came (null: gone), to be laid over the page's own list. */
  readonly profileChanges: ProfileChanges
  /** Another number whenever any profile may have changed: a page of the library is asked for again then. */
  readonly libraryVersion: number
}

export type ProfileChanges = ReadonlyMap<string, ProfileSummary | null>
type CollectorEvent = Extract<LiveEvent, { type: 'collector' }>

export const initialLiveData: LiveData = {
  connection: 'connecting',
  hasSnapshot: false,
  collectorProblem: null,
  targets: [],
  captures: [],
  health: [],
  demo: { state: 'stopped', step: '', problem: null },
  profileChanges: new Map(),
  libraryVersion: 0,
}

/** Readings kept per target: one every 2 s, a minute of them. */
const historyLength = 30

/** The state after one event. Events about targets that are not known are dropped: the next snapshot has them. */
export function applyLiveEvent(state: LiveData, event: LiveEvent): LiveData {
  switch (event.type) {
    case 'snapshot': {
      const { targets, captures, health, demo } = event
      // A page that fell behind is sent a snapshot instead of what it missed.
      const libraryVersion = state.hasSnapshot ? state.libraryVersion + 1 : state.libraryVersion
      return { ...state, hasSnapshot: true, targets, captures, health, demo, libraryVersion }
    }
    case 'target':
      return { ...state, targets: putById(state.targets, event.target) }
    case 'target-gone':
      return { ...state, targets: state.targets.filter((target) => target.id !== event.id) }
    case 'load':
      return { ...state, targets: applyLoad(state.targets, event.load) }
    case 'capture':
      return { ...state, captures: putById(state.captures, event.capture) }
    case 'health':
      return { ...state, health: event.health }
    case 'demo':
      return { ...state, demo: event.demo }
    case 'collector':
      return { ...state, collectorProblem: event.problem }
    case 'profile':
      return withProfile(state, event.profile.id, event.profile)
    case 'profile-gone':
      return withProfile(state, event.id, null)
    case 'library':
      return { ...state, libraryVersion: state.libraryVersion + 1 }
  }
}

/** A tab that stays open for weeks keeps the last of them: lists that are older than those ask again anyway. */
const maxChanges = 500

function withProfile(state: LiveData, id: string, profile: ProfileSummary | null): LiveData {
  const changes = [...state.profileChanges].filter(([known]) => known !== id).slice(1 - maxChanges)
  return {
    ...state,
    profileChanges: new Map([...changes, [id, profile]]),
    libraryVersion: state.libraryVersion + 1,
  }
}

/** The page's own list with later changes laid over it, newest first. */
export function mergeProfiles(listed: readonly ProfileSummary[], changes: ProfileChanges): readonly ProfileSummary[] {
  if (changes.size === 0) return listed
  const byId = new Map(listed.map((profile) => [profile.id, profile]))
  for (const [id, profile] of changes) {
    if (profile && profile.deletedAt === null) byId.set(id, profile)
    else byId.delete(id)
  }
  return [...byId.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
}

type Load = Extract<LiveEvent, { type: 'load' }>['load']

function applyLoad(targets: readonly Target[], load: Load): readonly Target[] {
  const byId = new Map(load.map((one) => [one.id, one]))
  return targets.map((target) => {
    const now = byId.get(target.id)
    if (!now) return target
    const cpuHistory =
      now.cpuPercent === null ? target.cpuHistory : [...target.cpuHistory, now.cpuPercent].slice(-historyLength)
    return { ...target, ...now, cpuHistory }
  })
}

function putById<Item extends { readonly id: string }>(items: readonly Item[], item: Item): readonly Item[] {
  const index = items.findIndex((one) => one.id === item.id)
  return index < 0 ? [...items, item] : items.with(index, item)
}
