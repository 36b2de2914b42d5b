/** Answers pages and routes about the library: many profiles, whole services, and the space they take. */
import type { CompletedId } from '../complete-id.ts'
import { setImmediate } from 'node:timers/promises'
import type { LiveEvent } from '../../contract/live-events.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { imageKeyOf } from '../../contract/comparable-profiles.ts'
import { isExperimentService } from '../../contract/experiment-service.ts'
import { mostLabels } from '../../contract/constants.ts'
import { getEventLabel } from '../../contract/engines.ts'
import {
  type BulkChange,
  type BulkResult,
  type LibraryQuery,
  type RetentionPreview,
  type RetentionRule,
  type ServiceTimeline,
  type SinceDeploy,
  type StorageState,
  libraryQuerySchema,
} from '../../contract/library.ts'
import { Problem } from '../../errors.ts'
import { batchesOf, type ChangeOf } from '../../store/library/change-profiles.ts'
import type { Store } from '../../store/store.ts'
import { mergeEdits } from '../merge-edits.ts'
import { compareReplicas } from './replicas.ts'
import { createTrends } from './trends.ts'

export type Library = ReturnType<typeof createLibrary>

interface LibraryParts {
  readonly store: Pick<Store, 'profiles' | 'library' | 'services' | 'retention'>
  /** Limit of the stored bytes; null without one. */
  readonly quotaBytes: number | null
  /** Sends an event to every open page. */
  readonly publish: (event: LiveEvent) => void
}

/** More than these are one event: else every open page would be sent each of them. */
const maxSingleEvents = 20

export function createLibrary({ store, quotaBytes, publish }: LibraryParts) {
  const { profiles, library, services, retention } = store

  function publishChanges(changed: readonly ProfileSummary[]): void {
    if (changed.length > maxSingleEvents) publish({ type: 'library' })
    else for (const profile of changed) publish({ type: 'profile', profile })
  }

  async function storage(): Promise<StorageState> {
    const [usedBytes, freeDiskBytes, counts, rules] = await Promise.all([
      profiles.usedBytes(),
      profiles.freeDiskBytes(),
      retention.counts(),
      retention.rules(),
    ])
    return { usedBytes, quotaBytes, freeDiskBytes, ...counts, rules }
  }

  async function applyRetention(): Promise<void> {
    const overdue = await retention.overdue(await retention.rules(), Date.now())
    if (overdue.length === 0) return
    for (const batch of batchesOf(overdue.map(({ id }) => id))) {
      await profiles.setAllDeleted(batch, Date.now())
      await setImmediate() // SQLite answers at once, so no other request had a turn
    }
    publish({ type: 'library' })
  }

  /** `event`: null for `cpu`, or where that is missing for any. Throws: Problem `not-found`. */
  async function newestOf(service: string, event: string | null): Promise<ProfileSummary> {
    const newest = await services.newest(service, event)
    if (!newest) throw new Problem('not-found', { what: 'service with profiles of that event' })
    return newest
  }

  return {
    page: (query: LibraryQuery) => library.page(query),
    /** The same with `readAt`, the Unix ms before it was read: live events of later changes are newer than the page. */
    async pageWithTime(query: LibraryQuery) {
      const readAt = Date.now()
      return { ...(await library.page(query)), readAt }
    },
    /**
     * Gives the id of the profile whose id begins so, as commands print ids, and how many profiles' ids do: `id` is
     * null unless one does. Text that is no beginning of an id has the count 0.
     */
    async completeId(beginning: string): Promise<CompletedId> {
      const query = libraryQuerySchema.safeParse({ id: beginning.toLowerCase(), choices: false, limit: 1 })
      const { profiles: found, count } = query.success ? await library.page(query.data) : { profiles: [], count: 0 }
      return { id: count === 1 ? found[0]!.id : null, count }
    },
    /**
     * Changes several profiles, all or none: `changed` are as they are now, `kept` those that it must not change
     * (pinned, or with too many labels). Ids without a profile are passed over. Throws: Problem `invalid-request`.
     */
    async change({ ids, action, label }: BulkChange): Promise<BulkResult> {
      const isDeletion = action === 'delete' || action === 'restore'
      const result = isDeletion
        ? await profiles.setAllDeleted(ids, action === 'delete' ? Date.now() : null)
        : await profiles.changeAll(ids, createChange(action, label))
      publishChanges(result.changed)
      return result
    },
    /** Puts a profile into the trash. Throws: Problem `not-found`, `profile-pinned`. */
    async delete(id: string): Promise<ProfileSummary> {
      const { changed, kept } = await profiles.setAllDeleted([id], Date.now())
      if (kept[0]) throw new Problem('profile-pinned', { name: kept[0].name })
      const deleted = changed[0] ?? (await profiles.find(id))
      if (!deleted) throw new Problem('not-found', { what: 'profile' })
      publishChanges([deleted])
      return deleted
    },
    services: () => services.list(),
    /** Gives the profiles of a service. Throws: Problem `not-found` without any. */
    async timeline(service: string, event: string | null): Promise<ServiceTimeline> {
      const timeline = await services.timeline(service, event)
      // Throws where there is none.
      if (timeline.profiles.length === 0) await newestOf(service, event)
      return timeline
    },
    /**
     * The newest profile and the last one before its image changed. Throws: Problem `not-found`, `no-deploy`,
     * `of-experiment`.
     */
    async sinceDeploy(service: string, event: string | null): Promise<SinceDeploy> {
      const after = await newestOf(service, event)
      const before = await services.beforeDeploy(after)
      if (!before) {
        if (isExperimentService(service)) throw new Problem('of-experiment', { service })
        const isImageKnown = imageKeyOf(after) !== '' // '' where neither digest nor name is known
        throw new Problem('no-deploy', { service, event: getEventLabel(after.event), isImageKnown })
      }
      return { service, event: after.event, after, before }
    },
    /** Gives the last profile of the service and event before its image changed; null where none is stored. */
    beforeDeploy: (profile: ProfileSummary) => services.beforeDeploy(profile),
    /** Compares containers of a service. Throws: Problem `not-found`, `no-replicas`. */
    replicas: (query: { service: string; event: string | null; withinMinutes: number }) =>
      compareReplicas(store, query),
    /** Gives shares of functions over time. Throws: Problem `not-found`. */
    trend: createTrends(store),
    storage,
    /**
     * Sets the rules, and moves profiles that they do not keep to the trash at once, for an hour. With `before`, what
     * others changed since then stays. Throws: Problem `invalid-request` for two rules of one service,
     * `changed-meanwhile`.
     */
    async setRules(rules: readonly RetentionRule[], before?: readonly RetentionRule[]): Promise<StorageState> {
      assertOneEach(rules)
      await retention.changeRules((now) => (before ? mergeRules(before, rules, now) : rules))
      await applyRetention()
      return storage()
    },
    /** Says what these rules would move to the trash now. Throws: Problem `invalid-request` for two of one service. */
    async previewRules(rules: readonly RetentionRule[]): Promise<RetentionPreview> {
      assertOneEach(rules)
      const overdue = await retention.overdue(rules, Date.now())
      return { profiles: overdue.length, bytes: overdue.reduce((sum, { bytes }) => sum + bytes, 0) }
    },
    /** Moves the profiles that the rules do not keep to the trash. */
    applyRetention,
    // One byte: how many the result will have is not known yet.
    /** Call it before a capture or an import begins. Throws: Problem `quota-reached`. */
    assertQuota: () => profiles.assertQuota(1),
  }
}

type Rules = readonly RetentionRule[]

/** The rules by service, with the empty text for the rule of all services. Throws: Problem `changed-meanwhile`. */
function mergeRules(before: Rules, mine: Rules, now: Rules): RetentionRule[] {
  const [opened, sent, stored] = [before, mine, now].map((rules) =>
    Object.fromEntries(rules.map(({ service, days, maxBytes }) => [service ?? '', { service, days, maxBytes }])),
  )
  const describe = (services: readonly string[]) =>
    `the retention rules of ${services.map((service) => service || 'all services').join(', ')}`
  const merged = mergeEdits({ before: opened!, mine: sent!, now: stored!, describe })
  return Object.values(merged).filter((rule) => rule !== undefined)
}

function assertOneEach(rules: readonly RetentionRule[]): void {
  const services = rules.map(({ service }) => service)
  const twice = services.find((service, index) => services.indexOf(service) !== index)
  if (twice !== undefined) throw new Problem('invalid-request', { what: `${twice ?? 'all services'} has two rules` })
}

/** Actions that change fields of each profile by itself. */
type Action = Exclude<BulkChange['action'], 'delete' | 'restore'>

/**
 * Passes over profiles in the trash and those that are so already: an undo then takes back only the changes that were
 * made. Throws: Problem `invalid-request` for a label without its text.
 */
function createChange(action: Action, label: string | undefined): ChangeOf {
  const selectFor = selectChange(action, label)
  return (profile) => (profile.deletedAt === null ? selectFor(profile) : null)
}

function selectChange(action: Action, label: string | undefined): ChangeOf {
  if (action === 'pin') return ({ pinned }) => (pinned ? null : { pinned: true })
  if (action === 'unpin') return ({ pinned }) => (pinned ? { pinned: false } : null)
  if (label === undefined) throw new Problem('invalid-request', { what: 'there is no label' })
  if (action === 'remove-label')
    return ({ labels }) => (labels.includes(label) ? { labels: labels.filter((one) => one !== label) } : null)
  return ({ labels }) => {
    if (labels.includes(label)) return null
    return labels.length < mostLabels ? { labels: [...labels, label] } : 'keep'
  }
}
