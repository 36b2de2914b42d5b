/** `hearth top`: the hottest methods now, while a capture runs. */
import { parseArgs } from 'node:util'
import type { CollectorClient } from '../../collector/client/client.ts'
import { commandLineName } from '../../contract/constants.ts'
import type { Capture } from '../../contract/capture.ts'
import { isProblem, Problem, problemFromData } from '../../errors.ts'
import { readAll } from '../../formats/reading/byte-stream.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { rankTopMethods } from '../../profile/tree/top-methods.ts'
import { captureFlags, readCaptureOptions, requestUsage } from '../capture-request.ts'
import { type CommandStreams, readerLeft } from '../streams.ts'
import { readJvmName } from '../argument-problem.ts'
import { findTarget } from '../find-target.ts'
import { cancelAtEnd, describeCapture, followCapture } from '../follow-capture.ts'
import { formatTable } from '../plain-text.ts'
import { describeStop, isOwnCapture, warnOfNotRemoved } from '../shared-capture.ts'
import { formatShare } from '../../profile/format/units.ts'

/** Seconds that `hearth top` records where --seconds is not given. */
const usualSeconds = 600
/** Methods that `hearth top` shows where --rows is not given. */
const usualMethods = 20

export const topUsage = `hearth top [options] JVM

Shows the hottest methods of a JVM since the last look and in all, until the capture ends or Ctrl-C. Keeps nothing,
unless another person began the same capture before: that one is shown, and goes on.

${requestUsage(usualSeconds)}
  --rows=N          how many methods, ${usualMethods} if not given
`

const flags = { ...captureFlags, rows: { type: 'string' } } as const
/** Moves the cursor home and clears what is below it, so that a terminal shows one table and not a roll of them. */
const repaint = '\u001b[H\u001b[J'

/** Gives the exit code; `signal` ends it. Throws: Problem. */
export async function top(
  args: readonly string[],
  collector: CollectorClient,
  streams: CommandStreams & { readonly isTerminal: boolean },
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
  const name = readJvmName(positionals, topUsage)
  const rows = Number(values.rows ?? usualMethods)
  if (!Number.isInteger(rows) || rows < 1)
    throw new Problem('invalid-request', { what: '--rows must be a whole number from 1' })
  const options = readCaptureOptions({ seconds: String(usualSeconds), ...values })
  const target = findTarget(await collector.call('listTargets', {}), name)
  const request = { ...options, targetId: target.id }
  const started = await collector.call('startCapture', { ...request, requestedBy: commandLineName })
  const ours = isOwnCapture(started, request, streams)
  const done = new AbortController() // its profile is not wanted
  if (ours) cancelAtEnd(collector, started.id, AbortSignal.any([signal, done.signal]))

  let before: Profile | null = null
  /** Number of the snapshot that was shown last (`Capture.live`, 0 before the first). */
  let shown = 0
  // Ours is cancelled by the signal, and followed until it has ended.
  for await (const capture of followCapture(collector, started, ours ? undefined : signal)) {
    warnOfNotRemoved(capture, streams.stderr)
    if (capture.problem !== null) throw problemFromData(capture.problem)
    if (capture.state === 'cancelled' && !signal.aborted) streams.stderr.write(`${describeStop(capture, signal)}\n`)
    if (capture.live === shown) continue
    const snapshot = await fetchLive(collector, capture)
    if (snapshot === null) continue
    const table = tableOf(snapshot, before, rows)
    streams.stdout.write(`${streams.isTerminal ? repaint : ''}${describeCapture(capture)}\n\n${table}\n`)
    before = snapshot
    shown = capture.live
  }
  done.abort()
  return signal.aborted && signal.reason !== readerLeft ? 130 : 0
}

/** Gives the newest snapshot; null where the capture has ended meanwhile, and its snapshots with it. */
async function fetchLive(collector: CollectorClient, { id }: Capture): Promise<Profile | null> {
  try {
    return decodeProfile(await readAll(await collector.fetchLive(id), Infinity))
  } catch (error) {
    if (isProblem(error) && error.code === 'not-found') return null
    throw error
  }
}

function tableOf(snapshot: Profile, before: Profile | null, rows: number): string {
  const percent = (share: number) => formatShare(share).padStart(6)
  const methods = rankTopMethods(snapshot, before, rows)
  return formatTable([
    ['    NOW', '    ALL', 'METHOD'],
    ...methods.map(({ now, all, name, kind }) => [
      percent(now),
      percent(all),
      kind === 'java' ? name : `${name} (${kind})`,
    ]),
  ])
}
