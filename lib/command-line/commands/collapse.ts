/** `hearth collapse`: the text of `perf script` to folded stacks, on a pipe or from a file. */
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Problem } from '../../errors.ts'
import type { CommandStreams } from '../streams.ts'
import { readPerfScript } from '../../formats/perf/perf-script.ts'
import { collapsePerf } from '../../formats/perf/stackcollapse-perf.ts'
import { writeFolded } from '../../formats/folded/write-folded.ts'
import { inUtf8 } from '../../formats/reading/utf8.ts'
import { createDemangler } from '../../parser/demangle.ts'

export const collapseUsage = `hearth collapse [options] [FILE]

Folds the text of \`perf script\` (FILE, or standard input) into lines "stack count".

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
  inline: { type: 'boolean' },
  context: { type: 'boolean' },
  'event-filter': { type: 'string' },
} as const

/** Gives the exit code. Throws: Problem `invalid-request`, `not-found`. */
export async function collapse(args: readonly string[], streams: CommandStreams): Promise<number> {
  const { values, positionals } = readArguments(args)
  if (values.inline === true || values.context === true)
    throw invalid(
      '--inline runs addr2line on files the recording names, which is not safe; perf script can do it itself',
    )
  if (positionals.length > 1) throw invalid('more than one file')
  const only = ['pid', 'tid', 'addrs', 'srcline', 'event-filter'] as const
  const misplaced = only.find((name) => values[name] !== undefined)
  if (values.compat !== true && misplaced !== undefined) throw invalid(`--${misplaced} needs --compat`)
  const input = openInput(positionals[0], streams)
  return values.compat === true ? collapseCompatibly(input, values, streams) : collapseOwn(input, values, streams)
}

type Values = ReturnType<typeof readArguments>['values']

async function collapseCompatibly(
  input: AsyncIterable<Uint8Array>,
  values: Values,
  { stdout, stderr }: CommandStreams,
): Promise<number> {
  const { lines, unrecognised, isFiltered, hasPeriods } = await collapsePerf(input, {
    ...values,
    ...(values['event-filter'] === undefined ? {} : { eventFilter: values['event-filter'] }),
  })
  for (const line of lines) stdout.write(Buffer.from(`${line}\n`, 'latin1'))
  if (unrecognised.count > 0)
    stderr.write(`${unrecognised.count} lines not recognised, the first is line ${unrecognised.firstLine}\n`)
  if (hasPeriods)
    stderr.write('Counts are sums of the periods that perf printed, as stackcollapse-perf.pl makes them.\n')
  if (isFiltered && values['event-filter'] === undefined)
    stderr.write('Only the first event is counted; choose another with --event-filter.\n')
  return 0
}

async function collapseOwn(
  input: AsyncIterable<Uint8Array>,
  { all, kernel, jit, threads }: Values,
  { stdout, stderr }: CommandStreams,
): Promise<number> {
  const { profile, warnings } = await readPerfScript(inUtf8(input), { demangle: createDemangler() })
  const annotate = all === true || kernel === true || jit === true
  for (const line of writeFolded(profile, { annotate, threads: threads === true })) stdout.write(line)
  if (profile.unit !== 'samples') stderr.write(`Counts are ${profile.unit}: the periods of the samples differ.\n`)
  for (const { text, count, line } of warnings)
    stderr.write(`${text} (${count}${line === undefined ? '' : `, first in line ${line}`})\n`)
  return 0
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true })
  } catch (error) {
    throw new Problem('invalid-request', { what: (error as Error).message.split('\n')[0]! }, { cause: error })
  }
}

/** The same bytes are filled again for each part of a file: who reads takes from them what it keeps. */
async function* openInput(file: string | undefined, { stdin }: CommandStreams): AsyncGenerator<Uint8Array> {
  if (file === undefined || file === '-') {
    yield* stdin
    return
  }
  try {
    await using handle = await open(file)
    const part = new Uint8Array(2 ** 20)
    for (;;) {
      const { bytesRead } = await handle.read(part)
      if (bytesRead === 0) return
      yield part.subarray(0, bytesRead)
    }
  } catch (error) {
    throw new Problem('not-found', { what: `readable file ${file}` }, { cause: error })
  }
}

function invalid(what: string): Problem {
  return new Problem('invalid-request', { what })
}
