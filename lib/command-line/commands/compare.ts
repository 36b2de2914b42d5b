/** `hearth compare`: two recordings in files against each other, or two profiles of a dashboard. */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { compareProfiles } from '../../contract/compare-profiles.ts'
import { mostComparedRows } from '../../contract/constants.ts'
import { getEventLabel } from '../../contract/engines.ts'
import { leastIdDigits } from '../../contract/ids.ts'
import { isProblem } from '../../errors.ts'
import { type ParsedProfile, requireProfiles } from '../../parser/output-frames.ts'
import { type ParserConfig, parserLimits, runParser } from '../../parser/run-parser.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'
import { formatDuration } from '../../profile/format/units.ts'
import { formatWarning } from '../../profile/format/warning.ts'
import { formatWeight } from '../../profile/format/weight.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { totalWeight } from '../../profile/model/stack-weights.ts'
import { type FailIf, failIfUsage, checkThresholds, exitCodeOf, readFailIf } from '../dashboard/fail-if.ts'
import { explainNoProfile, findProfileId, isBaseline } from '../dashboard/profile-id.ts'
import { createFileProblems, isFile, openFile } from '../paths.ts'
import { describeMissing, invalidArguments } from '../argument-problem.ts'
import { escapeControls } from '../plain-text.ts'
import { describeConditionsForJson, reportComparison } from '../report-comparison.ts'
import type { CommandStreams } from '../streams.ts'

export const compareUsage = `hearth compare [options] BEFORE AFTER

Sets two profiles against each other. BEFORE and AFTER are two files in any format that Hearth imports, which are read here, without
a dashboard; or two profiles of the dashboard on this host, or of the one that HEARTH_URL and HEARTH_TOKEN name. Such a profile is
given by its id, ${leastIdDigits} digits or more from its beginning, or its link; BEFORE may also be last-deploy: the newest profile of the same
service and event from before its image changed.

${failIfUsage}
  --event=EVENT     of files that hold several: cpu, alloc ...; without it the first that both hold
  --json            the whole comparison for programs
`

export interface CompareOptions {
  /** Ids or paths, as they were given. */
  readonly before: string
  readonly after: string
  /** Both are files of this host. */
  readonly areFiles: boolean
  /** The event that is compared; null for the first that both files have. */
  readonly event: string | null
  readonly conditions: readonly FailIf[]
  readonly isJson: boolean
}

/** Gives the options. Throws: Problem `invalid-request`; TypeError of parseArgs. */
export function readCompareOptions(args: readonly string[]): CompareOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' }, event: { type: 'string' }, 'fail-if': { type: 'string', multiple: true } },
    allowPositionals: true,
  })
  const [before, after] = positionals
  if (before === undefined || after === undefined)
    throw invalidArguments(describeMissing(positionals.length, compareUsage))
  if (positionals.length > 2) throw invalidArguments('name two profiles, the earlier one first')
  const [file, other] = isFile(before) ? [before, after] : [after, before]
  const areFiles = isFile(file) && isFile(other)
  if (isFile(file) && !areFiles)
    throw invalidArguments(
      isBaseline(other)
        ? `${file} is a file and ${other} a profile of a dashboard: name two files, or two profiles`
        : `there is no file ${other}`,
    )
  if (!areFiles) {
    const mayBeLastDeploy = !isBaseline(before)
    const unknown = mayBeLastDeploy ? before : findProfileId(after) === null ? after : null
    if (unknown !== null)
      throw invalidArguments(
        `${unknown} is no file, and no profile's id or link${explainNoProfile(unknown, mayBeLastDeploy)}`,
      )
    if (values.event !== undefined) throw invalidArguments('--event is for files: a profile of a dashboard has one')
  }
  const conditions = (values['fail-if'] ?? []).map(readFailIf)
  return { before, after, areFiles, event: values.event ?? null, conditions, isJson: values.json === true }
}

interface FileSide {
  readonly file: string
  readonly profile: Profile
}

/**
 * Gives the exit code, 1 where a file cannot be read. Throws: Problem `not-comparable`, `invalid-request`; the reason
 * of `signal`.
 */
export async function compareFiles(
  { before, after, event, conditions, isJson }: CompareOptions,
  config: ParserConfig,
  { stdout, stderr }: Pick<CommandStreams, 'stdout' | 'stderr'>,
  signal: AbortSignal,
): Promise<number> {
  // The files are read one after the other: each may take all the memory that a parser is given.
  const first = await parseFile(before, config, stderr, signal)
  const second = first && (await parseFile(after, config, stderr, signal))
  if (first === null || second === null) return 1
  const shared = first.filter((one) => second.some((other) => other.event === one.event)).map((one) => one.event)
  const [compared, ...others] = event === null ? shared : [event]
  const sides = {
    before: { file: before, profile: decodeEvent(before, first, compared) },
    after: { file: after, profile: decodeEvent(after, second, compared) },
  }
  for (const side of [sides.before, sides.after]) printWarnings(side, stderr)
  if (others.length > 0)
    stderr.write(`Compared: ${listEvents([compared!])}. Both files also hold ${listEvents(others)}: see --event.\n`)
  const result = compareProfiles(sides.before.profile, sides.after.profile, mostComparedRows)
  const checked = checkThresholds(result, conditions)
  if (isJson) {
    const facts = { before: listFacts(sides.before), after: listFacts(sides.after) }
    stdout.write(`${JSON.stringify({ ...facts, ...result, ...describeConditionsForJson(checked) }, null, 2)}\n`)
  } else
    stdout.write(
      reportComparison({ before: describeSide(sides.before), after: describeSide(sides.after) }, result, checked),
    )
  return exitCodeOf([checked])
}

/** Gives the profiles of a file; null where it cannot be read, and `stderr` says why. */
async function parseFile(
  file: string,
  config: ParserConfig,
  stderr: CommandStreams['stderr'],
  signal: AbortSignal,
): Promise<readonly ParsedProfile[] | null> {
  const job = { format: 'guess', fileName: basename(file) } as const
  try {
    return requireProfiles(await runParser(job, openFile(file), parserLimits(config), signal))
  } catch (error) {
    if (!isProblem(error)) throw error
    createFileProblems(stderr)(file, error)
    return null
  }
}

/**
 * Gives the profile of `event`, else the first of the file. Throws: Problem `invalid-request`, `unreadable-profile`.
 */
function decodeEvent(file: string, parsed: readonly ParsedProfile[], event: string | undefined): Profile {
  const chosen = event === undefined ? parsed[0] : parsed.find((one) => one.event === event)
  if (chosen) return decodeProfile(chosen.bytes)
  throw invalidArguments(`--event=${event}: ${file} holds ${listEvents(parsed.map((one) => one.event))}`)
}

function printWarnings({ file, profile }: FileSide, stderr: CommandStreams['stderr']): void {
  for (const warning of profile.provenance.warnings)
    stderr.write(`${escapeControls(file)}: ${escapeControls(formatWarning(warning))}\n`)
}

function listEvents(events: readonly string[]): string {
  return events.map(escapeControls).join(', ')
}

function describeSide(side: FileSide): string {
  const { file, event, unit, total, durationMs } = listFacts(side)
  const facts = [escapeControls(file), escapeControls(getEventLabel(event)), formatWeight(total, unit)]
  return [...facts, ...(durationMs === null ? [] : [formatDuration(durationMs)])].join(', ')
}

function listFacts({ file, profile }: FileSide) {
  const { engine, event, durationMs } = profile.provenance
  return { file, engine, event, unit: profile.unit, total: totalWeight(profile), durationMs }
}
