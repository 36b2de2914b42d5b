/** What a form of a profile's details holds, and how it follows what others change while it is open. */
import { noService } from '../../lib/contract/constants.ts'
import { givenName } from '../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'

const editedFields = ['name', 'service', 'labels', 'note'] as const
export type EditedField = (typeof editedFields)[number]

/** The details of a profile, as the fields of a form hold them. */
export interface ProfileFields extends Readonly<Record<EditedField, string>> {
  /** Empty for one that was made up: lists show their service and hot method in its place. */
  readonly name: string
  /** Empty for none. */
  readonly service: string
  /** Separated by commas. */
  readonly labels: string
  readonly note: string
}

type Named = Pick<ProfileSummary, 'name' | 'service' | 'event' | 'captureId' | 'hotMethod'>

export function toFields(profile: Named & Pick<ProfileSummary, 'labels' | 'note'>): ProfileFields {
  const { service, labels, note } = profile
  const name = givenName(profile) ?? ''
  return { name, service: service === noService ? '' : service, labels: labels.join(', '), note }
}

/** Gives the fields that a person changed. All others would undo what other persons wrote meanwhile. */
export function diffFields(before: ProfileFields, after: ProfileFields) {
  return {
    ...(after.name.trim() !== before.name.trim() && { name: after.name.trim() }),
    ...(after.service !== before.service && { service: after.service.trim() }),
    ...(after.labels !== before.labels && { labels: parseLabels(after.labels) }),
    ...(after.note !== before.note && { note: after.note.trim() }),
  }
}

/** `slow, after 1.4` as the labels it names: trimmed, each once, no empty ones. */
export function parseLabels(text: string): string[] {
  const labels = text.split(',').map((label) => label.trim())
  return [...new Set(labels)].filter(Boolean)
}

/** The draft of a form of several profiles; the first is the one that it shows. */
export interface EditDraft {
  readonly fields: ProfileFields
  /** The values that the fields of each profile had when the form took them, or when a conflict showed them. */
  readonly bases: readonly ProfileSummary[]
  /** The profiles as the page last had them. */
  readonly seen: readonly ProfileSummary[]
}

export function openDraft(profiles: readonly ProfileSummary[]): EditDraft {
  return { fields: toFields(profiles[0]!), bases: profiles, seen: profiles }
}

/** Gives the bodies of the changes to send, one for each profile; none where nothing was changed. */
export function draftChanges({ fields, bases }: EditDraft) {
  const change = diffFields(toFields(bases[0]!), fields)
  const names = editedFields.filter((field) => field in change)
  if (names.length === 0) return []
  return bases.map((base) => ({
    id: base.id,
    body: { ...change, before: Object.fromEntries(names.map((field) => [field, base[field]])) },
  }))
}

/** Takes over what others changed meanwhile in fields that are as the form took them; what was typed stays. */
export function followProfiles(draft: EditDraft, profiles: readonly ProfileSummary[]): EditDraft {
  const { fields, bases, seen } = draft
  const hasNews = profiles.some((one, at) => editedFields.some((field) => !isSame(one[field], seen[at]?.[field])))
  if (!hasNews || profiles.length !== bases.length) return draft
  const shown = toFields(bases[0]!)
  const untouched = editedFields.filter((field) => fields[field] === shown[field])
  const followed = bases.map((base, at) => takeFields(base, profiles[at]!, untouched))
  const now = toFields(followed[0]!)
  return {
    fields: { ...fields, ...Object.fromEntries(untouched.map((field) => [field, now[field]])) },
    bases: alignBases(followed, profiles),
    seen: profiles,
  }
}

/** Takes the present values of a refused change as those that the next save replaces. */
export function rebase(draft: EditDraft, id: string, now: Partial<ProfileSummary>): EditDraft {
  const bases = draft.bases.map((base) => (base.id === id ? { ...base, ...now } : base))
  return { ...draft, bases: alignBases(bases, draft.seen) }
}

/** Where another event has the value of the first by now, that is decided with it: the form asks once. */
function alignBases(bases: readonly ProfileSummary[], seen: readonly ProfileSummary[]): readonly ProfileSummary[] {
  const [first] = bases
  return bases.map((base, at) => {
    const now = seen[at]!
    return takeFields(
      base,
      now,
      editedFields.filter((field) => isSame(now[field], first![field])),
    )
  })
}

function takeFields(to: ProfileSummary, from: ProfileSummary, fields: readonly EditedField[]): ProfileSummary {
  return { ...to, ...Object.fromEntries(fields.map((field) => [field, from[field]])) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
