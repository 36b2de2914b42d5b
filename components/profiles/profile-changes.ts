import type { ProfileSummary } from '../../lib/contract/profile.ts'

/** What the dialog holds of a profile, as its fields hold it. */
export interface ProfileFields {
  readonly name: string
  /** Separated by commas. */
  readonly labels: string
  readonly note: string
}

export function toFields({ name, labels, note }: Pick<ProfileSummary, 'name' | 'labels' | 'note'>): ProfileFields {
  return { name, labels: labels.join(', '), note }
}

/** Only the fields that a person changed: whatever else is sent would undo what others wrote meanwhile. */
export function diffFields(before: ProfileFields, after: ProfileFields) {
  return {
    ...(after.name !== before.name && { name: after.name.trim() }),
    ...(after.labels !== before.labels && { labels: parseLabels(after.labels) }),
    ...(after.note !== before.note && { note: after.note.trim() }),
  }
}

/** `slow, after 1.4` as the labels it names: trimmed, each once, no empty ones. */
export function parseLabels(text: string): string[] {
  const labels = text.split(',').map((label) => label.trim())
  return [...new Set(labels)].filter(Boolean)
}
