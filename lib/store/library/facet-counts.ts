/**
 * How many profiles each choice of a facet has, so that a library of any size opens at once. Deleted ones do not count.
 */
import { type Kysely, sql } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import { type Facet, facets } from '../../contract/library.ts'
import type { Tables } from '../schema/tables.ts'

export const facetColumns = {
  service: 'service',
  image: 'image',
  host: 'host',
  container: 'containerName',
  engine: 'engine',
  event: 'event',
  person: 'createdBy',
} as const satisfies Record<Exclude<Facet, 'label'>, keyof ProfileSummary>

export type Faceted = Pick<ProfileSummary, (typeof facetColumns)[keyof typeof facetColumns] | 'labels'>

/** Adds these profiles to the counts (1), or takes them out (-1), in the transaction that changes their rows. */
export async function countFacets(db: Kysely<Tables>, profiles: readonly Faceted[], by: 1 | -1): Promise<void> {
  const counts = new Map<string, { facet: string; value: string; profiles: number }>()
  for (const profile of profiles) {
    for (const facet of facets) {
      for (const value of valuesOf(profile, facet)) {
        const key = `${facet} ${value}`
        const current = counts.get(key)
        if (current) current.profiles += by
        else counts.set(key, { facet, value, profiles: by })
      }
    }
  }
  for (const row of counts.values()) {
    await db
      .insertInto('facetCounts')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['facet', 'value'])
          .doUpdateSet({ profiles: sql<number>`"facetCounts"."profiles" + "excluded"."profiles"` }),
      )
      .execute()
  }
  if (by < 0) await db.deleteFrom('facetCounts').where('profiles', '<=', 0).execute()
}

function valuesOf(profile: Faceted, facet: Facet): readonly string[] {
  if (facet === 'label') return [...new Set(profile.labels)]
  const value = profile[facetColumns[facet]]
  return value === null ? [] : [value]
}
