/** Names two profiles that are compared, and says how they differ. */
import type { ProfileSummary } from './profile.ts'
import { hourMs } from './constants.ts'
import { getEngineLabel, getEventLabel } from './engines.ts'
import { isExperimentService } from './experiment-service.ts'
import { subjectOf } from './profile-title.ts'
import { formatDuration, formatLargestUnit } from '../profile/format/units.ts'
import { formatWeight } from '../profile/format/weight.ts'

type Facts = Pick<
  ProfileSummary,
  | 'name'
  | 'service'
  | 'captureId'
  | 'hotMethod'
  | 'host'
  | 'containerName'
  | 'image'
  | 'engine'
  | 'event'
  | 'durationMs'
  | 'unit'
  | 'total'
  | 'capturedAt'
  | 'createdAt'
> & { readonly labels: readonly string[] }
type Captured = Pick<ProfileSummary, 'captureId' | 'event'>
type IdentifiedFacts = Facts & Pick<ProfileSummary, 'id'>

/**
 * Says how two profiles differ, for people: they may have one name, of one image in two containers, or of one container
 * at two times.
 *
 *     { before: 'clinic-mariadb, 301 samples', after: 'clinic-postgresql, 479 samples, 12 min later' }
 *
 * Empty where nothing differs.
 */
export function tellApart(before: Facts, after: Facts): TextOfBoth {
  const facts = listFacts([...settings, ...sizes], before, after, { hasTime: true })
  return { before: facts.before.join(', '), after: facts.after.join(', ') }
}

export interface ComparedNames {
  /** The name of both; null where they have no common one, or where nothing distinguishes them. */
  readonly common: string | null
  /** The name of each, or, beside a common name, the facts that only it has: `MariaDB, JDK 17`. */
  readonly before: string
  readonly after: string
  /** Differences that the names do not show; empty without any. */
  readonly facts: FactsOfBoth
}

/**
 * Two profiles by the shortest names that tell them apart: by how they were set up where that differs, else by when and
 * how long.
 *
 *     { common: 'clinic', before: 'clinic-mariadb', after: 'clinic-postgresql', facts: { before: [], after: [] } }
 */
export function nameSides(before: IdentifiedFacts, after: IdentifiedFacts): ComparedNames {
  if (before.id === after.id)
    return { common: null, before: subjectOf(before), after: 'the same profile', facts: noFacts }
  const bySettings = listFacts(settings, before, after, { hasTime: false })
  const isBySettings = bySettings.before.length > 0 || bySettings.after.length > 0
  const facts = isBySettings ? bySettings : listFacts(sizes, before, after, { hasTime: true })
  const [nameBefore, nameAfter] = [subjectOf(before), subjectOf(after)]
  if (nameBefore === nameAfter && facts.before.length > 0 && facts.after.length > 0)
    return { common: nameBefore, before: facts.before.join(', '), after: facts.after.join(', '), facts: noFacts }
  const [one, other] = cutFolder(nameBefore, nameAfter)
  return { common: null, before: one, after: other, facts }
}

/** Whether both were recorded at the same time, by one capture: then neither is before the other. */
export function areSimultaneous(before: Captured, after: Captured): boolean {
  return before.captureId !== null && before.captureId === after.captureId && before.event !== after.event
}

/** What each side is called: `Before` and `After`, or, of one capture, by their events. */
export function titleSides(before: Captured, after: Captured): TextOfBoth {
  if (!areSimultaneous(before, after)) return { before: 'Before', after: 'After' }
  return { before: getEventLabel(before.event), after: getEventLabel(after.event) }
}

/** Cuts the folders that both have: `shop` and `shop-slow` for `demo/shop` and `demo/shop-slow`. */
function cutFolder(before: string, after: string): [string, string] {
  const differs = before.split('').findIndex((unit, at) => unit !== after[at])
  // The one may be the beginning of the other.
  const cut = before.slice(0, differs < 0 ? undefined : differs).lastIndexOf('/') + 1
  return [before.slice(cut), after.slice(cut)]
}

/** `clinic: clinic-postgresql against clinic-mariadb`, of a window or a link. */
export function comparisonTitle(before: IdentifiedFacts, after: IdentifiedFacts): string {
  if (before.id === after.id) return `${subjectOf(before)} against itself`
  const names = nameSides(before, after)
  const titleOf = (side: 'before' | 'after') =>
    names.facts[side].length === 0 ? names[side] : `${names[side]} (${names.facts[side].join(', ')})`
  return `${names.common === null ? '' : `${names.common}: `}${titleOf('after')} against ${titleOf('before')}`
}

interface TextOfBoth {
  readonly before: string
  readonly after: string
}

interface FactsOfBoth {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

const noFacts: FactsOfBoth = { before: [], after: [] }

/** Gives a fact of `profile`, or several of one kind; null where it is not known. */
type FactOf = (profile: Facts, other: Facts) => string | readonly string[] | null

/** How it was recorded, and of what. */
const settings: readonly FactOf[] = [
  ({ host }) => host,
  (profile) => nameRun(profile, profile.containerName) ?? profile.containerName,
  (profile, { image: other }) => imageOf(profile, other),
  ({ event }) => getEventLabel(event),
  ({ engine }) => getEngineLabel(engine),
  ({ labels }, other) => labels.filter((label) => !other.labels.includes(label)),
]
const sizes: readonly FactOf[] = [
  ({ durationMs }) => (durationMs === null ? null : formatDuration(durationMs)),
  ({ unit, total }) => (unit === 'samples' ? formatWeight(total, unit) : null),
]

/**
 * Gives `run 10` for `hearth-f75b74ba-10_shop_1`: the name of a run's container is the id of the experiment, the number
 * of the run and the compose service. null for any other name.
 */
function nameRun({ service }: Facts, name: string | null): string | null {
  const number = isExperimentService(service) ? /^hearth-[0-9a-f]+-(\d+)[-_]/.exec(name ?? '')?.[1] : undefined
  return number === undefined ? null : `run ${number}`
}

function imageOf(profile: Facts, other: string | null): string | null {
  const { image } = profile
  if (image === null || other === null) return image
  return nameRun(profile, image) ?? shortenImage(image, other)
}

/**
 * Cuts the folder and the tag that both have: `shop-slow` for `registry.example/shop-slow:1.4` beside
 * `registry.example/shop:1.4`.
 */
function shortenImage(image: string, other: string): string {
  const [name] = cutFolder(image, other)
  const tag = /:[^/:]*$/.exec(image)?.[0]
  return tag !== undefined && image !== other && other.endsWith(tag) ? name.slice(0, -tag.length) : name
}

function listFacts(
  factsOf: readonly FactOf[],
  before: Facts,
  after: Facts,
  { hasTime }: { readonly hasTime: boolean },
): FactsOfBoth {
  const facts = factsOf
    .map((factOf) => [toList(factOf(before, after)), toList(factOf(after, before))] as const)
    .filter(([one, other]) => one.join() !== other.join())
    .filter((fact, at, all) => !isSaid(fact, [[[subjectOf(before)], [subjectOf(after)]], ...all.slice(0, at)]))
  const isKnown = before.capturedAt !== null && after.capturedAt !== null
  const momentOf = ({ capturedAt, createdAt }: Facts) => (isKnown ? capturedAt! : createdAt)
  const laterMs = hasTime ? momentOf(after) - momentOf(before) : 0
  // Of after, also where that is the earlier one: "before, 3 d later" reads as a slip.
  const apart = laterMs === 0 ? [] : [`${isKnown ? '' : 'added '}${formatApart(laterMs)}`]
  return {
    before: facts.flatMap(([fact]) => fact),
    after: [...facts.flatMap(([, fact]) => fact), ...apart],
  }
}

const toList = (fact: ReturnType<FactOf>): readonly string[] => [fact ?? []].flat().filter((text) => text !== '')

type FactOfBoth = readonly [before: readonly string[], after: readonly string[]]

/**
 * Whether each side of a fact is within the same side of one that was said: a profile of a container has its name, and
 * a container that of its image.
 */
function isSaid(fact: FactOfBoth, said: readonly FactOfBoth[]): boolean {
  return said.some((known) => ([0, 1] as const).every((side) => holds(known[side].join(), fact[side].join())))
}

/** `shop_slow` is in `demo/shop-slow`. */
function holds(text: string, fact: string): boolean {
  const [whole, part] = [text, fact].map((one) => one.replace(/[^\p{L}\p{N}]+/gu, '-'))
  return whole!.includes(part!)
}

/** From so far apart on, the time between two moments has two units: 1 h 44 min is not 1 h. */
const twoUnitsFromMs = hourMs

function formatApart(laterMs: number): string {
  const apartMs = Math.max(1000, Math.abs(laterMs))
  const apart = apartMs < twoUnitsFromMs ? formatLargestUnit(apartMs) : formatDuration(apartMs)
  return `${apart} ${laterMs > 0 ? 'later' : 'earlier'}`
}
