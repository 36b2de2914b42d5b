import type { ProfileSummary } from './profile.ts'

/** Gives what the events of one capture, or of one file, have in common: lists show them as one row. */
export function captureKeyOf({ captureId, id }: Pick<ProfileSummary, 'captureId' | 'id'>): string {
  return captureId ?? id
}
