/** Single profiles as pages and the API ask for them; `Library` has those that are about many. */
import type { LiveEvent } from '../../contract/live-events.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { Imported } from '../../contract/imports.ts'
import type { ProfileChange, StoredBytes } from '../../store/library/profiles.ts'
import type { Store } from '../../store/store.ts'
import { existing } from '../existing.ts'
import type { Upload } from '../import/import-profile.ts'
import type { Library } from '../library/library.ts'
import type { Notes } from '../library/notes.ts'
import { type Compare, createCompare } from './comparisons.ts'
import { type ExportedFile, exportProfile, type ExportRequest } from './export-profile.ts'

export interface Profiles {
  list(options?: { limit?: number; service?: string; deleted?: boolean }): Promise<ProfileSummary[]>
  /** Also while its deletion can be undone. */
  find(id: string): Promise<ProfileSummary | null>
  /** All events of the same capture or file, this one too, in one order for all of them; empty when there is no other. */
  siblings(profile: ProfileSummary): Promise<ProfileSummary[]>
  /** The next five throw: Problem `not-found`. */
  change(id: string, change: ProfileChange): Promise<ProfileSummary>
  /** Also: Problem `profile-pinned`. */
  delete(id: string): Promise<ProfileSummary>
  restore(id: string): Promise<ProfileSummary>
  open(id: string): Promise<StoredBytes>
  export(id: string, request: ExportRequest): Promise<ExportedFile>
  /** What two profiles say when they are set against each other. Throws: Problem. */
  readonly compare: Compare
  /** A file that holds several events gives one profile for each. Throws: Problem. */
  import(upload: Upload): Promise<Imported>
}

interface ProfilesParts {
  readonly store: Store['profiles']
  readonly library: Library
  readonly notes: Notes
  readonly importFile: (upload: Upload) => Promise<Imported>
  readonly publish: (event: LiveEvent) => void
}

export function createProfiles({ store, library, notes, importFile, publish }: ProfilesParts): Profiles {
  const published = (profile: ProfileSummary): ProfileSummary => {
    publish({ type: 'profile', profile })
    return profile
  }
  const open = async (id: string) => existing(await store.open(id), 'profile')

  return {
    list: (options) => store.list(options),
    find: (id) => store.find(id),
    async siblings({ captureId }) {
      const all = captureId === null ? [] : await store.listByCapture(captureId)
      return all.length > 1 ? all : []
    },
    change: async (id, change) => published(existing(await store.change(id, change), 'profile')),
    delete: (id) => library.delete(id),
    restore: async (id) => published(existing(await store.setDeleted(id, null), 'profile')),
    open,
    async export(id, request) {
      const summary = existing(await store.find(id), 'profile')
      return exportProfile({ summary, stored: await open(id), notes: await notes.list(id) }, request)
    },
    compare: createCompare({
      find: (id) => store.find(id),
      open,
      beforeDeploy: (profile) => library.beforeDeploy(profile),
    }),
    async import(upload) {
      await library.assertQuota()
      const imported = await importFile(upload)
      imported.profiles.forEach(published)
      return imported
    },
  }
}
