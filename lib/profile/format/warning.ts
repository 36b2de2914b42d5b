import { capitalise } from './capitalise.ts'
import type { ProfileWarning } from '../model/profile.ts'
import { formatCount, formatShare } from './units.ts'

/**
 * A warning of a reader with its count and line: `Lines could not be read and were skipped. 3 times, first in line 17.`
 */
export function formatWarning(warning: {
  readonly text: string
  readonly count: number
  readonly line?: number
}): string {
  const { text, count, line } = warning
  const times = count === 1 ? [] : [`${formatCount(count)} times`]
  const lines = line === undefined ? [] : [count === 1 ? `in line ${line}` : `first in line ${line}`]
  const where = [...times, ...lines].join(', ')
  return where === '' ? text : `${text} ${capitalise(where)}.`
}

/** From this share on, the profiler's own work changes the other shares visibly. */
const minWarnedShare = 0.03

/** Gives the warning of the profiler's own work, of one recording or of several together; `share` from 0 to 1. */
export function warnOfProfilerWork({ share, event }: { share: number; event: string }): readonly ProfileWarning[] {
  // In a graph of the wall clock its threads that sleep weigh as much as any that work.
  if (share < minWarnedShare || event === 'wall') return []
  const text = `${formatShare(share)} of the recording was in the profiler's own code. It is not in the graph.`
  return [{ code: 'profiler-work', text, count: 1 }]
}
