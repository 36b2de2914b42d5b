/** `hearth record`: starts a flight recorder, which keeps the last seconds until they are saved. */
import { parseArgs } from 'node:util'
import { captureRequestSchema } from '../../contract/capture.ts'
import { isIdBeginning, leastIdDigits } from '../../contract/ids.ts'
import { commandLineName } from '../../contract/constants.ts'
import { Problem } from '../../errors.ts'
import type { CommandStreams } from '../streams.ts'
import { readJvmName } from '../argument-problem.ts'
import { readCaptureOptions } from '../capture-request.ts'
import { findTarget, isCalled, describeCandidates } from '../find-target.ts'
import type { OpenCollector } from '../open-collector.ts'
import { escapeControls } from '../plain-text.ts'
import { isOwnCapture } from '../shared-capture.ts'

/** `hearth save`: ends a capture now and keeps what it has; a flight recorder goes on. */
export const saveUsage = `hearth save JVM

Ends the capture of a JVM now and keeps what it has. A flight recorder gives its last seconds and goes on.
JVM is any name of it that pages and hearth list show, or the capture's id, ${leastIdDigits} digits or more from its beginning.
`

const endable = ['queued', 'checking', 'recording']

/** Gives the exit code. Throws: Problem. */
export async function save(
  args: readonly string[],
  { collector, linkTo }: Pick<OpenCollector, 'collector' | 'linkTo'>,
  { stdout }: CommandStreams,
): Promise<number> {
  const name = readJvmName(args, saveUsage)
  const all = (await collector.call('listCaptures', {})).filter(({ state }) => endable.includes(state))
  const called = all.filter(({ id, target }) => id === name || isCalled(target, name))
  const running = called.length > 0 ? called : all.filter(({ id }) => isIdBeginning(name, id))
  if (running.length === 0) {
    const target = findTarget(await collector.call('listTargets', {}), name)
    throw new Problem('nothing-to-save', { jvm: escapeControls(target.container?.name ?? target.jvm.mainClass) })
  }
  if (running.length > 1) {
    const ids = describeCandidates(running.map(({ id, target, requestedBy }) => ({ ...target, id, requestedBy })))
    throw new Problem('invalid-request', { what: `${running.length} captures fit, use an id: ${ids}` })
  }
  const saved = await collector.call('saveCapture', { captureId: running[0]!.id, endedBy: commandLineName })
  const who = escapeControls(saved.target.containerName ?? saved.target.mainClass)
  const begun = saved.requestedBy === commandLineName ? '' : `, which ${escapeControls(saved.requestedBy)} began`
  stdout.write(`${who}: saving the recording${begun}. It will be at ${linkTo(saved)}\n`)
  return 0
}

/** Seconds that a flight recorder keeps where --seconds is not given. */
const usualRecordSeconds = '60'

export const recordUsage = `hearth record [--seconds=N] JVM

Starts a flight recorder: perf keeps the last N seconds (${usualRecordSeconds} if not given) until \`hearth save JVM\`, for a day at most.
Needs a dashboard that runs, which holds the recording.
`

/** Gives the exit code. Throws: Problem. */
export async function record(
  args: readonly string[],
  { collector, isOwn, linkTo }: Pick<OpenCollector, 'collector' | 'isOwn' | 'linkTo'>,
  { stdout, stderr }: CommandStreams,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { seconds: { type: 'string', default: usualRecordSeconds } },
    allowPositionals: true,
  })
  const jvm = readJvmName(positionals, recordUsage)
  const { seconds } = readCaptureOptions(values)
  if (isOwn) throw new Problem('invalid-request', { what: 'no dashboard runs here: start one with npm start' })
  const target = findTarget(await collector.call('listTargets', {}), jvm)
  const request = captureRequestSchema.parse({ targetId: target.id, mode: 'flight-recorder', seconds })
  const started = await collector.call('startCapture', { ...request, requestedBy: commandLineName })
  // Throws where something else is recorded, and says so where another person began the same.
  isOwnCapture(started, request, { stderr })
  const name = escapeControls(target.container?.name ?? target.jvm.mainClass)
  stdout.write(
    `Keeping the last ${seconds} s of ${name}. To have them: hearth save ${jvm}\nSee it at ${linkTo(started)}\n`,
  )
  return 0
}
