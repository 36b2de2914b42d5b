/** `hearth merge`: several profiles of a dashboard become one more. */
import { parseArgs } from 'node:util'
import { leastIdDigits } from '../../contract/ids.ts'
import { mergedProfileSchema, mostMerged } from '../../contract/profile.ts'
import { datedHeadline } from '../../contract/profile-title.ts'
import { Problem } from '../../errors.ts'
import { escapeControls } from '../plain-text.ts'
import type { CommandStreams } from '../streams.ts'
import { completeProfileId, readProfileId } from './profile-id.ts'
import type { Dashboard } from './dashboard.ts'

export const mergeUsage = `hearth merge [options] PROFILE PROFILE...

Merges profiles of one event, of the dashboard on this host or of the one that HEARTH_URL and HEARTH_TOKEN name, into a new one: replicas
of a service, or captures of a night. Each is a profile's id, ${leastIdDigits} digits or more from its beginning, or its link; ${mostMerged} at most.
Those that were merged stay.

  --name=NAME       what it is called
  --json            print what the dashboard answers
`

export interface MergeCommandOptions {
  readonly ids: readonly string[]
  readonly name: string | undefined
  readonly isJson: boolean
}

/** Gives the options. Throws: Problem `invalid-request`; TypeError of parseArgs. */
export function readMergeOptions(args: readonly string[]): MergeCommandOptions {
  const options = { name: { type: 'string' }, json: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (positionals.length < 2) throw new Problem('invalid-request', { what: 'name two profiles or more' })
  if (positionals.length > mostMerged)
    throw new Problem('invalid-request', {
      what: `merge ${mostMerged} profiles at most; ${positionals.length} are named`,
    })
  return { ids: positionals.map(readProfileId), name: values.name, isJson: values.json === true }
}

/** Gives the exit code. Throws: Problem. */
export async function mergeRemotely(
  { ids, name, isJson }: MergeCommandOptions,
  dashboard: Pick<Dashboard, 'url' | 'call'>,
  { stdout }: CommandStreams,
): Promise<number> {
  const whole = await Promise.all(ids.map((id) => completeProfileId(id, dashboard)))
  const body = { ids: whole, ...(name !== undefined && { name }) }
  const answer = mergedProfileSchema
  const merged = await dashboard.call('/api/v1/profiles/merge', { method: 'POST', body, answer })
  const { sameAs } = merged
  if (isJson) stdout.write(`${JSON.stringify(merged)}\n`)
  else stdout.write(`${escapeControls(merged.name)}  ${dashboard.url}/profiles/${merged.id}\n`)
  if (!isJson && sameAs)
    stdout.write(
      `The library had these samples already: ${escapeControls(datedHeadline(sameAs))}  ${dashboard.url}/profiles/${sameAs.id}\n`,
    )
  return 0
}
