/** The samples of one thread, put into the order of their times, in which each lasts until the next one. */
import { doubled } from '../../profile/model/pair-table.ts'
import type { SampleColumns } from '../../profile/model/sample-columns.ts'
import { createNumberPairs } from '../reading/number-pairs.ts'

/** V8 writes neighbours out of order; one that comes later than this many others counts from the last that was passed on. */
const mostLate = 2 ** 12
const mostWaiting = 2 * mostLate

/** Samples become rows of `columns`: the id of a node as the stack, `thread`, microseconds since the first, nanoseconds. */
export function createScriptTimeline(columns: SampleColumns, thread: number) {
  let times = new Float64Array(16)
  let ids = new Int32Array(16)
  let waiting = 0
  let clock = 0
  let isInOrder = true
  let wasInOrder = true
  let lastId = 0
  let lastTime = Number.NaN
  let untimed = 0

  const pairs = createNumberPairs((id, delta) => {
    // Of a file that was cut there may be fewer times than samples.
    if (!Number.isFinite(delta)) return void untimed++
    clock += delta
    if (delta < 0) isInOrder = wasInOrder = false
    if (waiting === times.length && !grow()) passOn(mostLate)
    times[waiting] = clock
    ids[waiting++] = id === (id | 0) ? id : -1
  })

  return {
    addId: pairs.addFirst,
    /** Microseconds since the sample before, the first one since the start. */
    addDelta: pairs.addSecond,
    /** How many it has of each. */
    get samples() {
      return pairs.firsts
    },
    get deltas() {
      return pairs.seconds
    },
    /** How many samples have no time, and are left out; known at the end. */
    get untimed() {
      return untimed
    },
    get wasInOrder() {
      return wasInOrder
    },
    /** `endTime` in microseconds since the start, NaN where it is not known. Gives when it ended. */
    end(endTime: number): number {
      pairs.end()
      passOn(waiting)
      // Where times are missing, the last sample that has one did not last until the end.
      const end = untimed === 0 && Number.isFinite(endTime) ? endTime : clock
      if (!Number.isNaN(lastTime)) add(Math.max(lastTime, end))
      return end
    },
  }

  function grow(): boolean {
    if (waiting === mostWaiting) return false
    times = doubled(times)
    ids = doubled(ids)
    return true
  }

  function passOn(count: number): void {
    if (!isInOrder) sort()
    for (let sample = 0; sample < count; sample++) {
      const time = Number.isNaN(lastTime) ? times[sample]! : Math.max(lastTime, times[sample]!)
      if (!Number.isNaN(lastTime)) add(time)
      lastTime = time
      lastId = ids[sample]!
    }
    times.copyWithin(0, count, waiting)
    ids.copyWithin(0, count, waiting)
    waiting -= count
  }

  function sort(): void {
    const order = Uint32Array.from({ length: waiting }, (_, sample) => sample)
    order.sort((one, other) => times[one]! - times[other]! || one - other)
    times.set(Float64Array.from(order, (sample) => times[sample]!))
    ids.set(Int32Array.from(order, (sample) => ids[sample]!))
    isInOrder = true
  }

  /** The sample before, now that it is known when the next one was. */
  function add(nextTime: number): void {
    const weight = Math.round((nextTime - lastTime) * 1000)
    columns.add(lastId, thread, lastTime, weight > 0 && weight < Infinity ? weight : 0)
  }
}
