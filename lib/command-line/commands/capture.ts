/** `hearth capture`: profiles one JVM and writes its stacks as folded text. */
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { isProblem } from '../../errors.ts'
import { writeFoldedFile } from '../../formats/folded/write-folded.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { countSamples } from '../../profile/model/stack-weights.ts'
import { captureFlags, readCaptureOptions, requestUsage } from '../capture-request.ts'
import type { CommandStreams } from '../streams.ts'
import type { OpenCollector } from '../open-collector.ts'
import { failIfUsage } from '../dashboard/fail-if.ts'
import { readJvmName } from '../argument-problem.ts'
import { namesPod, podFlags } from '../find-pod.ts'
import { findTarget } from '../find-target.ts'
import { captureLocally, type LocalCaptureOptions } from '../local-capture.ts'
import { assertWritable, translateWriteError } from '../paths.ts'
import { usualCaptureSeconds } from '../../contract/capture.ts'
import { getEventLabel } from '../../contract/engines.ts'
import { escapeControls, escapeControlsInLines } from '../plain-text.ts'
import { fileFor, warnOfName } from '../stacks-file.ts'
import { formatWeight } from '../../profile/format/weight.ts'

export const captureUsage = `hearth capture [options] JVM|pod/NAME|WORKLOAD/NAME

Profiles a JVM, named by its container, id, main class or PID as \`hearth list\` shows them, and writes folded stacks. Where a
dashboard runs on this host, its library keeps the profile too.

${requestUsage(usualCaptureSeconds)}
  -o, --output=FILE where to, standard output if not given; with several events each gets its name put before the ending:
                    shop.folded becomes shop.cpu.folded and shop.alloc.folded, which \`hearth import\` then takes for these
  --annotate        mark frames: _[j] Java, _[k] kernel ...
  --threads         put the thread first; not with an option below, HEARTH_URL or a pod

A container of a Kubernetes pod, named as for kubectl (pod/NAME, deploy/NAME, sts/NAME ...), is captured by the dashboard that HEARTH_URL
names, or by the one on this host. Of a workload it is the newest pod that is ready.
  -n, --namespace=NAME  needed where the name is in several namespaces
  -c, --container=NAME  needed where the pod has several containers
  --context=CLUSTER     needed where the name is in several clusters
  --replicas=N          so many pods of the workload at the same moment, a profile each; --json then gives captures

With HEARTH_URL and HEARTH_TOKEN set, the dashboard there captures, and keeps the profiles. Without them the one on this host does, of a
pod and with one of these options:
  --compare-to=WHAT  last-deploy (the newest profile of the service from before its image changed), or a profile's id or link:
                    the functions that differ significantly go to standard output instead of the stacks
${failIfUsage}
  --allow-no-baseline  the first deploy of all is no failure: exit code 0 when there is nothing to compare with
  --json            capture, profiles and comparisons for programs, on standard output

Exit codes: 0 all is well, 1 it failed or a --fail-if cannot be decided, 2 the command is wrong, 3 a --fail-if came true, 130 cancelled.

Ctrl-C cancels, unless another person began the same capture before, which is then followed; a second way to end early is \`hearth save\`, which keeps what there is.
`

const captureOptions = {
  ...captureFlags,
  ...podFlags,
  output: { type: 'string', short: 'o' },
  annotate: { type: 'boolean' },
  threads: { type: 'boolean' },
  'compare-to': { type: 'string' },
  'fail-if': { type: 'string', multiple: true },
  'allow-no-baseline': { type: 'boolean' },
  json: { type: 'boolean' },
} as const
export const readCaptureArguments = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: captureOptions, allowPositionals: true })

/** Options that only a dashboard can answer, since it has the other profiles. */
const dashboardOptions = ['compare-to', 'fail-if', 'allow-no-baseline', 'json'] as const

/**
 * Gives whether the arguments ask for what only a dashboard can do: they name a pod, or have one of `dashboardOptions`.
 */
export function needsDashboard(args: readonly string[]): boolean {
  const { values, positionals } = readCaptureArguments(args)
  return namesPod(positionals[0], values) || dashboardOptions.some((name) => values[name] !== undefined)
}

/** Gives the exit code. `signal` cancels the capture, unless another person began it. Throws: Problem. */
export async function capture(
  args: readonly string[],
  open: Pick<OpenCollector, 'collector' | 'isOwn' | 'linkTo'>,
  streams: CommandStreams,
  signal: AbortSignal,
): Promise<number> {
  const { collector, isOwn, linkTo } = open
  const { values, positionals } = readCaptureArguments(args)
  const name = readJvmName(positionals, captureUsage)
  const options = readCaptureOptions(values)
  const target = findTarget(await collector.call('listTargets', {}), name)
  if (values.output !== undefined) assertWritable(values.output)
  const request = { ...options, targetId: target.id }
  let isWritten = true
  const keep: LocalCaptureOptions['keep'] = (event, bytes, events) => {
    const profile = decodeProfile(bytes)
    const prefix = events.length > 1 ? `${getEventLabel(event)}: ` : ''
    for (const { text } of profile.provenance.warnings) streams.stderr.write(`${prefix}${escapeControls(text)}\n`)
    const file = fileFor(values.output, events.length > 1 && event)
    const lines = writeFoldedFile(profile, { annotate: values.annotate ?? false, threads: values.threads ?? false })
    const isThisWritten = write(lines, file, profile, streams)
    isWritten &&= isThisWritten
    if (file !== undefined && isThisWritten) warnOfName(file, event, profile.unit, streams.stderr)
  }
  const ended = await captureLocally(request, open, { streams, signal, keep })
  // It was cancelled, or is another person's and no longer followed: captureLocally has said which.
  if (ended === null) return 130
  if (!isOwn) streams.stderr.write(`See it at ${linkTo(ended)}\n`)
  return isWritten ? 0 : 1
}

/**
 * Whether the stacks reached `file`, which they replace where it exists, or standard output where that is undefined.
 * Stacks that cannot be written to their file go to standard output, since the recording cannot be repeated.
 */
function write(
  lines: Iterable<string>,
  file: string | undefined,
  profile: Profile,
  { stdout, stderr }: CommandStreams,
): boolean {
  const text = [...lines].join('')
  try {
    if (file === undefined) stdout.write(text)
    else {
      fs.writeFileSync(file, text)
      stderr.write(`${formatWeight(countSamples(profile), 'samples')} written to ${file}\n`)
    }
    return true
  } catch (error) {
    const problem = translateWriteError(error, file!)
    if (!isProblem(problem)) throw error
    stderr.write(`hearth: ${escapeControlsInLines(problem.message)} The stacks are on standard output.\n`)
    stdout.write(text)
    return false
  }
}
