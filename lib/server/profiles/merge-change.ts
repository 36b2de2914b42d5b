import { mostLabels } from '../../contract/constants.ts'
import type { ProfileEdit, ProfileSummary } from '../../contract/profile.ts'
import { givenName, restoreName } from '../../contract/profile-title.ts'
import { Problem } from '../../errors.ts'
import type { ProfileChange } from '../../store/library/profiles.ts'
import { mergeEdits, mergeSets } from '../merge-edits.ts'

/** What becomes of a change of a profile: merged with what others changed meanwhile, an empty name made automatic. */

/** Fields that one text holds; labels are merged one by one. */
const textFields = ['name', 'service', 'note'] as const

/**
 * Gives the change of a profile that others may have changed since its form was opened with `before`.
 *
 * Throws: Problem `changed-meanwhile`; `invalid-request` where more labels come together than a profile may have.
 */
export function mergeChange(
  before: NonNullable<ProfileEdit['before']>,
  change: ProfileChange,
  now: ProfileSummary,
): ProfileChange {
  const checked = textFields.filter((field) => before[field] !== undefined && change[field] !== undefined)
  const pick = (from: Partial<ProfileSummary>) => Object.fromEntries(checked.map((field) => [field, from[field]]))
  const merged = mergeEdits({
    before: pick(before),
    mine: pick(change),
    now: pick(now),
    describe: (fields) => `the ${fields.join(' and the ')} of this profile`,
  })
  if (!before.labels || !change.labels) return { ...change, ...merged }
  const labels = mergeSets(before.labels, change.labels, now.labels)
  if (labels.length > mostLabels)
    throw new Problem('invalid-request', {
      what: `labels: with those that others added meanwhile they are ${labels.length}, and ${mostLabels} is the limit`,
    })
  return { ...change, ...merged, labels }
}

/**
 * Gives the change with the automatic name where it empties the name. The automatic name of an import follows its
 * service: nothing else shows that it was not given.
 */
export function withAutomaticName(change: ProfileChange, now: ProfileSummary): ProfileChange {
  const isAutomatic = now.captureId === null && givenName(now) === null
  const isEmpty = change.name === '' || (change.name === undefined && change.service !== undefined && isAutomatic)
  return isEmpty ? { ...change, name: restoreName({ ...now, ...change, name: now.name }) } : change
}
