/** A profile as the database holds it, and as all other code sees it. */
import { randomBytes } from 'node:crypto'
import type { ProfileSummary } from '../../contract/profile.ts'
import { buildSearchText } from './search-text.ts'
import type { ProfileRow } from '../schema/tables.ts'

/** Facts of a profile before it has an id and a size. */
export type NewProfile = Omit<ProfileSummary, 'id' | 'bytes' | 'deletedAt'> & {
  /** Size of the encoded profile before it was gzipped. */
  readonly encodedBytes: number
}

export function newProfileRow(profile: NewProfile, { sha256, bytes }: { sha256: string; bytes: number }): ProfileRow {
  const { captureId, pinned, hotMethod, topMethod, ...described } = profile
  return {
    ...described,
    sha256,
    bytes,
    id: randomBytes(16).toString('hex'),
    sourceId: captureId,
    ...methodColumns({ hotMethod, topMethod }),
    labels: JSON.stringify(profile.labels),
    pinned: pinned ? 1 : 0,
    deletedAt: null,
    searched: buildSearchText(profile),
  }
}

/** Gives the columns of a row that hold the methods that lists name. */
export function methodColumns({ hotMethod, topMethod }: Pick<ProfileSummary, 'hotMethod' | 'topMethod'>) {
  return {
    hotMethod: hotMethod?.name ?? null,
    hotShare: hotMethod?.share ?? null,
    hotBase: hotMethod?.base ?? null,
    topMethod: topMethod?.name ?? null,
    topShare: topMethod?.share ?? null,
    topBase: topMethod?.base ?? null,
  } satisfies Partial<ProfileRow>
}

export function toProfileSummary(row: ProfileRow): ProfileSummary
export function toProfileSummary(row: ProfileRow | undefined): ProfileSummary | null
export function toProfileSummary(row: ProfileRow | undefined): ProfileSummary | null {
  if (!row) return null
  const {
    sourceId: captureId,
    labels,
    pinned,
    sha256: _sha256,
    encodedBytes: _encoded,
    searched: _searched,
    hotMethod,
    hotShare,
    hotBase,
    topMethod,
    topShare,
    topBase,
    ...rest
  } = row
  const method = (name: string | null, share: number | null, base: string | null) =>
    name === null || share === null ? null : { name, share, ...(base !== null && { base }) }
  return {
    ...rest,
    hotMethod: method(hotMethod, hotShare, hotBase),
    topMethod: method(topMethod, topShare, topBase),
    captureId,
    pinned: pinned === 1,
    labels: JSON.parse(labels) as string[],
  }
}
