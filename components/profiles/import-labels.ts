import type { FoldedTextOptions, Imported } from '../../lib/contract/imports.ts'
import { createCompareHref } from '../links/compare-href.ts'
import type { ImportItem } from './import-queue.ts'

/** Where to look at what came in: before and after as a comparison, anything else as it is. */
export function createImportHref({ profiles }: Imported, { counts }: FoldedTextOptions): string {
  const [first, second] = profiles
  const isPair = counts === '2' && profiles.length === 2 && first!.event === second!.event
  return isPair ? createCompareHref(second!.id, first!.id) : `/profiles/${first!.id}`
}

export const importStateLabels: Readonly<Record<ImportItem['state'], string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  reading: 'Reading',
  done: 'Read',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
