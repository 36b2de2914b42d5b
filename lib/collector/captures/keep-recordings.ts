/** Ends recordings early and keeps them, before their collector stops. */
import { setTimeout as delay } from 'node:timers/promises'
import { isFinal } from '../../contract/capture-state.ts'
import type { Job } from './job.ts'
import type { JobTable } from './job-table.ts'

/** A long recording of perf is read for seconds where the processors are busy. */
const longestKeepMs = 10_000
/** What was announced last is on its way to those who follow when the connection is closed. */
const lastEventMs = 100

/**
 * Saves what is recorded, as a person does who stops and keeps it, and resolves when it is on disk, and taken where it
 * is followed; after ten seconds, or when `hurry` aborts, also with some left. What does not record yet has nothing to
 * keep, and stays as it is. `isFollowed`: whether profiles are taken now; else they wait on disk for the next start.
 */
export async function keepRecordings(
  jobs: Pick<JobTable, 'all' | 'onChange'>,
  isFollowed: () => boolean,
  hurry: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([hurry, AbortSignal.timeout(longestKeepMs)])
  const saved = new Set<Job>()

  function isKept({ capture: { state } }: Job): boolean {
    return isFinal(state) || (state === 'saving' && !isFollowed())
  }

  function saveAll(): boolean {
    for (const job of jobs.all()) {
      if (job.capture.state !== 'recording' && job.capture.state !== 'symbolising') continue
      saved.add(job)
      job.save.abort()
    }
    return [...saved].every(isKept)
  }

  if (saveAll()) return
  await new Promise<void>((resolve) => {
    const removeListener = jobs.onChange(() => saveAll() && end())
    signal.addEventListener('abort', end)
    function end(): void {
      removeListener()
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
  if (!signal.aborted) await delay(lastEventMs)
}
