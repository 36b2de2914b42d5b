/** `hearth collapse`: the text of `perf script` to folded stacks, on a pipe or from a file. */
import { invalidArguments } from '../argument-problem.ts'
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { translatePathError } from '../paths.ts'
import { type CommandStreams, writeAndWait } from '../streams.ts'
import type { Detected } from '../../formats/detect.ts'
import { collapsePerf } from '../../formats/perf/stackcollapse-perf.ts'
import { peek } from '../../formats/reading/byte-stream.ts'
import { readFileStart, startBytes } from '../../formats/reading/file-start.ts'
import { inUtf8 } from '../../formats/reading/utf8.ts'
import { formatWarning } from '../../profile/format/warning.ts'
import { formatTitles } from '../../profile/model/format-ids.ts'
import { formatCountOf } from '../../profile/format/units.ts'

export const collapseUsage = `hearth collapse [options] [FILE]

Folds the text of \`perf script\` (FILE, or standard input) into lines "stack count". Folded stacks pass as they are; those of
\`uniq -c\`, which have the count in front, get it at the end. Anything else is refused, an empty input too.

  --all, --kernel, --jit  annotate: _[k] kernel, _[j] compiled Java, _[i] inlined
  --threads               put the thread first
  --compat                print what stackcollapse-perf.pl prints, line for line; then also:
    --pid, --tid          add the PID, or PID and TID, to the process name
    --addrs               show addresses where there is no symbol
    --srcline             the text has places in the source, \`perf script -F+srcline\`
    --event-filter=EVENT  count this event, not the first one met
`

const flags = {
  all: { type: 'boolean' },
  kernel: { type: 'boolean' },
  jit: { type: 'boolean' },
  threads: { type: 'boolean' },
  compat: { type: 'boolean' },
  pid: { type: 'boolean' },
  tid: { type: 'boolean' },
  addrs: { type: 'boolean' },
  srcline: { type: 'boolean' },
  // Options of stackcollapse-perf.pl that are refused, with the reason.
  inline: { type: 'boolean' },
  context: { type: 'boolean' },
  'event-filter': { type: 'string' },
} as const

/** Lines in one write: a write for each line costs more than making the line. */
const linesAtOnce = 256

/** Gives the exit code. Throws: Problem `invalid-request`, `path-unreadable`; the reason of `signal`. */
export async function collapse(args: readonly string[], streams: CommandStreams, signal: AbortSignal): Promise<number> {
  const { values, positionals } = readArguments(args)
  if (values.inline === true || values.context === true)
    throw invalidArguments(
      '--inline and --context run addr2line on files the recording names, which is not safe; perf script can do it itself',
    )
  if (positionals.length > 1) throw invalidArguments('more than one file')
  const only = ['pid', 'tid', 'addrs', 'srcline', 'event-filter'] as const
  const misplaced = only.find((name) => values[name] !== undefined)
  if (values.compat !== true && misplaced !== undefined) throw invalidArguments(`--${misplaced} needs --compat`)
  const input = openInput(positionals[0], streams)
  const output = { stdout: streams.stdout, stderr: streams.stderr, signal }
  return values.compat === true
    ? collapseCompatibly(input, values, output)
    : collapseOwn(input, positionals[0] ?? 'the input', values, output)
}

interface CollapseOutput extends Pick<CommandStreams, 'stdout' | 'stderr'> {
  /** Ends what is written. */
  readonly signal: AbortSignal
}
type Values = ReturnType<typeof readArguments>['values']

async function collapseCompatibly(
  input: AsyncIterable<Uint8Array>,
  values: Values,
  { stdout, stderr, signal }: CollapseOutput,
): Promise<number> {
  const { lines, unrecognised, isFiltered, hasPeriods } = await collapsePerf(input, {
    ...values,
    ...(values['event-filter'] === undefined ? {} : { eventFilter: values['event-filter'] }),
  })
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const text = lines.slice(from, from + linesAtOnce).join('\n')
    await writeAndWait(stdout, Buffer.from(`${text}\n`, 'latin1'), signal)
  }
  if (unrecognised.count > 0)
    stderr.write(
      `${formatCountOf(unrecognised.count, 'line')} not recognised, the first is line ${unrecognised.firstLine}\n`,
    )
  if (hasPeriods)
    stderr.write('Counts are sums of the periods that perf printed, as stackcollapse-perf.pl makes them.\n')
  if (isFiltered && values['event-filter'] === undefined)
    stderr.write('Only the first event is counted; choose another with --event-filter.\n')
  return 0
}

async function collapseOwn(
  input: AsyncIterable<Uint8Array>,
  name: string,
  { all, kernel, jit, threads }: Values,
  { stdout, stderr, signal }: CollapseOutput,
): Promise<number> {
  const { head, all: text } = await peek(inUtf8(input), startBytes)
  const { detectFormat } = await import('../../formats/detect.ts')
  const detected = detectFormat(head)
  const { hasCountsInFront, readFolded } = await import('../../formats/folded/folded.ts')
  const { writeFolded } = await import('../../formats/folded/write-folded.ts')
  const annotate = all === true || kernel === true || jit === true
  if (detected.format === 'folded' && hasCountsInFront(readFileStart(head))) {
    const { profile } = await readFolded(text)
    for (const line of writeFolded(profile, { annotate, threads: true })) stdout.write(line)
    stderr.write('These are folded stacks with their counts in front: the counts stand at the end now.\n')
    return 0
  }
  if (detected.format === 'folded') {
    // Copied, since `openInput` reads the next part into the same buffer.
    for await (const part of text) await writeAndWait(stdout, Buffer.from(part), signal)
    stderr.write('These are folded stacks already: passed through as they are.\n')
    return 0
  }
  if (detected.format !== 'perf-script') throw invalidArguments(`${name}: ${whyNotPerfScript(head, detected)}`)
  const { readPerfScript } = await import('../../formats/perf/perf-script.ts')
  const { createDemangler } = await import('../../parser/demangle.ts')
  const { profile, warnings } = await readPerfScript(text, { demangle: createDemangler() })
  for (const line of writeFolded(profile, { annotate, threads: threads === true })) stdout.write(line)
  if (profile.unit !== 'samples') stderr.write(`Counts are ${profile.unit}: the periods of the samples differ.\n`)
  for (const warning of warnings) stderr.write(`${formatWarning(warning)}\n`)
  return 0
}

function whyNotPerfScript(head: Uint8Array, detected: Detected): string {
  if (head.length === 0) return 'it is empty: `perf script` writes nothing where perf.data has no samples'
  if (detected.format === null) return `not what \`perf script\` prints, nor folded stacks: ${detected.refusal.hint}`
  return `${formatTitles[detected.format]}, not what \`perf script\` prints: \`hearth import\` reads it`
}

function readArguments(args: readonly string[]) {
  return parseArgs({ args: [...args], options: flags, allowPositionals: true })
}

/** All parts of a file are in one buffer, one after the other: a reader copies what it keeps. */
async function* openInput(file: string | undefined, { stdin }: CommandStreams): AsyncGenerator<Uint8Array> {
  if (file === undefined || file === '-') {
    yield* stdin
    return
  }
  try {
    await using handle = await open(file)
    const part = new Uint8Array(2 ** 20)
    for (let filled = 0; ;) {
      const { bytesRead } = await handle.read(part, filled)
      filled += bytesRead
      if (bytesRead > 0 && filled < part.length) continue
      if (filled > 0) yield part.subarray(0, filled)
      if (bytesRead === 0) return
      filled = 0
    }
  } catch (error) {
    throw translatePathError(error, file)
  }
}
