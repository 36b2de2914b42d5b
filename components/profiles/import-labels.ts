import type { FoldedTextOptions, StoredFile } from '../../lib/contract/imports.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { datedHeadline } from '../../lib/contract/profile-title.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { createCompareHref } from '../links/compare-href.ts'
import type { ImportItem } from './import-queue.ts'

/** Where to look at what came in: before and after as a comparison, anything else as it is. */
export function createImportHref({ profiles }: StoredFile, { counts }: FoldedTextOptions): string {
  const [first, second] = profiles
  const isPair = counts === '2' && profiles.length === 2 && first!.event === second!.event
  return isPair ? createCompareHref(second!.id, first!.id) : `/profiles/${first!.id}`
}

/** That a file was there already, and now is twice. */
export function formatSameAs(sameAs: ProfileSummary): string {
  return `Stored again. ${formatSameSamples(sameAs)}`
}

/** Names the profile that had the samples of a new one. */
export function formatSameSamples(sameAs: ProfileSummary): string {
  return `The library had these samples already: ${visibleText(datedHeadline(sameAs))}.`
}

export const importStateLabels: Readonly<Record<ImportItem['state'], string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  reading: 'Reading',
  done: 'Read',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export function isInProgress({ state }: ImportItem): boolean {
  return state === 'waiting' || state === 'sending' || state === 'reading'
}

/** Gives whether a long list has a line for a file: not where it waits, or was read without a remark. */
export function isNotable({ state, imported }: ImportItem): boolean {
  const hasRemark = imported !== null && (imported.sameAs !== null || imported.warnings.length > 0)
  return state === 'failed' || state === 'sending' || state === 'reading' || hasRemark
}

/** `41 of 81 read, 3 failed`; `3 files were not imported` where all failed. */
export function formatImportCount(items: readonly ImportItem[]): string {
  const countOf = (state: ImportItem['state']) => items.filter((item) => item.state === state).length
  if (items.length > 0 && countOf('failed') === items.length)
    return items.length === 1 ? '1 file was not imported' : `${formatCount(items.length)} files were not imported`
  const besides = (['failed', 'cancelled'] as const).flatMap((state) =>
    countOf(state) === 0 ? [] : [`${formatCount(countOf(state))} ${importStateLabels[state].toLowerCase()}`],
  )
  return [`${formatCount(countOf('done'))} of ${formatCount(items.length)} read`, ...besides].join(', ')
}
