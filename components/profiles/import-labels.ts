import type { Imported, ImportWarning } from '../../lib/contract/imports.ts'
import { createCompareHref } from '../links/compare-href.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import type { ImportItem } from './import-queue.ts'

/** What a reader passed over: `Lines could not be read and were skipped. 3 times, first in line 17.` */
export function formatImportWarning({ text, count, line }: ImportWarning): string {
  const times = count === 1 ? 'Once' : `${formatCount(count)} times`
  return line === undefined ? `${text} ${times}.` : `${text} ${times}, first in line ${line}.`
}

/** Where to look at what came in: before and after as a comparison, anything else as it is. */
export function createImportHref({ profiles }: Imported, { counts }: ImportItem['options']): string {
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
