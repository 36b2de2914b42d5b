/** Single profiles as pages and the API ask for them; `Library` has those that are about many. */
import type { LiveEvent } from '../../contract/live-events.ts'
import type { MergedProfile, MergeRequest, ProfileEdit, ProfileSummary } from '../../contract/profile.ts'
import type { Imported, StoredFile } from '../../contract/imports.ts'
import type { StoredBytes } from '../../store/library/profiles.ts'
import type { Store } from '../../store/store.ts'
import { existing } from '../existing.ts'
import { createOtlpIngest } from '../import/otlp-ingest.ts'
import type { Upload } from '../import/import-profile.ts'
import type { Library } from '../library/library.ts'
import type { Notes } from '../library/notes.ts'
import { type ExportedFile, exportProfile, type ExportRequest } from './export-profile.ts'
import { createExportLimit } from './limit-exports.ts'
import type { Comparison } from '../../contract/comparisons.ts'
import { getEventLabel } from '../../contract/engines.ts'
import { Problem } from '../../errors.ts'
import { mergeChange, withAutomaticName } from './merge-change.ts'
import { createMerge } from './merge-request.ts'
import { runThreadTask } from './profile-thread.ts'

interface ProfilesParts {
  readonly store: Store['profiles']
  readonly library: Library
  readonly notes: Notes
  readonly importFile: (upload: Upload) => Promise<StoredFile>
  readonly publish: (event: LiveEvent) => void
}

export function createProfiles({ store, library, notes, importFile, publish }: ProfilesParts) {
  const published = (profile: ProfileSummary): ProfileSummary => {
    publish({ type: 'profile', profile })
    return profile
  }
  const merge = createMerge(store)
  const limitExports = createExportLimit()
  const importUpload = async (upload: Upload): Promise<Imported> => {
    await library.assertQuota()
    const saved = await importFile(upload)
    saved.profiles.forEach(published)
    return { ...saved, sameAs: await store.findSame(saved.profiles) }
  }
  const open = async (id: string) => existing(await store.open(id), 'profile')

  return {
    list: (options?: { limit?: number; service?: string; deleted?: boolean }) => store.list(options),
    /** Finds a deleted profile, too, while it can be restored; null for an unknown id. */
    find: (id: string) => store.find(id),
    /**
     * All events of the same capture or file, this one too, in one order for all of them; empty when there is no other.
     */
    async siblings({ captureId }: ProfileSummary): Promise<ProfileSummary[]> {
      const all = captureId === null ? [] : await store.listByCapture(captureId)
      return all.length > 1 ? all : []
    },
    /** The next five throw: Problem `not-found`; this one `changed-meanwhile` and `invalid-request`, too. */
    async change(id: string, { before, ...change }: ProfileEdit): Promise<ProfileSummary> {
      const { changed } = await store.changeAll([id], (now) =>
        withAutomaticName(before ? mergeChange(before, change, now) : change, now),
      )
      return published(existing(changed[0] ?? null, 'profile'))
    },
    /** Throws Problem `profile-pinned`, too. */
    delete: (id: string) => library.delete(id),
    restore: async (id: string) => published(existing(await store.setDeleted(id, null), 'profile')),
    open,
    /** Throws Problem `too-many-requests`, too. */
    async export(id: string, request: ExportRequest, person: string): Promise<ExportedFile> {
      const summary = existing(await store.find(id), 'profile')
      const write = async () => exportProfile({ summary, stored: await open(id), notes: await notes.list(id) }, request)
      return request.format === 'hearth' ? write() : limitExports(person, write) // stored bytes take no thread
    },
    /** Compares two profiles. Throws: Problem. */
    compare: createCompare({
      find: (id) => store.find(id),
      open,
      beforeDeploy: (profile) => library.beforeDeploy(profile),
    }),
    /** Merges several into a new one; they stay. Throws: Problem. */
    async merge(request: MergeRequest, createdBy: string): Promise<MergedProfile> {
      await library.assertQuota()
      const merged = published(await merge(request, createdBy))
      return { ...merged, sameAs: await store.findSame([merged]) }
    },
    /** A file that holds several events gives one profile for each. Throws: Problem. */
    import: importUpload,
    /** A message of OTLP profiles that a sender pushes; refusals are answers too. */
    ingest: createOtlpIngest(importUpload),
  }
}

/** The two profiles to compare, as the route reads them. */
interface ComparisonQuery {
  readonly after: string
  /** A profile's id, or `last-deploy`: the newest one of the same service and event from before its image changed. */
  readonly baseline: string
  /** How many functions at most. */
  readonly limit: number
}

type Compare = (query: ComparisonQuery) => Promise<Comparison>

interface Parts {
  readonly find: (id: string) => Promise<ProfileSummary | null>
  readonly open: (id: string) => Promise<StoredBytes>
  readonly beforeDeploy: (profile: ProfileSummary) => Promise<ProfileSummary | null>
}

/**
 * Compares two profiles of the store. Throws: Problem `not-found`, `nothing-to-compare`, `not-comparable`,
 * `invalid-request`, `unreadable-profile`.
 */
function createCompare({ find, open, beforeDeploy }: Parts): Compare {
  /** Gives a profile. Throws: Problem `not-found`, also for one in the trash. */
  async function findPresent(id: string): Promise<ProfileSummary> {
    const profile = await find(id)
    if (profile === null || profile.deletedAt !== null) throw new Problem('not-found', { what: 'profile' })
    return profile
  }

  async function baselineOf(after: ProfileSummary, baseline: string): Promise<ProfileSummary> {
    if (baseline !== 'last-deploy') return findPresent(baseline)
    const before = await beforeDeploy(after)
    if (before === null)
      throw new Problem('nothing-to-compare', { service: after.service, event: getEventLabel(after.event) })
    return before
  }

  return async (query) => {
    const after = await findPresent(query.after)
    const before = await baselineOf(after, query.baseline)
    // The page compares parts of one recording; here all of both is compared.
    if (before.id === after.id)
      throw new Problem('invalid-request', { what: 'baseline: is the profile itself, name another one' })
    const [gzippedBefore, gzippedAfter] = await Promise.all([before, after].map(({ id }) => open(id).then(readAll)))
    const pair = { before: gzippedBefore!, after: gzippedAfter!, limit: query.limit }
    const { result } = await runThreadTask({ type: 'compare', pair })
    return { before, after, ...result }
  }
}

async function readAll({ stream }: StoredBytes): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
