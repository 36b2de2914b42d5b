/** How commands name a profile of a dashboard. */
import { leastIdDigits, profileIdBeginningSchema, profileIdSchema } from '../../contract/ids.ts'
import { libraryPageSchema } from '../../contract/library.ts'
import { datedHeadline } from '../../contract/profile-title.ts'
import { Problem } from '../../errors.ts'
import { formatCount } from '../../profile/format/units.ts'
import { mostNamed, nameFirst } from '../argument-problem.ts'
import { escapeControls } from '../plain-text.ts'
import type { Dashboard } from './dashboard.ts'

const lastDeploy = 'last-deploy'

/** Finds the id, or its beginning, in an id or in a link of the dashboard; null for anything else. */
export function findProfileId(text: string): string | null {
  const linked = /(?:^|\/profiles\/)([0-9a-f]{32})(?:[?#/]|$)/.exec(text)?.[1]
  return linked ?? profileIdBeginningSchema.safeParse(text.toLowerCase()).data ?? null
}

/** Gives the id, or its beginning, in an id or a link. Throws: Problem `invalid-request`. */
export function readProfileId(text: string): string {
  return readId(text, false)
}

/** `mayBeLastDeploy`: that is taken, too, and named where the text is refused. */
function readId(text: string, mayBeLastDeploy: boolean): string {
  const id = findProfileId(text)
  if (id !== null) return id
  throw new Problem('invalid-request', {
    what: `${text} is no profile's id or link${explainNoProfile(text, mayBeLastDeploy)}`,
  })
}

/** Gives what names a profile, to be put behind a message that the text does not. */
export function explainNoProfile(text: string, mayBeLastDeploy: boolean): string {
  const id = isShortId(text) ? `at least ${leastIdDigits} digits of an id` : 'one of `hearth profiles`'
  return `: give ${mayBeLastDeploy ? `${lastDeploy}, or ` : ''}${id}`
}

/** Gives the reason why the text is no id, to be put behind a message, where it is the beginning of one; else ''. */
export function explainShortId(text: string): string {
  return isShortId(text) ? `: give at least ${leastIdDigits} digits of an id` : ''
}

const isShortId = (text: string) => /^[0-9a-f]+$/i.test(text) && text.length < leastIdDigits

/**
 * The whole id of what readProfileId or readBaseline read. Only a beginning is looked up.
 *
 * Throws: Problem `no-such-profile`; `invalid-request` when several begin so; those of the dashboard.
 */
export async function completeProfileId(read: string, dashboard: Pick<Dashboard, 'call'>): Promise<string> {
  if (read === lastDeploy || profileIdSchema.safeParse(read).success) return read
  const query = new URLSearchParams({ id: read, limit: `${mostNamed}`, choices: '0' })
  const page = await dashboard.call(`/api/v1/profiles?${query}`, { answer: libraryPageSchema })
  // A dashboard older than this parameter ignores it, and lists the newest.
  const fitting = page.profiles.filter(({ id }) => id.startsWith(read))
  if (fitting.length === 0) throw new Problem('no-such-profile', { beginning: read })
  if (fitting.length === 1) return fitting[0]!.id
  const named = fitting.map((one) => `${one.id} (${escapeControls(datedHeadline(one))})`)
  const count = fitting.length < page.profiles.length ? fitting.length : page.count
  throw new Problem('invalid-request', {
    what: `${formatCount(count)} profiles begin with ${read}, use more of the id: ${nameFirst(named, count)}`,
  })
}

export function isBaseline(text: string): boolean {
  return text === lastDeploy || findProfileId(text) !== null
}

/** Gives `last-deploy`, or as readProfileId. Throws: Problem `invalid-request`. */
export function readBaseline(text: string): string {
  return text === lastDeploy ? text : readId(text, true)
}
