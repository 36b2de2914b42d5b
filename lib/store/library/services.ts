/** The services that were profiled, and the deploys of each: its images one after the other. */
import { type Kysely, sql } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import { imageKeyOf } from '../../contract/comparable-profiles.ts'
import { experimentInfix } from '../../contract/experiment-service.ts'
import type { Service, ServiceTimeline } from '../../contract/library.ts'
import { inLibraryOrder, inReverseOrder } from './library-order.ts'
import { toProfileSummary } from './profile-row.ts'
import type { Tables } from '../schema/tables.ts'

/** A timeline has at most so many profiles, and so have replicas. */
const maxProfiles = 1000
/**
 * As `imageKeyOf`: the image's digest, or its name where no digest is known; empty where neither is, and for the runs
 * of experiments.
 */
const imageKey = sql<string>`case when instr("service", ${experimentInfix}) > 0 then '' else coalesce("imageDigest", "image", '') end`
/** Unix ms, as far as it is known. A file may name a time that has not come: it was recorded before it was added. */
const recordedAt = sql<number>`min("createdAt", coalesce("capturedAt", "createdAt"))`
const lastRecordedFirst = sql`${recordedAt} desc, ${inLibraryOrder}`

interface SeriesRange {
  readonly from: number | null
  readonly to: number | null
  readonly limit: number
}

export function createServiceStore(db: Kysely<Tables>) {
  const live = (service: string) =>
    db.selectFrom('profiles').selectAll().where('service', '=', service).where('deletedAt', 'is', null)
  const newestFirst = (query: ReturnType<typeof live>) => query.orderBy(inLibraryOrder)
  const last = (query: ReturnType<typeof live>) => query.orderBy(lastRecordedFirst).limit(1).executeTakeFirst()
  const lastRecorded = async (query: ReturnType<typeof live>) => toProfileSummary(await last(query))

  // A file that was imported today knows no image, and says nothing of what runs today: a profile that knows its image
  // goes first.
  const newestOf = async (query: ReturnType<typeof live>) =>
    (await lastRecorded(query.where(imageKey, '<>', ''))) ?? lastRecorded(query)

  // Samples and nanoseconds compare (comparable-profiles.ts): JFR of one JDK counts samples, of another nanoseconds.
  const comparable = ({ service, event, unit }: ProfileSummary) =>
    live(service)
      .where('event', '=', event)
      .where('unit', unit === 'bytes' ? '=' : '<>', 'bytes')

  return {
    /** Lists services in the order of their newest profiles: the one profiled last is first. */
    async list(): Promise<Service[]> {
      const rows = await db
        .selectFrom('profiles')
        .select((row) => [
          'service',
          row.fn.countAll<number>().as('profiles'),
          row.fn.max('createdAt').as('lastAt'),
          row.fn.sum<number>('bytes').as('bytes'),
          sql<number>`count(distinct nullif(${imageKey}, ''))`.as('images'),
        ])
        .where('deletedAt', 'is', null)
        .groupBy('service')
        .execute()
      // Copies: rows of node:sqlite have no prototype, and pages take plain objects only.
      return rows.map((row) => ({ ...row })).sort((a, b) => b.lastAt - a.lastAt)
    },

    /** Gives the profiles of `event`, or of all events where it is null, and the deploys of the service. */
    async timeline(service: string, event: string | null): Promise<ServiceTimeline> {
      const selection = event === null ? live(service) : live(service).where('event', '=', event)
      const rows = await newestFirst(selection).limit(maxProfiles).execute()
      return { service, deploys: await deploysOf(db, service), profiles: rows.map((row) => toProfileSummary(row)) }
    },

    /**
     * Gives the newest profile of `event`; where that is null, of `cpu`, else of any. One that knows its image is
     * preferred.
     */
    async newest(service: string, event: string | null): Promise<ProfileSummary | null> {
      if (event !== null) return newestOf(live(service).where('event', '=', event))
      return (await newestOf(live(service).where('event', '=', 'cpu'))) ?? newestOf(live(service))
    },

    /**
     * Gives the profile that was recorded last before this one, of the same service and event, of a unit that compares,
     * and of another image; of that image, one of the same engine is preferred. null where the image of `profile` is
     * not known, or no older profile has another one.
     */
    async beforeDeploy(profile: ProfileSummary): Promise<ProfileSummary | null> {
      const image = imageKeyOf(profile)
      const { createdAt, capturedAt } = profile
      const recorded = Math.min(createdAt, capturedAt ?? createdAt)
      const earlier = sql<boolean>`(${recordedAt}, "createdAt") < (${recorded}, ${createdAt})`
      const alike = comparable(profile).where(earlier)
      const other = await last(alike.where(imageKey, 'not in', [image, '']))
      if (image === '' || !other) return null
      const sameEngine = alike.where(imageKey, '=', imageKeyOf(other)).where('engine', '=', profile.engine)
      return (await lastRecorded(sameEngine)) ?? toProfileSummary(other)
    },

    /**
     * Gives the newest `limit` profiles of the time range (Unix ms) that compare with `newest`, newest first, and how
     * many there are in all.
     */
    async series(newest: ProfileSummary, { from, to, limit }: SeriesRange) {
      const later = from === null ? comparable(newest) : comparable(newest).where('createdAt', '>=', from)
      const within = to === null ? later : later.where('createdAt', '<=', to)
      const { count } = await within
        .clearSelect()
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = await newestFirst(within).limit(limit).execute()
      return { profiles: rows.map((row) => toProfileSummary(row)), count }
    },

    /**
     * Gives the profiles of the same service, image, event and unit within `withinMs` before `newest`, itself included,
     * newest first: its replicas.
     */
    async together(newest: ProfileSummary, withinMs: number): Promise<ProfileSummary[]> {
      const alike = live(newest.service)
        .where('event', '=', newest.event)
        .where('unit', '=', newest.unit)
        .where('createdAt', '<=', newest.createdAt)
        .where('createdAt', '>=', newest.createdAt - withinMs)
        .where(imageKey, '=', imageKeyOf(newest))
      return (await newestFirst(alike).limit(maxProfiles).execute()).map((row) => toProfileSummary(row))
    },
  }
}

/**
 * Gives stretches of time with the same image, the oldest first. Runs of experiments are passed over, profiles that
 * know no image, and those that were recorded before another one that is there already: a merge or an old file says
 * nothing of the time when it is added.
 */
async function deploysOf(db: Kysely<Tables>, service: string): Promise<ServiceTimeline['deploys']> {
  const { rows } = await sql<ServiceTimeline['deploys'][number]>`
    with "known" as (
      select ${imageKey} as "key", "image" as "imageName", "createdAt", "id", ${recordedAt} as "recordedAt",
        max(${recordedAt}) over (order by ${inReverseOrder}) as "lastRecordedAt"
      from "profiles" where "service" = ${service} and "deletedAt" is null and ${imageKey} <> ''
    ), "compared" as (
      select *, lag("key") over (order by ${inReverseOrder}) as "last" from "known" where "recordedAt" = "lastRecordedAt"
    ), "numbered" as (
      select *, sum(case when "key" = "last" then 0 else 1 end) over (order by ${inReverseOrder}) as "stretch" from "compared"
    )
    select "key" as "image", max("imageName") as "imageName", min("createdAt") as "from", max("createdAt") as "to", count(*) as "profiles"
    from "numbered" group by "stretch", "key" order by "stretch"`.execute(db)
  return rows.map((row) => ({ ...row }))
}
