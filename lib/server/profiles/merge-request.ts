/** Several profiles of the library become one more. */
import type { MergeRequest, ProfileSummary } from '../../contract/profile.ts'
import { imageKeyOf } from '../../contract/comparable-profiles.ts'
import { noService } from '../../contract/constants.ts'
import { getEventLabel } from '../../contract/engines.ts'
import { getEventWithin } from '../../contract/profile-title.ts'
import { Problem } from '../../errors.ts'
import { createMutex } from '../../store/mutex.ts'
import type { ProfileStore } from '../../store/library/profiles.ts'
import { existing } from '../existing.ts'
import { digestProfile } from './digest/digest-thread.ts'
import { runThreadTask } from './profile-thread.ts'
import { readStored } from './read-stored.ts'
import type { NamedBlob } from './merge-stored.ts'
import { formatBytes } from '../../profile/format/units.ts'
import type { ProfileWarning } from '../../profile/model/profile.ts'
import { cutText } from '../../profile/names/cut-text.ts'

/** Names that the title of a merged profile joins, and its characters then; more names are counted. */
const mostJoinedNames = 3
const longestJoinedName = 150

/** Packed; unpacked they are several times that, one after the other. */
const mostPackedSourceBytes = 256 * 2 ** 20

/**
 * Merges and stores profiles. Labels, notes and pins of the sources are not kept; their image is where all have the
 * same. Throws: Problem `not-found`, `not-mergeable`, `unreadable-profile`, `quota-reached`, `disk-full`.
 */
type Merge = (request: MergeRequest, createdBy: string) => Promise<ProfileSummary>

export function createMerge(profiles: Pick<ProfileStore, 'find' | 'open' | 'save'>): Merge {
  // Each holds all of its profiles' bytes.
  const runExclusive = createMutex()

  async function findAll(ids: readonly string[]): Promise<ProfileSummary[]> {
    const found: ProfileSummary[] = []
    for (const id of ids) {
      const profile = await profiles.find(id)
      if (profile === null || profile.deletedAt !== null) throw new Problem('not-found', { what: `profile ${id}` })
      found.push(profile)
    }
    return found
  }

  async function read({ id, name }: ProfileSummary): Promise<NamedBlob> {
    return { id, name, gzipped: existing(await readStored(profiles, id), `profile ${id}`) }
  }

  async function merge({ ids, name }: MergeRequest, createdBy: string): Promise<ProfileSummary> {
    const sources = await findAll(ids)
    const events = [...new Set(sources.map(({ event }) => getEventLabel(event)))]
    if (events.length > 1)
      throw new Problem('not-mergeable', {
        reason: `they are of several events: ${events.join(', ')}`,
        remedy: 'Choose profiles of one event.',
      })
    if (sources.reduce((sum, { bytes }) => sum + bytes, 0) > mostPackedSourceBytes)
      throw new Problem('not-mergeable', {
        reason: `together they are larger than ${formatBytes(mostPackedSourceBytes)}`,
        remedy: 'Merge fewer profiles at once, or shorter ones.',
      })
    const blobs: NamedBlob[] = []
    // In one order, so that a second merge of them has the same bytes.
    const ordered = sources.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const source of ordered) blobs.push(await read(source))
    const { encoded } = await runThreadTask({ type: 'merge', blobs, warnings: warnOfServices(sources) })
    const { facts, firstPaint, gzipped } = await digestProfile(encoded)
    const haveService = sources.every(hasService)
    const subjects = joinNames(
      sources.map((source) => (hasService(source) ? source.service : source.name)),
      haveService ? 'services' : 'profiles',
    )
    const service = haveService ? (facts.service ?? subjects) : noService
    const subject = haveService ? service : subjects
    // A tag that several images had names none of them.
    const isOfOneImage = new Set(sources.map(imageKeyOf)).size === 1
    const about = {
      ...(!isOfOneImage && { image: null, imageDigest: null }),
      ...{ labels: [], captureId: null, partial: null, pinned: false, note: '' },
      ...{
        createdAt: Date.now(),
        createdBy,
        service,
        name: name ?? `${subject} ${getEventWithin(facts.event)}, ${ids.length} merged`,
      },
    }
    return profiles.save({ ...facts, ...about }, gzipped, firstPaint)
  }
  return (request, createdBy) => runExclusive(() => merge(request, createdBy))
}

const hasService = ({ service }: ProfileSummary) => service !== noService

/** Warns of profiles without a service among profiles that have one, and of several services. */
function warnOfServices(sources: readonly ProfileSummary[]): ProfileWarning[] {
  const services = new Set(sources.filter(hasService).map(({ service }) => service))
  const mixed = `These are of ${services.size} services, ${joinNames([...services], 'services')}: a share is of all of them together.`
  return [
    ...(services.size > 1 ? [{ code: 'services-mixed', text: mixed, count: 1 }] : []),
    ...warnOfMissingServices(sources),
  ]
}

function warnOfMissingServices(sources: readonly ProfileSummary[]): ProfileWarning[] {
  const without = sources.filter((source) => !hasService(source)).map(({ name }) => name)
  if (without.length === 0 || without.length === sources.length) return []
  const verb = without.length === 1 ? 'has' : 'have'
  const names = joinNames(without, 'profiles')
  const text = `${without.length} of the ${sources.length} merged profiles ${verb} no service and may be of another program: ${names}.`
  return [{ code: 'service-missing', text, count: 1 }]
}

/** Joins a few names; more are counted. */
function joinNames(all: readonly string[], plural: string): string {
  const names = [...new Set(all)].sort()
  return names.length <= mostJoinedNames ? cutText(names.join(' + '), longestJoinedName) : `${names.length} ${plural}`
}
