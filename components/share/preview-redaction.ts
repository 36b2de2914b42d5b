import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { noService } from '../../lib/contract/constants.ts'
import { decodeProfile } from '../../lib/profile/encoding/encode.ts'
import type { Profile } from '../../lib/profile/model/profile.ts'
import { hiddenService, isServiceHidden } from '../../lib/profile/redact/is-named-by-class.ts'
import { listMaskedNames, type MaskedName } from '../../lib/profile/redact/redact.ts'
import type { RedactionOptions } from '../../lib/profile/redact/redaction.ts'
import { callApi } from '../api/call-api.ts'
import { loadProfile } from '../viewer/worker/load-profile.ts'

/** The profiles that a link shows, the baseline last. */
export interface SharedProfiles {
  readonly summary: ProfileSummary
  readonly profiles: readonly Profile[]
}

/**
 * How the service, the hot method and the heaviest others read behind a link; those that keep their names are left out.
 */
interface PreviewedNames {
  readonly service: MaskedName | null
  readonly methods: readonly MaskedName[]
  /** Methods and functions whose names are hidden. */
  readonly hidden: number
}

/** A few tell how the names look. */
const mostMethods = 4

/** Loads what a link shows. `ids`: of the profile, and of its baseline if there is one. */
export async function loadSharedProfiles(ids: readonly string[]): Promise<SharedProfiles> {
  const load = async (id: string) =>
    decodeProfile(await loadProfile(`/api/v1/profiles/${id}/data`, new AbortController().signal))
  const [summary, ...profiles] = await Promise.all([
    callApi(`/api/v1/profiles/${ids[0]!}`, { answer: 'profileSummary' }),
    ...ids.map(load),
  ])
  return { summary, profiles }
}

/** Redacts them as the server does for a link. */
export function previewRedaction({ summary, profiles }: SharedProfiles, redaction: RedactionOptions): PreviewedNames {
  const { service, hotMethod, topMethod } = summary
  const masked =
    redaction.keepPackages === null
      ? []
      : listMaskedNames(profiles, redaction).filter(({ name, shown }) => name !== shown)
  const hot = (hotMethod ?? topMethod)?.name
  // The callers of the hot method are at least as heavy.
  const hotFirst = [...masked.filter(({ name }) => name === hot), ...masked.filter(({ name }) => name !== hot)]
  return {
    service:
      service === noService
        ? null
        : { name: service, shown: isServiceHidden(summary, redaction) ? hiddenService : service },
    methods: hotFirst.slice(0, mostMethods),
    hidden: masked.length,
  }
}
