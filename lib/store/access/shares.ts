/**
 * Read-only links to one profile, or to two set against each other. Only the hash of a link's token is kept: a stolen
 * database opens nothing.
 */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import { profileLabel } from '../../contract/profile-title.ts'
import type { ListedShare, Redaction, Share } from '../../contract/shares.ts'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import type { Blobs, WrittenBlob } from '../blobs/blobs.ts'
import { batchesOf } from '../library/change-profiles.ts'
import { insertFirstPaint } from '../library/first-paints.ts'
import type { StoredBytes } from '../library/profiles.ts'
import { redactedBlobs, type RedactedCopies, type RedactedCopy, type Quota } from '../blobs/quota.ts'
import type { ProfileRow, ShareRow, Tables } from '../schema/tables.ts'

const nameColumns = [
  'profiles.id',
  'profiles.name',
  'profiles.service',
  'profiles.event',
  'profiles.sourceId',
  'profiles.hotMethod',
  'profiles.hotShare',
  'profiles.capturedAt',
  'profiles.createdAt as addedAt',
] as const

/** A copy before it is stored. */
export interface NewRedactedCopy {
  readonly summary: ProfileSummary
  readonly encodedBytes: number
  readonly gzipped: Uint8Array
  readonly firstPaint: FirstPaint
}

export interface NewShareRow {
  readonly profileId: string
  readonly baselineId: string | null
  readonly audience: Share['audience']
  readonly redaction: Redaction | null
  readonly embeddable: boolean
  /** Scheme, host and port by which its author reaches us: one that works, also behind a proxy. */
  readonly origin: string
  readonly tokenHash: string
  readonly createdBy: string
  readonly now: number
  readonly expiresAt: number
  /** null exactly when `redaction` is null. */
  readonly copies: { readonly profile: NewRedactedCopy; readonly baseline: NewRedactedCopy | null } | null
}

/** The link that a token opens. */
export interface OpenedShare {
  readonly share: Share
  readonly origin: string
  /** null exactly when `share.redaction` is null. */
  readonly copies: RedactedCopies | null
}

type NamedRow = Pick<
  ProfileRow,
  'name' | 'service' | 'event' | 'sourceId' | 'hotMethod' | 'hotShare' | 'capturedAt'
> & { readonly addedAt: number }

function nameOf({ name, service, event, sourceId, hotMethod, hotShare, capturedAt, addedAt }: NamedRow): string {
  const hot = hotMethod === null || hotShare === null ? null : { name: hotMethod, share: hotShare }
  return profileLabel({ name, service, event, captureId: sourceId, hotMethod: hot, capturedAt, createdAt: addedAt })
}

async function nameProfiles(db: Kysely<Tables>, shares: readonly Share[]): Promise<ListedShare[]> {
  const ids = shares.flatMap(({ profileId, baselineId }) =>
    baselineId === null ? [profileId] : [profileId, baselineId],
  )
  const names = new Map<string, string>()
  for (const batch of batchesOf([...new Set(ids)])) {
    const rows = await db.selectFrom('profiles').select(nameColumns).where('id', 'in', batch).execute()
    rows.forEach((row) => names.set(row.id, nameOf(row)))
  }
  const findName = (id: string) => names.get(id) ?? ''
  return shares.map((share) => ({
    ...share,
    profileName: findName(share.profileId),
    baselineName: share.baselineId === null ? null : findName(share.baselineId),
  }))
}

export type ShareStore = ReturnType<typeof createShareStore>

const shareColumns = [
  'shares.id',
  'profileId',
  'baselineId',
  'audience',
  'redaction',
  'embeddable',
  'shares.createdAt',
  'shares.createdBy',
  'expiresAt',
  'revokedAt',
  'views',
] as const
type SharedColumns = Omit<ShareRow, 'tokenHash' | 'origin' | 'redacted'>

export function createShareStore(db: Kysely<Tables>, blobs: Blobs, quota: Quota) {
  const live = (now: number) =>
    db
      .selectFrom('shares')
      .innerJoin('profiles', 'profiles.id', 'shares.profileId')
      .leftJoin('profiles as baselines', 'baselines.id', 'shares.baselineId')
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .where('profiles.deletedAt', 'is', null)
      .where('baselines.deletedAt', 'is', null) // so it is without a baseline, too

  async function sweep(now: number): Promise<void> {
    await db.transaction().execute(async (all) => {
      await all
        .updateTable('shares')
        .set({ redacted: null })
        .where('redacted', 'is not', null)
        .where((row) => row.or([row('revokedAt', 'is not', null), row('expiresAt', '<=', now)]))
        .execute()
      const used = await redactedBlobs(all)
      const copies = all.selectFrom('blobs').select('sha256').where('folder', '=', 'redacted')
      const stored = await copies.where('state', '=', 'stored').execute()
      await blobs.doom(
        all,
        stored.map(({ sha256 }) => sha256).filter((sha256) => !used.has(sha256)),
      )
    })
    await blobs.sweep()
  }

  async function add(
    all: Kysely<Tables>,
    { now, copies, redaction, embeddable, ...share }: NewShareRow,
    [profileBlob, baselineBlob]: readonly WrittenBlob[],
  ): Promise<Share> {
    const redacted: RedactedCopies | null = copies && {
      profile: await addCopy(all, copies.profile, profileBlob!),
      baseline: copies.baseline && (await addCopy(all, copies.baseline, baselineBlob!)),
    }
    const row: ShareRow = {
      id: randomBytes(16).toString('hex'),
      ...share,
      redaction: redaction && JSON.stringify(redaction),
      redacted: redacted && JSON.stringify(redacted),
      embeddable: embeddable ? 1 : 0,
      createdAt: now,
      revokedAt: null,
      views: 0,
    }
    await all.insertInto('shares').values(row).execute()
    const { tokenHash: _, origin: _origin, redacted: _redacted, ...shared } = row
    return describe(shared)
  }

  return {
    /**
     * Stores a link with its copies. A link without copies needs no space, so the quota cannot refuse it. Throws:
     * Problem `disk-full`; `quota-reached` where the copies would exceed the quota.
     */
    add(share: NewShareRow): Promise<Share> {
      const contents = contentsOf(share.copies)
      const store = () => blobs.store(contents, (all, stored) => add(all, share, stored))
      const bytes = contents.reduce((sum, { byteLength }) => sum + byteLength, 0)
      return contents.length === 0 ? store() : quota.reserve(bytes, store)
    },

    /** Lists the links that still open a profile, the newest first. */
    async list(now: number, profileId?: string): Promise<ListedShare[]> {
      let query = live(now).select(shareColumns)
      if (profileId !== undefined) query = query.where('profileId', '=', profileId)
      const rows = await query.orderBy('shares.createdAt', 'desc').orderBy('shares.id').execute()
      return nameProfiles(db, rows.map(describe))
    },

    /** Gives the link of a token; null where the token is unknown, expired or revoked, or a profile is deleted. */
    async find(tokenHash: string, now: number): Promise<OpenedShare | null> {
      const selection = live(now).select(shareColumns).select(['origin', 'redacted']).where('tokenHash', '=', tokenHash)
      const row = await selection.executeTakeFirst()
      if (!row) return null
      const { origin, redacted, ...shared } = row
      const share = describe(shared)
      // Without its copy a redacted link opens nothing: the original has the names that it must hide.
      if (share.redaction !== null && redacted === null) return null
      return { share, origin, copies: redacted === null ? null : (JSON.parse(redacted) as RedactedCopies) }
    },

    async openCopy({ sha256, encodedBytes }: RedactedCopy): Promise<StoredBytes | null> {
      const blob = await blobs.open(sha256)
      return blob && { sha256, encodedBytes, ...blob }
    },

    async countView(id: string) {
      await db
        .updateTable('shares')
        .set((row) => ({ views: row('views', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Revokes a link, whose copies are gone when this returns. Gives whether there was such a link. */
    async revoke(id: string, now: number): Promise<boolean> {
      const revoked = await db
        .updateTable('shares')
        .set({ revokedAt: now })
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .returning('id')
        .execute()
      if (revoked.length > 0) await sweep(now)
      return revoked.length > 0
    },

    /** Removes copies that no link leads to any longer. */
    sweep,
  }
}

function describe({ redaction, embeddable, ...row }: SharedColumns): Share {
  return {
    ...row,
    redaction: redaction === null ? null : (JSON.parse(redaction) as Redaction),
    embeddable: embeddable === 1,
  }
}

/** Gives the bytes of the copies, in the order in which `add` takes their blobs. */
function contentsOf(copies: NewShareRow['copies']): Uint8Array[] {
  return [copies?.profile, copies?.baseline].flatMap((copy) => (copy ? [copy.gzipped] : []))
}

async function addCopy(
  all: Kysely<Tables>,
  { summary, encodedBytes, firstPaint }: NewRedactedCopy,
  { sha256, bytes }: WrittenBlob,
): Promise<RedactedCopy> {
  await insertFirstPaint(all, sha256, firstPaint)
  return { summary: { ...summary, bytes }, sha256, encodedBytes }
}
