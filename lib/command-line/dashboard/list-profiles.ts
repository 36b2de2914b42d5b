/** `hearth profiles`: the library of a dashboard as a table, by which other commands name a profile. */
import { parseArgs } from 'node:util'
import { captureKeyOf } from '../../contract/capture-key.ts'
import { mostEvents, mostPerPage } from '../../contract/constants.ts'
import { leastIdDigits, shortId } from '../../contract/ids.ts'
import { type LibraryPage, libraryPageSchema } from '../../contract/library.ts'
import { formatMoment, givenName } from '../../contract/profile-title.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { describeTop } from '../../contract/top-method.ts'
import { Problem } from '../../errors.ts'
import { formatCount } from '../../profile/format/units.ts'
import { compareByEvent } from '../../profile/model/event-ids.ts'
import { formatTable } from '../plain-text.ts'
import type { CommandStreams } from '../streams.ts'
import type { Dashboard } from './dashboard.ts'

/** Profiles that `hearth profiles` prints where --limit is not given. */
const usualProfiles = 20

export const profilesUsage = `hearth profiles [options] [WORD...]

Lists the profiles of the dashboard on this host, or of the one that HEARTH_URL and HEARTH_TOKEN name, the newest added first. share, compare, merge
and capture --compare-to take the id, or ${leastIdDigits} digits or more from its beginning, where no other begins so; --json has it whole. With words, those that have each of them in a name, a label, a note, an image or the method.

  -n, --limit=N     how many, 1 to ${mostPerPage}; ${usualProfiles} if not given
  --json            print what the dashboard answers
`

interface ProfilesOptions {
  readonly search: string
  readonly limit: number
  readonly isJson: boolean
}

/** Gives the options. Throws: Problem `invalid-request`; TypeError of parseArgs. */
export function readProfilesOptions(args: readonly string[]): ProfilesOptions {
  const options = { limit: { type: 'string', short: 'n' }, json: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const limit = Number(values.limit ?? usualProfiles)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostPerPage)
    throw new Problem('invalid-request', { what: `--limit is a whole number from 1 to ${mostPerPage}` })
  return { search: positionals.join(' '), limit, isJson: values.json === true }
}

const columns: readonly (readonly [string, (profile: ProfileSummary) => string])[] = [
  ['ID', ({ id }) => shortId(id)],
  ['SERVICE', ({ service }) => service],
  ['NAME', (profile) => givenName(profile) ?? '-'],
  ['EVENT', ({ event }) => event],
  ['TOP METHOD', formatTop],
  ['CAPTURED', ({ capturedAt }) => (capturedAt === null ? '-' : formatMoment(capturedAt))],
  // The order of the list.
  ['ADDED', ({ createdAt }) => formatMoment(createdAt)],
]

/** The table on standard output, how many more there are on standard error. Gives the exit code. Throws: Problem. */
export async function listProfiles(
  { search, limit, isJson }: ProfilesOptions,
  dashboard: Pick<Dashboard, 'call'>,
  { stdout, stderr }: Pick<CommandStreams, 'stdout' | 'stderr'>,
): Promise<number> {
  // The dashboard has the events of a capture in no order: all of those of the last one are asked for.
  const asked = isJson ? limit : Math.min(limit + mostEvents - 1, mostPerPage)
  const query = new URLSearchParams({ ...(search && { q: search }), limit: `${asked}`, choices: '0' })
  const page = await dashboard.call(`/api/v1/profiles?${query}`, { answer: libraryPageSchema })
  if (isJson) {
    stdout.write(`${JSON.stringify(page)}\n`)
    return 0
  }
  const shown = orderByCapture(page.profiles).slice(0, limit)
  stdout.write(describe(shown, search))
  if (page.next !== null || shown.length < page.profiles.length) {
    const word = search === '' ? 'a word' : 'one more word'
    const waysToOthers =
      limit < mostPerPage ? `-n ${Math.min(page.count, mostPerPage)} or ${word} shows` : `${word} shows`
    stderr.write(`${formatCount(shown.length)} of ${formatCount(page.count)} profiles; ${waysToOthers} others.\n`)
  }
  return 0
}

/** Events of one capture stand together, the CPU first, as in the library. */
function orderByCapture(profiles: LibraryPage['profiles']): ProfileSummary[] {
  const captures = Map.groupBy(profiles, captureKeyOf)
  return [...captures.values()].flatMap((events) => events.toSorted(compareByEvent))
}

function describe(profiles: readonly ProfileSummary[], search: string): string {
  if (profiles.length === 0) return search === '' ? 'No profile yet.\n' : `No profile has all of “${search}”.\n`
  return formatTable([
    columns.map(([title]) => title),
    ...profiles.map((profile) => columns.map(([, textOf]) => textOf(profile))),
  ])
}

/** `PriceRules.findWinningRule 91%`, `Rules.find 75% of busy time`, `class String 3.3%`. */
function formatTop(profile: ProfileSummary): string {
  const top = describeTop(profile)
  if (top === null) return '-'
  const { name, share, base, isClass } = top
  return `${isClass ? 'class ' : ''}${name} ${share}${base === null ? '' : ` of ${base}`}`
}
