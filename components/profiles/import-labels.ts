import type { FoldedTextOptions, StoredFile } from '../../lib/contract/imports.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { datedHeadline } from '../../lib/contract/profile-title.ts'
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
  return `Stored again. The library had these samples already: ${visibleText(datedHeadline(sameAs), 120)}.`
}

export const importStateLabels: Readonly<Record<ImportItem['state'], string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  reading: 'Reading',
  done: 'Read',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
