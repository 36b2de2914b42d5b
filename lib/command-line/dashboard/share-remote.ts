/** `hearth share`: a link to one profile of a dashboard, or to a comparison of two. */
import { invalidArguments } from '../argument-problem.ts'
import { parseArgs } from 'node:util'
import { isLoopback } from '../../contract/is-loopback.ts'
import { usualShareDays } from '../../contract/constants.ts'
import { leastIdDigits } from '../../contract/ids.ts'
import { formatMoment } from '../../contract/profile-title.ts'
import { createdShareSchema, longestShareDays, type NewShare } from '../../contract/shares.ts'
import { redactView } from '../../profile/redact/shareable-view.ts'
import { viewFromQuery, viewToQuery } from '../../profile/view/view-query.ts'
import type { CommandStreams } from '../streams.ts'
import type { Dashboard } from './dashboard.ts'
import { escapeControls } from '../plain-text.ts'
import { completeProfileId, readProfileId } from './profile-id.ts'

const hideable = ['methods', 'threads', 'places'] as const

export const shareUsage = `hearth share [options] PROFILE

Makes a link that shows one profile read-only, and nothing else, of the dashboard on this host or of the one that HEARTH_URL and
HEARTH_TOKEN name, and prints it. PROFILE is an id, ${leastIdDigits} digits or more from its beginning, or a link; the new link opens with the view of that one. It is not shown again; it ends in
the dialog Share of the profile, or under Settings.

  --public          for anyone who has the link; without it, for people who sign in to this Hearth
  --days=N          how long it works, 1 to ${longestShareDays}; ${usualShareDays} if not given
  --hide=WHAT,...   what the link does not show: methods (names outside the JDK), threads (their names), places (host, container, image)
  --baseline=PROFILE  a comparison with this one
  --json            print what the dashboard answers
`

export interface ShareOptions {
  readonly id: string
  readonly share: NewShare
  /** The view that the link opens with. */
  readonly query: string
  /** The view compares two parts, also of one recording. */
  readonly hasParts: boolean
  readonly isJson: boolean
}

/** Gives the options. Throws: Problem `invalid-request`; TypeError of parseArgs. */
export function readShareOptions(args: readonly string[]): ShareOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      public: { type: 'boolean' },
      days: { type: 'string' },
      hide: { type: 'string' },
      baseline: { type: 'string' },
      json: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  const [profile] = positionals
  if (profile === undefined || positionals.length > 1) throw invalidArguments('name one profile, by its id or link')
  const expiresInDays = Number(values.days ?? usualShareDays)
  if (!Number.isInteger(expiresInDays) || expiresInDays < 1 || expiresInDays > longestShareDays)
    throw invalidArguments(`--days is a whole number from 1 to ${longestShareDays}`)
  const view = new URLSearchParams(URL.parse(profile)?.search)
  const baseline = values.baseline ?? view.get('baseline')
  const redaction = readHidden(values.hide)
  const shown = redaction === null ? viewFromQuery(view) : redactView(viewFromQuery(view), redaction)
  return {
    id: readProfileId(profile),
    share: {
      expiresInDays,
      audience: values.public === true ? 'public' : 'members',
      redaction,
      embeddable: false,
      baselineId: baseline === null ? null : readProfileId(baseline),
    },
    hasParts: shown.comparison.baselineFilters !== null,
    query: viewToQuery(shown).toString(),
    isJson: values.json === true,
  }
}

function readHidden(text: string | undefined): NewShare['redaction'] {
  if (text === undefined) return null
  const hidden = new Set(text.split(',').map((one) => one.trim()))
  const unknown = [...hidden].find((one) => !hideable.some((known) => known === one))
  if (unknown !== undefined)
    throw invalidArguments(`--hide takes ${hideable.join(', ')}, not ${escapeControls(unknown)}`)
  return {
    keepPackages: hidden.has('methods') ? [] : null,
    threads: hidden.has('threads'),
    places: hidden.has('places'),
  }
}

/** The link alone on standard output. `named`: the address in HEARTH_URL. Gives the exit code. Throws: Problem. */
export async function shareRemotely(
  { id, share, query, hasParts, isJson }: ShareOptions,
  dashboard: Pick<Dashboard, 'call'>,
  { stdout, stderr }: Pick<CommandStreams, 'stdout' | 'stderr'>,
  named?: string,
): Promise<number> {
  const whole = await completeProfileId(id, dashboard)
  const path = `/api/v1/profiles/${whole}/shares` as const
  const baselineId = share.baselineId && (await completeProfileId(share.baselineId, dashboard))
  if (baselineId === whole && !hasParts)
    throw invalidArguments(
      '--baseline is the profile itself: name another one, or give the link of a comparison of two of its parts',
    )
  const body = { ...share, baselineId }
  const made = await dashboard.call(path, { method: 'POST', body, answer: createdShareSchema })
  const url = query === '' ? made.url : `${made.url}?${query}`
  stdout.write(isJson ? `${JSON.stringify({ ...made, url })}\n` : `${url}\n`)
  const whom = made.share.audience === 'public' ? 'Anyone who has it' : 'People who sign in to this Hearth'
  stderr.write(`${whom} can open it until ${formatMoment(made.share.expiresAt)}.\n`)
  if (isLoopback(new URL(made.url).hostname))
    stderr.write(
      named
        ? 'It opens on this machine alone, as HEARTH_URL has it: set one by which others reach the dashboard.\n'
        : 'It opens on this machine alone: docs/sharing.md says how others get one.\n',
    )
  return 0
}
