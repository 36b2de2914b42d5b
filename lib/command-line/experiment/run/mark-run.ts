/** When and why a run of an experiment is left out of conclusions: each mark leaves it out. */
import type { ComposeContainer } from '../../../host/docker/compose-project.ts'
import type { RunDraft } from './run-context.ts'
import { formatShare } from '../../../profile/format/units.ts'
import { RunFailed } from './run-failed.ts'

/** Keeps why it failed in the record, and gives null then. */
export async function markFailure<Value>(
  record: RunDraft,
  signal: AbortSignal,
  act: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await act()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof RunFailed)) throw error
    record.marks.push({ mark: error.mark, reason: error.message })
    return null
  }
}

/** Leaves a run of an experiment out, of which more than `mostPercent` of the requests failed. */
export function markErrors({ load, marks }: RunDraft, mostPercent: number): void {
  if (load === null) return
  const percent = load.requests === 0 ? 100 : (load.errors / load.requests) * 100
  if (percent <= mostPercent) return
  const reason = `${load.errors} of ${load.requests} requests failed, more than ${mostPercent}%`
  marks.push({ mark: 'too-many-errors', reason })
}

/** Leaves a run of an experiment out, in which other programs took more than `mostPercent` of the CPU of the host. */
export function markBusy({ disturbance, marks }: RunDraft, mostPercent: number): void {
  const share = disturbance?.otherShare ?? 0
  if (share * 100 <= mostPercent) return
  const reason = `other programs took ${formatShare(share)} of the CPU time of the host, more than ${mostPercent}%`
  marks.push({ mark: 'host-busy', reason })
}

/** Leaves a run of an experiment out whose load ended before its capture or its warm-up. */
export function markTooShort({ times: { loadEndedAt, captureEndedAt }, profiles, marks }: RunDraft): void {
  if (loadEndedAt === null) return
  if (captureEndedAt !== null && captureEndedAt > loadEndedAt)
    marks.push({ mark: 'load-ended-early', reason: 'the load ended before the capture' })
  else if (profiles.length === 0 && marks.length === 0)
    marks.push({ mark: 'load-ended-early', reason: 'the load ended before the warm-up' })
}

/** Leaves a run of an experiment out in which a container ended, was restarted or removed between two lists of them. */
export function markDead(
  { marks }: RunDraft,
  atStart: readonly ComposeContainer[],
  atEnd: readonly ComposeContainer[],
): void {
  for (const { id, name, restarts } of atStart) {
    const now = atEnd.find((one) => one.id === id)
    if (now?.isRunning === true && now.restarts === restarts) continue
    const how = now === undefined ? 'was removed' : `ended with exit code ${now.exitCode}`
    marks.push({ mark: 'container-died', reason: `${name} ${how} under load` })
  }
}
