/** Read-only links to one profile, or to two set against each other. Only the hash of a link's token is kept: a stolen database opens nothing. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { Redaction, Share } from '../../contract/shares.ts'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import type { BlobDirectory } from '../blobs/blob-store.ts'
import { insertFirstPaint } from '../library/first-paints.ts'
import type { StoredBytes } from '../library/profiles.ts'
import { redactedBlobs, type RedactedCopies, type RedactedCopy, type Quota } from '../blobs/quota.ts'
import type { ShareRow, Tables } from '../schema/tables.ts'
import { createMutex } from '../mutex.ts'

export type ShareWithProfileName = Share & { profileName: string }

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
  /** Scheme, host and port by which whoever makes it reaches us: one that works, also behind a proxy. */
  readonly origin: string
  readonly tokenHash: string
  readonly createdBy: string
  readonly now: number
  readonly expiresAt: number
  /** There when `redaction` is. */
  readonly copies: { readonly profile: NewRedactedCopy; readonly baseline: NewRedactedCopy | null } | null
}

/** What a token opens. */
export interface OpenedShare {
  readonly share: Share
  readonly origin: string
  /** Never null when `share.redaction` is not. */
  readonly copies: RedactedCopies | null
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

export function createShareStore(db: Kysely<Tables>, blobs: BlobDirectory, quota: Quota) {
  // A copy is stored before the row that names it, and must not be swept between the two.
  const runExclusive = createMutex()

  const live = (now: number) =>
    db
      .selectFrom('shares')
      .innerJoin('profiles', 'profiles.id', 'shares.profileId')
      .leftJoin('profiles as baselines', 'baselines.id', 'shares.baselineId')
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .where('profiles.deletedAt', 'is', null)
      .where('baselines.deletedAt', 'is', null)

  async function store({ summary, encodedBytes, gzipped, firstPaint }: NewRedactedCopy): Promise<RedactedCopy> {
    const { sha256, bytes } = await blobs.put(once(gzipped))
    await insertFirstPaint(db, sha256, firstPaint)
    return { summary: { ...summary, bytes }, sha256, encodedBytes }
  }

  async function sweep(now: number): Promise<void> {
    await db
      .updateTable('shares')
      .set({ redacted: null })
      .where('redacted', 'is not', null)
      .where((row) => row.or([row('revokedAt', 'is not', null), row('expiresAt', '<=', now)]))
      .execute()
    const used = await redactedBlobs(db)
    for await (const sha256 of blobs.list()) if (!used.has(sha256)) await blobs.delete(sha256)
  }

  async function add({ now, copies, redaction, embeddable, ...share }: NewShareRow): Promise<Share> {
    const redacted: RedactedCopies | null = copies && {
      profile: await store(copies.profile),
      baseline: copies.baseline && (await store(copies.baseline)),
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
    await db.insertInto('shares').values(row).execute()
    const { tokenHash: _, origin: _origin, redacted: _redacted, ...shared } = row
    return describe(shared)
  }

  return {
    // What shows no copy takes no room, so it can be shared also where none is left.
    /** Throws: Problem `disk-full`, and `quota-reached` where there is no room for its copies. */
    add: (share: NewShareRow) =>
      runExclusive(() => (share.copies === null ? add(share) : quota.reserve(bytesOf(share.copies), () => add(share)))),

    /** Those that still open something, newest first. */
    async list(now: number, profileId?: string): Promise<ShareWithProfileName[]> {
      let query = live(now).select(shareColumns).select('profiles.name as profileName')
      if (profileId !== undefined) query = query.where('profileId', '=', profileId)
      const rows = await query.orderBy('shares.createdAt', 'desc').orderBy('shares.id').execute()
      return rows.map(({ profileName, ...row }) => ({ ...describe(row), profileName }))
    },

    /** Behind a token that is neither expired nor revoked, when no profile of it is deleted. */
    async find(tokenHash: string, now: number): Promise<OpenedShare | null> {
      const selection = live(now).select(shareColumns).select(['origin', 'redacted']).where('tokenHash', '=', tokenHash)
      const row = await selection.executeTakeFirst()
      if (!row) return null
      const { origin, redacted, ...shared } = row
      const share = describe(shared)
      // Whatever befell the copy: what was to be hidden is not shown in its place.
      if (share.redaction !== null && redacted === null) return null
      return { share, origin, copies: redacted === null ? null : (JSON.parse(redacted) as RedactedCopies) }
    },

    async openCopy({ sha256, encodedBytes }: RedactedCopy): Promise<StoredBytes | null> {
      const blob = await blobs.get(sha256)
      return blob && { sha256, encodedBytes, ...blob }
    },

    async countView(id: string) {
      await db
        .updateTable('shares')
        .set((row) => ({ views: row('views', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Whether there was such a share to revoke. Its copies are gone when this returns. */
    revoke: (id: string, now: number) =>
      runExclusive(async () => {
        const revoked = await db
          .updateTable('shares')
          .set({ revokedAt: now })
          .where('id', '=', id)
          .where('revokedAt', 'is', null)
          .returning('id')
          .execute()
        if (revoked.length > 0) await sweep(now)
        return revoked.length > 0
      }),

    /** Removes copies that no link leads to any more. */
    sweep: (now: number) => runExclusive(() => sweep(now)),
  }
}

function describe({ redaction, embeddable, ...row }: SharedColumns): Share {
  return {
    ...row,
    redaction: redaction === null ? null : (JSON.parse(redaction) as Redaction),
    embeddable: embeddable === 1,
  }
}

function bytesOf({ profile, baseline }: NonNullable<NewShareRow['copies']>): number {
  return profile.gzipped.byteLength + (baseline?.gzipped.byteLength ?? 0)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
