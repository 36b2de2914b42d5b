/**
 * Every step of the database's shape, oldest first. Forward only: a step that was released is never edited, and it
 * imports nothing of ours.
 */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { growLibrary } from './steps/004-library.ts'
import { addTokensAndRoles } from './steps/005-tokens-and-roles.ts'
import { growShares } from './steps/006-shares.ts'
import { addFirstPaints } from './steps/007-first-paints.ts'
import { addHotMethod } from './steps/008-hot-method.ts'
import { addCollectors } from './steps/010-collectors.ts'
import { addHost } from './steps/011-host.ts'
import { addAudit } from './steps/012-audit.ts'
import { addTokenOwner } from './steps/013-token-owner.ts'
import { allowOneProfileOfEvent } from './steps/014-one-profile-of-an-event.ts'
import { addBlobs } from './steps/015-blobs.ts'
import { addExperiments } from './steps/016-experiments.ts'
import { addCapturedAt } from './steps/017-captured-at.ts'
import { addTopMethod } from './steps/018-top-method.ts'
import { addBasesOfShares } from './steps/019-bases-of-shares.ts'
import { removeOpenFirstPaints } from './steps/009-folded-first-paints.ts'

export const migrations: Record<string, Migration> = {
  '001-profiles-captures-shares-sessions': { up: createFirstTables },
  '002-notes': { up: createNotes },
  '003-events-of-a-capture': { up: letCapturesHaveSeveral },
  '004-library': { up: growLibrary },
  '005-tokens-and-roles': { up: addTokensAndRoles },
  '006-shares': { up: growShares },
  '007-first-paints': { up: addFirstPaints },
  '008-hot-method': { up: addHotMethod },
  '009-folded-first-paints': { up: removeOpenFirstPaints },
  '010-collectors': { up: addCollectors },
  '011-host': { up: addHost },
  '012-audit': { up: addAudit },
  '013-token-owner': { up: addTokenOwner },
  '014-one-profile-of-an-event': { up: allowOneProfileOfEvent },
  '015-blobs': { up: addBlobs },
  '016-experiments': { up: addExperiments },
  '017-captured-at': { up: addCapturedAt },
  '018-top-method': { up: addTopMethod },
  '019-bases-of-shares': { up: addBasesOfShares },
  // The methods that rows name are renewed with the first paint: earlier versions renewed their shares alone.
  '020-methods-of-rows': { up: removeOpenFirstPaints },
}

async function createFirstTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('profiles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('captureId', 'text', (column) => column.unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('labels', 'text', (column) => column.notNull())
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('containerName', 'text')
    .addColumn('image', 'text')
    .addColumn('engine', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('unit', 'text', (column) => column.notNull())
    .addColumn('total', 'double precision', (column) => column.notNull())
    .addColumn('durationMs', 'double precision')
    .addColumn('javaNamed', 'double precision')
    .addColumn('partial', 'text')
    .addColumn('warnings', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('deletedAt', 'bigint')
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('encodedBytes', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('profilesByTime').on('profiles').columns(['createdAt', 'id']).execute()
  await db.schema.createIndex('profilesByBlob').on('profiles').column('sha256').execute()

  await db.schema
    .createTable('captures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('capture', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('capturesByTime').on('captures').column('createdAt').execute()

  await db.schema
    .createTable('shares')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profileId', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addColumn('revokedAt', 'bigint')
    .addColumn('views', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sharesByProfile').on('shares').column('profileId').execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('userAgent', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastSeenAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('signInCodes')
    .addColumn('codeHash', 'text', (column) => column.primaryKey())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute()
}

async function createNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('profileId', 'text', (column) => column.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('frame', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addColumn('deletedAt', 'bigint')
    .execute()
  await db.schema.createIndex('notesByProfile').unique().on('notes').columns(['profileId', 'number']).execute()
}

/**
 * A capture gives one profile for each event. SQLite cannot take the uniqueness off `captureId` without making the
 * table anew, which would delete all that refers to its rows, so that column stays behind, empty.
 */
async function letCapturesHaveSeveral(db: Kysely<unknown>): Promise<void> {
  const older = db as Kysely<OlderTables>
  await db.schema.alterTable('profiles').addColumn('sourceId', 'text').execute()
  await older
    .updateTable('profiles')
    .set((row) => ({ sourceId: row.ref('captureId') }))
    .execute()
  await older.updateTable('profiles').set({ captureId: null }).execute()
  await db.schema.createIndex('profilesBySource').on('profiles').columns(['sourceId', 'event']).execute()

  for (const { id, capture } of await older.selectFrom('captures').selectAll().execute()) {
    const renewed = JSON.stringify(withSeveralEvents(JSON.parse(capture) as OlderCapture))
    await older.updateTable('captures').set({ capture: renewed }).where('id', '=', id).execute()
  }
}

interface OlderTables {
  profiles: { captureId: string | null; sourceId: string | null }
  captures: { id: string; capture: string }
}
interface OlderCapture {
  readonly request: { readonly event: string }
  readonly profileId: string | null
}

function withSeveralEvents({ profileId, request, ...rest }: OlderCapture): unknown {
  const { event, ...settings } = request
  const profiles = profileId === null ? [] : [{ event, profileId }]
  return { ...rest, request: { ...settings, events: [event] }, profiles, artefacts: [] }
}
