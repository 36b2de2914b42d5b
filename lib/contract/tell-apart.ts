import type { ProfileSummary } from './profile.ts'
import { formatDuration, formatLargestUnit } from '../profile/format/units.ts'
import { formatWeight } from '../profile/format/weight.ts'

type Facts = Pick<
  ProfileSummary,
  'host' | 'containerName' | 'image' | 'engine' | 'event' | 'labels' | 'durationMs' | 'unit' | 'total' | 'createdAt'
>

/**
 * By what two profiles differ, for people: they may have one name, of one image in two containers, or of one container at two times.
 *
 *     { before: 'clinic-mariadb, 301 samples', after: 'clinic-postgresql, 479 samples, 12 min later' }
 *
 * Empty where nothing differs.
 */
export function tellApart(before: Facts, after: Facts): { readonly before: string; readonly after: string } {
  const facts = differing
    .map((factOf) => [factOf(before, after), factOf(after, before)] as const)
    .filter(([one, other]) => one !== other)
  const join = (side: 0 | 1, last: string | null) =>
    [...facts.map((fact) => fact[side]), last].filter((fact) => fact !== null && fact !== '').join(', ')
  const laterMs = after.createdAt - before.createdAt
  return {
    before: join(0, laterMs < 0 ? formatLater(-laterMs) : null),
    after: join(1, laterMs > 0 ? formatLater(laterMs) : null),
  }
}

/** Each gives one fact of the first. */
const differing: readonly ((profile: Facts, other: Facts) => string | null)[] = [
  ({ host }) => host,
  ({ containerName }) => containerName,
  ({ image }) => image,
  ({ event }) => event,
  ({ engine }) => engine,
  ({ labels }, other) => labels.filter((label) => !other.labels.includes(label)).join(', '),
  ({ durationMs }) => (durationMs === null ? null : formatDuration(durationMs)),
  ({ unit, total }) => (unit === 'samples' ? formatWeight(total, unit) : null),
]

function formatLater(ms: number): string {
  return `${formatLargestUnit(Math.max(1000, ms))} later`
}
