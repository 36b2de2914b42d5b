/**
 * Adds the columns and labels by which the library filters and searches profiles, the counts of profiles for each value
 * of a filter, and the rules that delete profiles by age or size.
 */
import type { Kysely } from 'kysely'

export async function growLibrary(db: Kysely<unknown>): Promise<void> {
  await addColumns(db)
  await addTables(db)
  await addIndices(db)
  await fillIn(db)
}

async function addColumns({ schema }: Kysely<unknown>): Promise<void> {
  const table = () => schema.alterTable('profiles')
  for (const column of ['imageDigest', 'containerId', 'mainClass']) await table().addColumn(column, 'text').execute()
  await table()
    .addColumn('note', 'text', (definition) => definition.notNull().defaultTo(''))
    .execute()
  await table()
    .addColumn('pinned', 'integer', (definition) => definition.notNull().defaultTo(0))
    .execute()
  await table()
    .addColumn('searched', 'text', (definition) => definition.notNull().defaultTo(''))
    .execute()
}

async function addTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('profileLabels')
    .addColumn('profileId', 'text', (definition) => definition.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('label', 'text', (definition) => definition.notNull())
    .addPrimaryKeyConstraint('profileLabelsOnce', ['profileId', 'label'])
    .execute()
  await schema.createIndex('profileLabelsByLabel').on('profileLabels').columns(['label', 'profileId']).execute()
  await schema
    .createTable('facetCounts')
    .addColumn('facet', 'text', (definition) => definition.notNull())
    .addColumn('value', 'text', (definition) => definition.notNull())
    .addColumn('profiles', 'integer', (definition) => definition.notNull())
    .addPrimaryKeyConstraint('facetCountsOnce', ['facet', 'value'])
    .execute()
  await schema
    .createTable('retentionRules')
    .addColumn('id', 'text', (definition) => definition.primaryKey())
    .addColumn('service', 'text')
    .addColumn('days', 'integer')
    .addColumn('maxBytes', 'bigint')
    .execute()
}

async function addIndices({ schema }: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) => schema.createIndex(name).on('profiles').columns(columns).execute()
  await schema.dropIndex('profilesByTime').execute()
  await index('profilesByTime', ['deletedAt', 'createdAt', 'id'])
  await schema.dropIndex('profilesByBlob').execute()
  await index('profilesByBlob', ['sha256', 'bytes'])
  await index('profilesOfService', ['service', 'createdAt', 'id'])
  // Filtering and counting read this index alone, in a tenth of the time that the rows take.
  const chosen = ['service', 'image', 'imageDigest', 'containerName', 'engine', 'event', 'createdBy', 'pinned']
  await index('profilesByFacet', ['deletedAt', ...chosen, 'createdAt', 'bytes', 'id'])
  // A search for words reads the text of every profile, newest first. That too is in the index: reading each row took
  // ten times as long.
  await index('profilesByWord', ['deletedAt', 'createdAt', 'id', ...chosen, 'bytes', 'searched'])
}

/**
 * Fills the new columns of the profiles that are stored already, from the target of their capture. An imported profile
 * has none.
 */
async function fillIn(db: Kysely<TablesThen>): Promise<void> {
  for (const { id, sourceId } of await db.selectFrom('profiles').select(['id', 'sourceId']).execute()) {
    const row = await db
      .updateTable('profiles')
      .set(await originOf(db, sourceId))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const labels = JSON.parse(row.labels) as string[]
    await db
      .updateTable('profiles')
      .set({ searched: buildSearchText(row, labels) })
      .where('id', '=', id)
      .execute()
    const labelsOnce = [...new Set(labels)]
    for (const label of labelsOnce) await db.insertInto('profileLabels').values({ profileId: id, label }).execute()
    if (row.deletedAt === null) await countFacets(db, row, labelsOnce)
  }
}

async function originOf(db: Kysely<TablesThen>, sourceId: string | null) {
  const row =
    sourceId === null
      ? undefined
      : await db.selectFrom('captures').select('capture').where('id', '=', sourceId).executeTakeFirst()
  const target = row ? (JSON.parse(row.capture) as CaptureThen).target : {}
  const { imageDigest = null, containerId = null, mainClass = null } = target
  return { imageDigest, containerId, mainClass }
}

function buildSearchText(row: ProfileThen, labels: readonly string[]): string {
  const { name, service, containerName, image, imageDigest, containerId, mainClass, engine, event } = row
  const names = [name, service, containerName, image, imageDigest, containerId, mainClass, engine, event]
  return [...names, row.createdBy, ...labels, row.note]
    .filter((one) => one !== null && one !== '')
    .join('\n')
    .toLowerCase()
}

async function countFacets(db: Kysely<TablesThen>, row: ProfileThen, labels: readonly string[]): Promise<void> {
  const { service, image, containerName: container, engine, event, createdBy: person } = row
  const choices = Object.entries({ service, image, container, engine, event, person })
  for (const [facet, value] of [...choices, ...labels.map((label) => ['label', label] as const)]) {
    if (value === null) continue
    await db
      .insertInto('facetCounts')
      .values({ facet, value, profiles: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['facet', 'value'])
          .doUpdateSet((counted) => ({ profiles: counted('facetCounts.profiles', '+', 1) })),
      )
      .execute()
  }
}

/** The tables right after this step; later steps change them. */
interface TablesThen {
  profiles: ProfileThen
  profileLabels: { profileId: string; label: string }
  facetCounts: { facet: string; value: string; profiles: number }
  captures: { id: string; capture: string }
}
interface ProfileThen {
  id: string
  sourceId: string | null
  name: string
  labels: string
  service: string
  containerName: string | null
  image: string | null
  imageDigest: string | null
  containerId: string | null
  mainClass: string | null
  engine: string
  event: string
  createdBy: string
  note: string
  deletedAt: number | null
  searched: string
}
interface CaptureThen {
  readonly target: {
    readonly imageDigest?: string | null
    readonly containerId?: string | null
    readonly mainClass?: string | null
  }
}
