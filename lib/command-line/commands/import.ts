/** `hearth import`: files into a dashboard's library, through its API. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import {
  type Imported,
  importedSchema,
  type ImportOptions,
  importOptionsSchema,
  importPath,
} from '../../contract/imports.ts'
import { groupFiles } from '../../contract/import-groups.ts'
import { profileTextLimits } from '../../contract/constants.ts'
import { splitFileName } from '../../contract/profile-file-name.ts'
import { datedHeadline } from '../../contract/profile-title.ts'
import { sendWhenAllowed } from '../../contract/send-when-allowed.ts'
import { isProblem } from '../../errors.ts'
import { formatCount } from '../../profile/format/units.ts'
import { formatWarning } from '../../profile/format/warning.ts'
import { units } from '../../profile/model/profile.ts'
import { cutText } from '../../profile/names/cut-text.ts'
import type { CommandStreams } from '../streams.ts'
import type { Dashboard } from '../dashboard/dashboard.ts'
import { assertFile, createFileProblems, openFile } from '../paths.ts'
import { describeMissing, invalidArguments } from '../argument-problem.ts'
import { escapeControls } from '../plain-text.ts'
import { createStatusLine } from '../progress.ts'

export const importUsage = `hearth import [options] FILE...

Brings recordings into the library of the dashboard on this host, or of the one that HEARTH_URL and HEARTH_TOKEN name. They are
sent as they are, as a stream, packed with gzip or not. FILE - is standard input. shop.cpu.folded and shop.alloc.folded,
as \`hearth capture\` writes them, become one row of two events.

  --name=NAME       what it is called, for one file
  --service=NAME    of files that name no service; without it they have none
  --counts=2        folded text with two numbers on a line: before and after, two profiles
  --unit=UNIT       what the numbers of folded text count: ${units.join(', ')}
  --json            print what the dashboard answers
`

const flags = {
  name: { type: 'string' },
  service: { type: 'string' },
  counts: { type: 'string' },
  unit: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Put = Pick<Dashboard, 'url' | 'put'>

/** Files that are imported, and options. */
export interface ImportRequest {
  readonly files: readonly string[]
  readonly options: ImportOptions
  /** The name of the profile, for a single file. */
  readonly name: string | undefined
  readonly wantsJson: boolean
}

/** Looks at the files too, before a dashboard is looked for. Throws: Problem `invalid-request`, `path-unreadable`. */
export function readImportRequest(args: readonly string[]): ImportRequest {
  const { values, positionals: files } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
  if (files.length === 0) throw invalidArguments(describeMissing(0, importUsage))
  if (values.name !== undefined && files.length > 1) throw invalidArguments('--name is for one file')
  const { counts, unit, service } = values
  const checked = importOptionsSchema.safeParse({ counts, unit, service })
  if (!checked.success)
    throw invalidArguments(
      [...new Set(checked.error.issues.map(({ path }) => describeRefused(String(path[0]), values)))].join('; '),
    )
  const paths = files.filter((file) => file !== '-')
  const missing = paths.filter((file) => !existsSync(file))
  if (missing.length > 0) throw invalidArguments(`no such file: ${missing.map(escapeControls).join(', ')}`)
  for (const file of paths) assertFile(file)
  return { files, options: checked.data, name: values.name, wantsJson: values.json === true }
}

const allowed: Readonly<Record<string, string>> = {
  counts: '1 or 2',
  unit: `one of ${units.join(', ')}`,
  service: `one line of at most ${profileTextLimits.service} characters`,
}

const describeRefused = (option: string, values: Readonly<Record<string, unknown>>): string =>
  `--${option} is ${allowed[option]}, not ${cutText(JSON.stringify(values[option]), 60)}`

/**
 * Imports files, and writes a line for each profile; on stderr, how far it is, what was passed over, and what failed.
 * Gives the exit code: 1 where any file failed.
 */
export async function importFiles(
  { files, options, name, wantsJson }: ImportRequest,
  dashboard: Put,
  streams: CommandStreams,
  signal: AbortSignal,
): Promise<number> {
  const reportProblem = createFileProblems(streams.stderr)
  const status = createStatusLine(streams)
  let done = 0
  let again = 0
  const optionsOf = groupFiles(files, options)
  for (const [index, file] of files.entries()) {
    if (files.length > 1)
      status.show(`Importing ${formatCount(files.length)} files`, `: ${index + 1}, ${escapeControls(basename(file))}`)
    try {
      const path = importPath(nameOf(file, name), optionsOf[index]!)
      const send = () => dashboard.put(path, { body: open(file, streams), answer: importedSchema, signal })
      // What came on standard input is gone: it cannot be sent again.
      const imported = await (file === '-' ? send() : sendWhenAllowed(send, signal))
      done++
      if (imported.sameAs) again++
      status.end()
      if (wantsJson) streams.stdout.write(`${JSON.stringify(imported)}\n`)
      else printImported(imported, options, dashboard.url, file, streams)
    } catch (error) {
      status.end()
      if (signal.aborted) {
        streams.stderr.write(`Stopped: ${done} of ${formatCount(files.length)} files are imported.\n`)
        return 130
      }
      if (!isProblem(error)) throw error
      reportProblem(file, error)
    }
  }
  if (files.length > 1) streams.stderr.write(`${summarise(files.length, done, again)}\n`)
  return done === files.length ? 0 : 1
}

/** `7 of 9 files imported, 2 of them stored again; 2 not read.` */
function summarise(files: number, done: number, again: number): string {
  const failed = files - done
  return [
    `${formatCount(done)} of ${formatCount(files)} files imported`,
    again > 0 ? `, ${formatCount(again)} of them stored again` : '',
    failed > 0 ? `; ${formatCount(failed)} not read.` : '.',
  ].join('')
}

/** Gives the name to send: a chosen name keeps what the file's own name says of its event. */
function nameOf(file: string, name: string | undefined): string {
  const fileName = file === '-' ? 'standard input' : basename(file)
  if (name === undefined) return fileName
  const ending = file === '-' ? '' : splitFileName(fileName).ending
  // A part that looks like an ending is taken off again.
  return `${name}${ending === '' && splitFileName(name).ending !== '' ? '.recording' : ending}`
}

function printImported(
  imported: Imported,
  { counts }: ImportOptions,
  url: string,
  file: string,
  streams: CommandStreams,
): void {
  const { profiles, warnings, sameAs } = imported
  for (const { id, name, event } of profiles) {
    // Files of one capture differ in their event alone.
    const title = name.endsWith(` ${event}`) ? name : `${name} ${event}`
    streams.stdout.write(`${escapeControls(title)}  ${url}/profiles/${id}\n`)
  }
  const [before, after] = profiles
  if (counts === '2' && before && after) streams.stdout.write(`${url}/profiles/${after.id}?baseline=${before.id}\n`)
  if (sameAs)
    streams.stderr.write(
      `${escapeControls(file)}: stored again, the library had these samples already: ${escapeControls(datedHeadline(sameAs))}  ${url}/profiles/${sameAs.id}\n`,
    )
  for (const warning of warnings)
    streams.stderr.write(`${escapeControls(file)}: ${escapeControls(formatWarning(warning))}\n`)
}

/** Opens a file; `-` is the standard input. Throws: Problem `path-unreadable`. */
function open(file: string, { stdin }: CommandStreams): ReadableStream<Uint8Array> {
  if (file === '-') return streamOf(stdin)
  return streamOf(openFile(file))
}

function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>
}
