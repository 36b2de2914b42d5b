import { type Kysely, sql } from 'kysely'

/**
 * Allows one profile for each event of a capture (`sourceId`). Where a capture has several of one event, one keeps its
 * `sourceId`: the one that the capture names, else the oldest that is not in the trash, else the oldest. The others
 * stay in the library without a capture.
 */
export async function allowOneProfileOfEvent(db: Kysely<unknown>): Promise<void> {
  for (const { sourceId, event } of await findRepeated(db)) {
    const namedId = await findNamedProfile(db, sourceId, event)
    await sql`
      update "profiles" set "sourceId" = null
      where "sourceId" = ${sourceId} and "event" = ${event} and "id" <> (
        select "id" from "profiles" where "sourceId" = ${sourceId} and "event" = ${event}
        order by case when "id" = ${namedId} then 0 when "deletedAt" is null then 1 else 2 end, "createdAt", "id" limit 1
      )`.execute(db)
  }
  await db.schema.dropIndex('profilesBySource').execute()
  await db.schema.createIndex('profilesBySource').unique().on('profiles').columns(['sourceId', 'event']).execute()
}

async function findRepeated(db: Kysely<unknown>) {
  const { rows } = await sql<{ sourceId: string; event: string }>`
    select "sourceId", "event" from "profiles" where "sourceId" is not null
    group by "sourceId", "event" having count(*) > 1`.execute(db)
  return rows
}

/**
 * Id of the profile that the capture names for the event; empty where `sourceId` is no capture, or the capture names
 * none.
 */
async function findNamedProfile(db: Kysely<unknown>, sourceId: string, event: string): Promise<string> {
  const { rows } = await sql<{ capture: string }>`select "capture" from "captures" where "id" = ${sourceId}`.execute(db)
  const { profiles = [] } = JSON.parse(rows[0]?.capture ?? '{}') as {
    profiles?: readonly { event: string; profileId: string }[]
  }
  return profiles.find((profile) => profile.event === event)?.profileId ?? ''
}
