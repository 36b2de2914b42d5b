/** Merges stored profiles into one, in the profile thread. */
import { shortId } from '../../contract/ids.ts'
import { Problem } from '../../errors.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { createProfileMerger } from '../../profile/merge/merge-profiles.ts'
import { getRecordingKey, listRecordings } from '../../profile/merge/recordings.ts'
import { type Profile, type ProfileWarning, withWarning } from '../../profile/model/profile.ts'
import { compactTables } from '../../profile/model/tidy-tables.ts'
import { sortForDrawing } from '../../profile/tree/drawing-order.ts'
import { decodeStored } from './decode-stored.ts'

/** A stored profile and its name. */
export interface NamedBlob {
  readonly id: string
  readonly gzipped: Uint8Array
  readonly name: string
}

/**
 * Gives the merged profile, encoded and in drawing order, with `warnings` beside those of the profiles. One is unpacked
 * at a time. Throws: Problem `unreadable-profile`, `not-mergeable`.
 */
export function mergeStored(blobs: readonly NamedBlob[], warnings: readonly ProfileWarning[]): Uint8Array<ArrayBuffer> {
  const merger = createProfileMerger()
  const assertEachOnce = createOverlapCheck()
  for (const blob of blobs) {
    const profile = decodeStored(blob.gzipped)
    assertEachOnce(profile, blob)
    merger.add(profile, blob.name)
  }
  let merged = merger.finish()
  for (const { code, text, count } of warnings) merged = withWarning(merged, code, text, count)
  return Uint8Array.from(encodeProfile(compactTables(sortForDrawing(merged))))
}

/** A profile that holds a recording. */
interface Holder {
  readonly title: string
  readonly isMerged: boolean
  readonly container: string | undefined
}

/**
 * Gives what throws Problem `not-mergeable` where a profile holds a recording of an earlier one: its samples would
 * count twice, and cannot be taken out of a merged profile.
 */
function createOverlapCheck() {
  const holders = new Map<string, Holder[]>()
  return (profile: Profile, { id, name }: NamedBlob) => {
    const { mergedFrom, target } = profile.provenance
    const holder = { title: `${name} (${shortId(id)})`, isMerged: mergedFrom !== null, container: target['container'] }
    const recordings = listRecordings(profile, name).profiles
    const keys = new Set(recordings.map(getRecordingKey).filter((key) => key !== null))
    for (const key of keys) {
      const earlier = holders.get(key) ?? []
      const other = earlier.find((one) => !areReplicas(one, holder))
      if (other) throw explainOverlap(other, holder, recordings.find((one) => getRecordingKey(one) === key)!.name)
      holders.set(key, [...earlier, holder])
    }
  }
}

/** Two containers that started at one time can have as many samples; what a merged profile holds names none. */
function areReplicas(one: Holder, other: Holder): boolean {
  return !one.isMerged && !other.isMerged && one.container !== other.container
}

function explainOverlap(one: Holder, other: Holder, recording: string): Problem<'not-mergeable'> {
  if (one.isMerged && other.isMerged)
    return new Problem('not-mergeable', {
      reason: `the recording ${recording} is in both ${one.title} and ${other.title}, and would count twice`,
      remedy: 'Merge the recordings themselves, each once: Provenance of a merged profile names them.',
    })
  const [part, whole] = one.isMerged ? [other, one] : [one, other]
  return new Problem('not-mergeable', {
    reason: whole.isMerged
      ? `${part.title} is in ${whole.title}, and would count twice`
      : `${part.title} and ${whole.title} are one recording, which would count twice`,
    remedy: `Leave out ${part.title}.`,
  })
}
