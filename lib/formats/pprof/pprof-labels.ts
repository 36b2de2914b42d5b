/**
 * What labels of a pprof sample say here: thread, time, and what our own export adds so that nothing is lost.
 *
 *     thread         name                    also `thread name`, `thread_name`, `comm`
 *     thread_id      number                  also `thread id`, `tid`
 *     time           ns since the start      ours; Datadog's `end_timestamp_ns` counts from 1970
 *     hearth.time    the same in ms, as the bits of a double, where ns are not exact
 *     hearth.weight  the weight, as the bits of a double, where it is no int64
 *     hearth.tiers   a digit for each frame, leaf first: index into compileTiers
 */
import type { Label, PprofFile } from './pprof-file.ts'

export interface SampleFacts {
  readonly thread: string
  readonly hostTid: number
  /** NaN when no label tells. */
  readonly timeMs: number
  readonly weight: number | null
  readonly tiers: string
}

const threadNames = new Set(['thread', 'thread name', 'thread_name', 'comm'])
const threadIds = new Set(['thread_id', 'thread id', 'tid'])

export function readLabels({ strings, timeNanos }: PprofFile, labels: readonly Label[]): SampleFacts {
  let thread = ''
  let hostTid = 0
  let timeMs = Number.NaN
  let weight: number | null = null
  let tiers = ''
  let hasExactTime = false
  for (const { key, str, num, double } of labels) {
    const name = strings[key] ?? ''
    const text = strings[str] ?? ''
    if (threadNames.has(name)) thread = text
    else if (threadIds.has(name)) hostTid = idOf(text, num)
    else if (name === 'time' && !hasExactTime) timeMs = num / 1e6
    else if (name === 'end_timestamp_ns') timeMs = (num - timeNanos) / 1e6
    else if (name === 'hearth.time') {
      timeMs = Number.isFinite(double) ? double : Number.NaN
      hasExactTime = true
    } else if (name === 'hearth.weight') weight = double
    else if (name === 'hearth.tiers') tiers = text
  }
  return { thread, hostTid, timeMs, weight, tiers }
}

function idOf(text: string, num: number): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : num
  return id > 0 && id < 2 ** 32 ? id : 0
}
