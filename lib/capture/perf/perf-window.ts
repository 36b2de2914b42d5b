/** Which stretch of time a recording is to show, and in which pieces perf writes it. */
import type { CaptureRequest } from '../../contract/capture.ts'
import { longestRecorderSeconds } from '../../contract/constants.ts'

/** Length of the pieces in which perf writes the window of a flight recorder, by how long that is. */
const pieceSeconds = { least: 5, most: 60 } as const
/** Pieces of that window, where their length permits. */
const piecesOfWindow = 6

export interface PerfWindow {
  /** A flight recorder keeps this much of the end; null: everything. */
  readonly keptSeconds: number | null
  /** How long it runs at most. */
  readonly seconds: number
  readonly ring: { readonly seconds: number; readonly files: number } | null
}

/**
 * perf describes all processes of the host anew in each file: measured on 2 CPUs with 350 threads, pieces of 10 s cost
 * 1.2% of one CPU in all, pieces of 2 s 3.2%, no pieces 0.6%. perf's own ring in memory (--overwrite) costs as little
 * as that, but keeps bytes and not seconds, and shows nothing before it is dumped.
 */
export function perfWindow({ mode, seconds }: Pick<CaptureRequest, 'mode' | 'seconds'>): PerfWindow {
  if (mode === 'timed') return { keptSeconds: null, seconds, ring: null }
  const fileSeconds = Math.max(pieceSeconds.least, Math.min(pieceSeconds.most, Math.ceil(seconds / piecesOfWindow)))
  // One file more than the window needs: the oldest is removed when a new one begins.
  const files = Math.ceil(seconds / fileSeconds) + 1
  return { keptSeconds: seconds, seconds: longestRecorderSeconds, ring: { seconds: fileSeconds, files } }
}
