/**
 * Corrects the weights of allocation samples of the JDK. Each has all bytes that its thread has allocated since its
 * last sample, in this or an earlier recording: the first one of a thread that is older than the recording has the
 * bytes from before it, too, perhaps those of an hour.
 *
 * Source: jfrObjectAllocationSample.cpp of HotSpot, since JDK 16.
 */
import type { Profile } from '../../profile/model/profile.ts'
import type { ChunkSamples } from './graph.ts'
import type { LinkedSection } from './sections.ts'

/** The samples of one thread that is older than the recording. */
interface Weighed {
  /** Index of the earliest of them. */
  first: number
  samples: number
  sum: number
}

/**
 * Such a first sample then weighs as much as the others of its thread in the mean, nothing where there is no other.
 * Gives how many samples stay as they are since their thread is virtual: the JDK counts by carrier, and does not say by
 * which.
 */
export function correctFirstWeights(
  { samples: { thread, time, weight }, threads: { hostTid } }: Profile,
  chunks: readonly ChunkSamples[],
  sections: readonly LinkedSection[],
): number {
  let ofVirtual = 0
  for (const chunksOfJvm of Map.groupBy(chunks, ({ section }) => sections[section]!.jvm).values()) {
    const started = new Set(chunksOfJvm.flatMap(({ section }) => [...sections[section]!.startedThreads]))
    const byThread = new Map<number, Weighed>()
    for (const { from, to } of chunksOfJvm) {
      for (let sample = from; sample < to; sample++) {
        const row = thread[sample]!
        // Virtual threads have no thread of the system.
        if (hostTid[row] === 0) ofVirtual++
        else if (!started.has(hostTid[row]!)) add(byThread, row, sample)
      }
    }
    for (const { first, samples, sum } of byThread.values())
      weight[first] = samples === 1 ? 0 : Math.round((sum - weight[first]!) / (samples - 1))
  }
  return ofVirtual

  function add(byThread: Map<number, Weighed>, row: number, sample: number): void {
    const weighed = byThread.get(row)
    if (weighed === undefined) {
      byThread.set(row, { first: sample, samples: 1, sum: weight[sample]! })
      return
    }
    weighed.samples++
    weighed.sum += weight[sample]!
    if (time[sample]! < time[weighed.first]!) weighed.first = sample
  }
}
