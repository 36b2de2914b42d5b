/**
 * The samples of one thread of a `.cpuprofile`, ordered by time. Each weighs the time until the next one. V8 writes
 * some that are near each other out of order, so the newest wait in a buffer, are sorted there, and the older half is
 * passed on when it is full.
 */
import { doubled } from '../../profile/model/pair-table.ts'
import type { SampleColumns } from '../../profile/model/sample-columns.ts'
import { compareByTime } from '../../profile/model/sorted-columns.ts'
import { createNumberPairs } from '../reading/number-pairs.ts'

/** A sample behind more later ones may be too late for its order: it gets the time of the last one passed on. */
const mostLate = 2 ** 12
/** Samples that wait in the buffer to be sorted. */
const mostBufferedSamples = 2 * mostLate

/**
 * Adds rows to `columns`: as the stack the id of a node of the file (-1 where that is no 32-bit integer), `thread`, the
 * time in microseconds since the start of the profile, the weight in nanoseconds.
 */
export function createScriptTimeline(columns: SampleColumns, thread: number) {
  // The buffer: `waiting` samples, microseconds and ids of nodes.
  let times = new Float64Array(16)
  let ids = new Int32Array(16)
  let waiting = 0
  let isBufferSorted = true
  /** The sum of all deltas so far, in microseconds. */
  let clock = 0
  let wasInOrder = true
  /**
   * The sample that was passed on last. It becomes a row when the time of the next one is known; NaN before the first.
   */
  let lastTime = Number.NaN
  let lastId = 0
  let untimed = 0

  const pairs = createNumberPairs((id, delta) => {
    // A file that was cut may have fewer times than samples.
    if (!Number.isFinite(delta)) return void untimed++
    clock += delta
    if (delta < 0) wasInOrder = false
    if (waiting === times.length && !grow()) passOn(mostLate)
    // Beside the newest that waits, not the sample before: that may be late itself, and stand elsewhere once sorted.
    if (waiting > 0 && clock < times[waiting - 1]!) isBufferSorted = false
    times[waiting] = clock
    ids[waiting++] = id === (id | 0) ? id : -1
  })

  return {
    addId: pairs.addFirst,
    /** Microseconds since the sample before, the first one since the start. */
    addDelta: pairs.addSecond,
    /** How many ids were added. */
    get samples() {
      return pairs.firsts
    },
    /** How many deltas were added; a file that is whole has as many as ids. */
    get deltas() {
      return pairs.seconds
    },
    /** How many samples have no time, and are left out; known at the end. */
    get untimed() {
      return untimed
    },
    /** Whether no delta was negative, so far: the samples came in the order of their times. */
    get wasInOrder() {
      return wasInOrder
    },
    /**
     * Passes on the samples that wait. `endTime`: microseconds since the start, NaN where it is not known. Gives the
     * end of the last sample in the same form.
     */
    end(endTime: number): number {
      pairs.end()
      passOn(waiting)
      if (Number.isNaN(lastTime)) return Number.isFinite(endTime) ? endTime : clock
      // Where times are missing, the last sample that has one did not last until the end.
      const end = untimed === 0 && Number.isFinite(endTime) ? Math.max(endTime, lastTime) : lastTime
      addLast(end)
      return end
    },
  }

  /** False where the buffer is as large as it may be. */
  function grow(): boolean {
    if (waiting === mostBufferedSamples) return false
    times = doubled(times)
    ids = doubled(ids)
    return true
  }

  /** The oldest of the buffer, as many as `count`. */
  function passOn(count: number): void {
    if (!isBufferSorted) sort()
    for (let sample = 0; sample < count; sample++) {
      const time = Number.isNaN(lastTime) ? times[sample]! : Math.max(lastTime, times[sample]!)
      if (!Number.isNaN(lastTime)) addLast(time)
      lastTime = time
      lastId = ids[sample]!
    }
    times.copyWithin(0, count, waiting)
    ids.copyWithin(0, count, waiting)
    waiting -= count
  }

  function sort(): void {
    const order = Uint32Array.from({ length: waiting }, (_, sample) => sample)
    order.sort(compareByTime(times))
    times.set(Float64Array.from(order, (sample) => times[sample]!))
    ids.set(Int32Array.from(order, (sample) => ids[sample]!))
    isBufferSorted = true
  }

  /** Makes a row of the sample that was passed on last, which lasted until `nextTime`. */
  function addLast(nextTime: number): void {
    const weight = Math.round((nextTime - lastTime) * 1000)
    columns.add(lastId, thread, lastTime, weight > 0 && weight < Infinity ? weight : 0)
  }
}
