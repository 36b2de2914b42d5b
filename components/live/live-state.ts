import type { Collector } from '../../lib/contract/collectors.ts'
import { localCollectorId } from '../../lib/contract/constants.ts'
import { compareByLibraryOrder } from '../../lib/contract/library-order.ts'
import type { LiveEvent } from '../../lib/contract/live-events.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { applyWatchEvent, mergeStopped, nothingSeen, putById, type Seen } from '../../lib/contract/seen.ts'

/** `away` is `reconnecting` that has failed once. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'away' | 'signed-out'

/**
 * State of the host in a browser, from `/api/v1/events`. Each part keeps its identity until something in it changes.
 */
export interface LiveData extends Seen {
  readonly connection: Connection
  /** Unix ms of the server before it read what the page was sent with. */
  readonly readAt: number
  /** Whether the first snapshot has come; until then pages show the data that they were sent with. */
  readonly hasSnapshot: boolean
  readonly collectors: readonly Collector[]
  /** Why the local collector does not answer; null while it does. */
  readonly collectorProblem: Collector['problem']
  /** Profiles that were added or changed since the page came (null: gone), to be laid over the page's own list. */
  readonly profileChanges: ProfileChanges
  /** When profiles last changed that no event names: Unix ms of the server, 0 before. */
  readonly unnamedChangeAt: number
  /** Another number whenever any profile may have changed: a page of the library is asked for again then. */
  readonly libraryVersion: number
  /** Another number whenever an experiment that was started from the page began or ended. */
  readonly directoriesVersion: number
}

/** By id of the profile, with the Unix ms of the server. */
export type ProfileChanges = ReadonlyMap<string, { readonly profile: ProfileSummary | null; readonly at: number }>

export const initialLiveData: LiveData = {
  ...nothingSeen,
  connection: 'connecting',
  readAt: Infinity,
  hasSnapshot: false,
  collectors: [],
  collectorProblem: null,
  profileChanges: new Map(),
  unnamedChangeAt: 0,
  libraryVersion: 0,
  directoriesVersion: 0,
}

/**
 * The state after one event of the time `at`, Unix ms of the server. Events about targets that are not known are
 * dropped: the next snapshot has them.
 */
export function applyLiveEvent(state: LiveData, event: LiveEvent, at: number): LiveData {
  switch (event.type) {
    case 'snapshot': {
      const { type: _, listsChangedAt, ...seen } = event
      const collectorProblem = seen.collectors.find(({ id }) => id === localCollectorId)?.problem ?? null
      // A page that fell behind is sent a snapshot instead of what it missed. The first one comes a while after the
      // page was read.
      const missed =
        state.hasSnapshot || listsChangedAt >= state.readAt
          ? { ...withUnnamedChange(state, at), directoriesVersion: state.directoriesVersion + 1 }
          : state
      return { ...missed, ...seen, hasSnapshot: true, collectorProblem }
    }
    case 'collector': {
      const { type: _, ...collector } = event
      const collectorProblem = collector.id === localCollectorId ? collector.problem : state.collectorProblem
      return { ...state, collectors: putById(state.collectors, collector), collectorProblem }
    }
    case 'collector-snapshot':
      return replaceCollected(state, event.collectorId, event)
    case 'collector-gone':
      return {
        ...replaceCollected(state, event.id, { targets: [], stopped: [], captures: [], pods: [] }),
        collectors: state.collectors.filter(({ id }) => id !== event.id),
      }
    case 'profile':
      return withProfile(state, event.profile.id, event.profile, at)
    case 'profile-gone':
      return withProfile(state, event.id, null, at)
    case 'experiment-directories':
      return { ...state, directoriesVersion: state.directoriesVersion + 1 }
    case 'shares':
      return { ...state, libraryVersion: state.libraryVersion + 1 }
    case 'library':
      return withUnnamedChange(state, at)
    default:
      return applyWatchEvent(state, event)
  }
}

type Collected = Pick<Seen, 'targets' | 'stopped' | 'captures' | 'pods'>

/** All that one collector sees takes the place of what it saw before. */
function replaceCollected(state: LiveData, id: string, { targets, stopped, captures, pods }: Collected): LiveData {
  const ofOthers = <Item extends { readonly collectorId: string }>(items: readonly Item[]) =>
    items.filter(({ collectorId }) => collectorId !== id)
  return {
    ...state,
    targets: [...ofOthers(state.targets), ...targets],
    stopped: mergeStopped([...ofOthers(state.stopped), ...stopped]),
    captures: [...ofOthers(state.captures), ...captures],
    pods: [...ofOthers(state.pods), ...pods],
  }
}

/** A tab that stays open for weeks keeps the last of them: lists that are older than those ask again anyway. */
const maxChanges = 500

function withUnnamedChange(state: LiveData, at: number): LiveData {
  return { ...state, libraryVersion: state.libraryVersion + 1, unnamedChangeAt: at }
}

function withProfile(state: LiveData, id: string, profile: ProfileSummary | null, at: number): LiveData {
  const changes = [...state.profileChanges].filter(([known]) => known !== id).slice(1 - maxChanges)
  return {
    ...state,
    profileChanges: new Map([...changes, [id, { profile, at }]]),
    libraryVersion: state.libraryVersion + 1,
  }
}

/** The page's own list, read at `readAt`, with later changes laid over it, in the order of the library. */
export function applyProfileChanges(
  listed: readonly ProfileSummary[],
  changes: ProfileChanges,
  readAt: number,
): readonly ProfileSummary[] {
  const later = [...changes].filter(([, { at }]) => at >= readAt)
  if (later.length === 0) return listed
  const byId = new Map(listed.map((profile) => [profile.id, profile]))
  for (const [id, { profile }] of later) {
    if (profile && profile.deletedAt === null) byId.set(id, profile)
    else byId.delete(id)
  }
  return [...byId.values()].sort(compareByLibraryOrder)
}
