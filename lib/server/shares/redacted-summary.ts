import type { ProfileSummary, Redaction } from '../../contract.ts'
import { eventIds } from '../../profile/event-ids.ts'

/**
 * What the library says of a profile, as it may stand over a redacted copy. Titles are people's words, and by default hold the service,
 * which may be a main class: with any name hidden, `title` stands in its place.
 */
export function redactedSummary(
  summary: ProfileSummary,
  { keepPackages, places, threads }: Redaction,
  title: string,
): ProfileSummary {
  const hidesNames = keepPackages !== null || places
  if (!hidesNames) return threads ? { ...summary, note: '', labels: [] } : summary
  const { service, mainClass, event } = summary
  const isClassLike = service === mainClass || /[./]/.test(service)
  return {
    ...summary,
    name: title,
    service: places || isClassLike ? 'hidden service' : service,
    mainClass: null,
    event: eventIds.some((known) => known === event) ? event : 'other',
    engine: /^[a-z][a-z-]{1,20}$/.test(summary.engine) ? summary.engine : 'imported',
    partial: summary.partial === null ? null : 'not the whole recording',
    ...(places ? { containerName: null, image: null, imageDigest: null, containerId: null } : {}),
    ...{ note: '', labels: [], createdBy: '' },
  }
}
