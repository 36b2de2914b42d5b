/** `hearth capture`: profiles one JVM and writes its stacks as folded text. */
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { type CollectorClient } from '../collector/client.ts'
import { type Capture, captureRequestSchema, type Target } from '../contract.ts'
import { Problem, problemFromData } from '../errors.ts'
import { writeFolded } from '../formats/write-folded.ts'
import { decodeProfile } from '../profile/encode.ts'
import { type CommandStreams } from './collapse.ts'
import { findTarget } from './find-target.ts'
import { plainText } from './plain-text.ts'

export const captureUsage = `hearth capture [options] JVM

Profiles a JVM, named by its container, id, main class or PID as \`hearth list\` shows them, and writes folded stacks.

  --seconds=N     how long, 30 if not given
  --hz=N          samples per second and CPU, 99 if not given
  --output=FILE   where to, standard output if not given
  --annotate      mark frames: _[j] Java, _[k] kernel ...
  --threads       put the thread first
`

const flags = {
  seconds: { type: 'string' },
  hz: { type: 'string' },
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
  const request = readRequest(target, values)
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
  const profile = decodeProfile(await readAll(await collector.fetchArtefact(ended.id)))
  if (isOwn) await collector.call('reapCapture', { captureId: ended.id, profileId: ended.id })
  for (const { text } of profile.provenance.warnings) streams.stderr.write(`${plainText(text)}\n`)
  const lines = writeFolded(profile, { annotate: values.annotate ?? false, threads: values.threads ?? false })
  if (values.output === undefined) {
    for (const line of lines) streams.stdout.write(line)
  } else {
    fs.writeFileSync(values.output, [...lines].join(''))
    streams.stderr.write(`${ended.samples} samples written to ${values.output}\n`)
  }
  return 0
}

/** Throws: Problem `invalid-request`. */
function readRequest(target: Target, { seconds, hz }: { seconds?: string | undefined; hz?: string | undefined }) {
  const { data, error } = captureRequestSchema.safeParse({
    targetId: target.id,
    ...(seconds === undefined ? {} : { seconds: Number(seconds) }),
    ...(hz === undefined ? {} : { frequencyHz: Number(hz) }),
  })
  if (data) return data
  const what = error.issues.map(
    ({ path, message }) => `${path[0] === 'frequencyHz' ? '--hz' : '--seconds'}: ${message}`,
  )
  throw new Problem('invalid-request', { what: what.join('; ') })
}

/** Tells each step, until there is a profile or never will be. */
async function follow(collector: CollectorClient, started: Capture, { stderr }: CommandStreams): Promise<Capture> {
  const watching = new AbortController()
  let told = ''
  try {
    for await (const event of collector.watch(watching.signal)) {
      const captures = event.type === 'snapshot' ? event.captures : event.type === 'capture' ? [event.capture] : []
      const capture = captures.find(({ id }) => id === started.id)
      if (capture === undefined) continue
      const text = describe(capture)
      if (text !== told) stderr.write(`${text}\n`)
      told = text
      if (capture.artefact ?? (capture.problem || capture.state === 'cancelled' || capture.state === 'done'))
        return capture
    }
  } finally {
    watching.abort()
  }
  throw new Error('the collector ended its events')
}

function describe({ state, target, secondsLeft, partial }: Capture): string {
  const name = plainText(target.containerName ?? target.mainClass)
  if (state === 'recording' && secondsLeft !== null) return `${name}: recording, ${secondsLeft} s left`
  return `${name}: ${state}${partial === null ? '' : ` (${plainText(partial)})`}`
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
