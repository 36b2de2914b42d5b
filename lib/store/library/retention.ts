/**
 * How long profiles are kept and how much of each service, by rules that people set. Pinned profiles are always kept.
 */
import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { dayMs } from '../../contract/constants.ts'
import type { RetentionRule } from '../../contract/library.ts'
import { allOf } from './library-conditions.ts'
import { inLibraryOrder } from './library-order.ts'
import type { Tables } from '../schema/tables.ts'

export interface Overdue {
  readonly id: string
  readonly bytes: number
}

export function createRetentionStore(db: Kysely<Tables>) {
  return {
    /**
     * Lists the rules. The first is for services without one of their own, its `service` is null; the others are sorted
     * by name.
     */
    rules: () => listRules(db),
    /** Replaces all rules by those that `change` makes of them. Where it throws, they stay. */
    changeRules: (change: (now: readonly RetentionRule[]) => readonly RetentionRule[]) =>
      db.transaction().execute(async (all) => {
        const next = change(await listRules(all))
        await all.deleteFrom('retentionRules').execute()
        const rows = next.map((rule) => ({ ...rule, id: randomBytes(16).toString('hex') }))
        if (rows.length > 0) await all.insertInto('retentionRules').values(rows).execute()
      }),
    /** Lists the profiles that these rules would delete now. */
    async overdue(rules: readonly RetentionRule[], now: number): Promise<Overdue[]> {
      const named = rules.flatMap(({ service }) => (service === null ? [] : [service]))
      const overdueProfiles: Overdue[][] = []
      for (const rule of rules) overdueProfiles.push(await overdueBy(db, rule, named, now))
      return overdueProfiles.flat()
    },
    /** Counts the profiles that are not deleted, the pinned ones of these, and those in the trash. */
    async counts(): Promise<{ profiles: number; pinned: number; deleted: number }> {
      const counted = await db
        .selectFrom('profiles')
        .select((row) => [row.fn.countAll<number>().as('profiles'), row.fn.sum<number | null>('pinned').as('pinned')])
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow()
      const { deleted } = await db
        .selectFrom('profiles')
        .select((row) => row.fn.countAll<number>().as('deleted'))
        .where('deletedAt', 'is not', null)
        .executeTakeFirstOrThrow()
      return { profiles: counted.profiles, pinned: counted.pinned ?? 0, deleted }
    },
  }
}

async function listRules(db: Kysely<Tables>): Promise<RetentionRule[]> {
  const rows = await db.selectFrom('retentionRules').select(['service', 'days', 'maxBytes']).execute()
  return rows.map((row) => ({ ...row })).sort((a, b) => ((a.service ?? '') < (b.service ?? '') ? -1 : 1))
}

/** Each service counts by itself: its pinned profiles use the limit first, then the newest. */
async function overdueBy(db: Kysely<Tables>, rule: RetentionRule, named: readonly string[], now: number) {
  const { service, days, maxBytes } = rule
  const theirs = service === null ? notAmong(named) : sql`"service" = ${service}`
  const tooOld = days === null ? [] : [sql`"createdAt" < ${now - days * dayMs}`]
  const tooMuch = maxBytes === null ? [] : [sql`"kept" > ${maxBytes}`]
  const reasons = [...tooOld, ...tooMuch]
  if (reasons.length === 0) return []
  const { rows } = await sql<Overdue>`
    select "id", "bytes" from (
      select "id", "bytes", "pinned", "createdAt",
        sum("bytes") over (partition by "service" order by "pinned" desc, ${inLibraryOrder}) as "kept"
      from "profiles" where ${allOf([sql`"deletedAt" is null`, theirs])}
    ) as "each" where "pinned" = 0 and (${sql.join(reasons, sql` or `)})`.execute(db)
  return rows
}

function notAmong(services: readonly string[]) {
  return services.length === 0 ? sql`1 = 1` : sql`"service" not in (${sql.join(services)})`
}
