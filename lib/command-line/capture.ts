/** `hearth capture`: profiles one JVM and writes its stacks as folded text. */
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { type CollectorClient } from '../collector/client.ts'
import { type Capture } from '../contract.ts'
import { Problem, problemFromData } from '../errors.ts'
import { writeFolded } from '../formats/write-folded.ts'
import { decodeProfile } from '../profile/encode.ts'
import { type Profile } from '../profile/profile.ts'
import { captureFlags, readCaptureRequest, requestUsage } from './capture-request.ts'
import { type CommandStreams } from './collapse.ts'
import { findTarget } from './find-target.ts'
import { describeCapture, followCapture } from './follow-capture.ts'
import { plainText } from './plain-text.ts'

export const captureUsage = `hearth capture [options] JVM

Profiles a JVM, named by its container, id, main class or PID as \`hearth list\` shows them, and writes folded stacks.

${requestUsage}
  --output=FILE     where to, standard output if not given; with several events each gets its name put before the ending
  --annotate        mark frames: _[j] Java, _[k] kernel ...
  --threads         put the thread first

Ctrl-C cancels; a second way to end early is \`hearth save\`, which keeps what there is.
`

const flags = {
  ...captureFlags,
  output: { type: 'string', short: 'o' },
  annotate: { type: 'boolean' },
  threads: { type: 'boolean' },
} as const

/** Gives the exit code; `signal` cancels the capture. Throws: Problem. */
export async function capture(
  args: readonly string[],
  { collector, isOwn }: { collector: CollectorClient; isOwn: boolean },
  streams: CommandStreams,
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
  if (positionals.length !== 1) throw new Problem('invalid-request', { what: 'name one JVM' })
  const target = findTarget(await collector.call('listTargets', {}), positionals[0]!)
  const request = readCaptureRequest(target.id, values)
  const started = await collector.call('startCapture', { ...request, requestedBy: 'command line' })
  const cancel = () => void collector.call('cancelCapture', { captureId: started.id }).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()

  const ended = await follow(collector, started, streams)
  if (ended.state === 'cancelled') {
    streams.stderr.write('Cancelled.\n')
    return 130
  }
  if (ended.problem) throw problemFromData(ended.problem)
  for (const { event } of ended.artefacts) {
    const profile = decodeProfile(await readAll(await collector.fetchArtefact(ended.id, event)))
    for (const { text } of profile.provenance.warnings) streams.stderr.write(`${plainText(text)}\n`)
    const lines = writeFolded(profile, { annotate: values.annotate ?? false, threads: values.threads ?? false })
    write(lines, fileFor(event, ended, values.output), profile, streams)
  }
  const profiles = ended.artefacts.map(({ event }) => ({ event, profileId: ended.id }))
  if (isOwn) await collector.call('reapCapture', { captureId: ended.id, profiles })
  return 0
}

function write(lines: Iterable<string>, file: string | undefined, profile: Profile, streams: CommandStreams): void {
  if (file === undefined) {
    for (const line of lines) streams.stdout.write(line)
    return
  }
  fs.writeFileSync(file, [...lines].join(''))
  streams.stderr.write(`${profile.samples.length} samples written to ${file}\n`)
}

/** `shop.folded`, and `shop.alloc.folded` where there are several. */
function fileFor(event: string, { artefacts }: Capture, output: string | undefined): string | undefined {
  if (output === undefined || artefacts.length === 1) return output
  const dot = output.lastIndexOf('.')
  const isEnding = dot > output.lastIndexOf('/') + 1
  return isEnding ? `${output.slice(0, dot)}.${event}${output.slice(dot)}` : `${output}.${event}`
}

/** Tells each step, until there is a profile or never will be. */
async function follow(collector: CollectorClient, started: Capture, { stderr }: CommandStreams): Promise<Capture> {
  let told = ''
  let last = started
  for await (last of followCapture(collector, started.id)) {
    const text = describeCapture(last)
    if (text !== told) stderr.write(`${text}\n`)
    told = text
  }
  return last
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
