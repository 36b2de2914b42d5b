import { type ProfileSummary } from '../../lib/contract.ts'

export interface ProfileFilter {
  /** Every word has to occur somewhere in the names of a profile. */
  readonly words: string
  /** Exact, empty for any. */
  readonly service: string
  readonly engine: string
  readonly event: string
  readonly label: string
}

export const noFilter: ProfileFilter = { words: '', service: '', engine: '', event: '', label: '' }

/** The profiles that match all of the filter, in the order they came. */
export function selectProfiles(profiles: readonly ProfileSummary[], filter: ProfileFilter): readonly ProfileSummary[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean)
  return profiles.filter((profile) => {
    if (filter.service && profile.service !== filter.service) return false
    if (filter.engine && profile.engine !== filter.engine) return false
    if (filter.event && profile.event !== filter.event) return false
    if (filter.label && !profile.labels.includes(filter.label)) return false
    const { name, service, containerName, image, engine, event, labels, createdBy } = profile
    const searched = [name, service, containerName, image, engine, event, createdBy, ...labels].join('\n').toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** What can be chosen in the filter's lists: each value once, in the order of the alphabet. */
export function choicesOf(
  profiles: readonly ProfileSummary[],
): Record<'services' | 'engines' | 'events' | 'labels', string[]> {
  const distinct = (values: string[]) => [...new Set(values)].sort((a, b) => a.localeCompare(b, 'en'))
  return {
    services: distinct(profiles.map((profile) => profile.service)),
    engines: distinct(profiles.map((profile) => profile.engine)),
    events: distinct(profiles.map((profile) => profile.event)),
    labels: distinct(profiles.flatMap((profile) => profile.labels)),
  }
}

/** `slow, after 1.4` as the labels it names: trimmed, each once, no empty ones. */
export function parseLabels(text: string): string[] {
  const labels = text.split(',').map((label) => label.trim())
  return [...new Set(labels)].filter(Boolean)
}
