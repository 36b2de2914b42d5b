/** Latencies by buckets whose width grows with the value: percentiles of any number of requests in little memory. */

/** Latency in µs, about 36 minutes; longer ones count as this, except for the maximum. */
const largestLatency = 2 ** 31 - 1

/**
 * Units: microseconds. `precisionBits`: a value is off by at most one part in 2 to the power of this and one.
 *
 * Keeps buckets only between the smallest and the largest value.
 */
export class LatencyHistogram {
  readonly #bits: number
  #first = 0
  #counts = new Uint32Array(0)
  #sum = 0
  count = 0
  min = Infinity
  max = 0

  constructor(precisionBits: number) {
    this.#bits = precisionBits
  }

  record(micros: number): void {
    const value = Math.max(0, micros)
    this.count++
    this.#sum += value
    if (value < this.min) this.min = value
    if (value > this.max) this.max = value
    this.#add(this.#bucketOf(Math.min(Math.round(value), largestLatency)), 1)
  }

  /** Adds a histogram of the same precision. */
  addAll(other: LatencyHistogram): void {
    this.count += other.count
    this.#sum += other.#sum
    this.min = Math.min(this.min, other.min)
    this.max = Math.max(this.max, other.max)
    for (const [at, count] of other.#counts.entries()) if (count > 0) this.#add(other.#first + at, count)
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.#sum / this.count
  }

  /** The value that this share (0 to 1) of all does not exceed; nearest rank, within the precision. 0 of none. */
  percentile(share: number): number {
    const rank = Math.max(1, Math.ceil(share * this.count))
    let seen = 0
    for (const [at, count] of this.#counts.entries()) {
      seen += count
      if (count > 0 && seen >= rank) return Math.min(this.max, Math.max(this.min, this.#middleOf(this.#first + at)))
    }
    return this.max
  }

  /**
   * Grows by octaves, so that it seldom has to: arrays that are given up again and again would stay with the process.
   */
  #add(bucket: number, count: number): void {
    const octave = 1 << this.#bits
    const end = this.#first + this.#counts.length
    if (bucket < this.#first || bucket >= end) {
      const isEmpty = this.#counts.length === 0
      const first = isEmpty || bucket < this.#first ? Math.max(0, bucket - 3 * octave) : this.#first
      const grown = new Uint32Array(
        (isEmpty ? bucket : Math.max(end, bucket + 1)) - first + (bucket >= end ? 4 * octave : 0),
      )
      grown.set(this.#counts, isEmpty ? 0 : this.#first - first)
      this.#first = first
      this.#counts = grown
    }
    this.#counts[bucket - this.#first]! += count
  }

  /** Values below 2^bits have a bucket each; each doubling after them has as many as the first. */
  #bucketOf(value: number): number {
    const shift = Math.max(0, 31 - Math.clz32(value) - this.#bits)
    return (shift << this.#bits) + (value >>> shift)
  }

  #middleOf(bucket: number): number {
    const shift = Math.max(0, (bucket >>> this.#bits) - 1)
    const low = (bucket - (shift << this.#bits)) * 2 ** shift
    return low + (2 ** shift - 1) / 2
  }
}
