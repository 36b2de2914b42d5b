import { PairTable } from './pair-table.ts'
import {
  kindIndexes,
  tierIndexes,
  type CompileTier,
  type FrameKind,
  type Profile,
  type Provenance,
  type Unit,
} from './profile.ts'
import { createLineWriter } from './line-writer.ts'
import { createSampleColumns } from './sample-columns.ts'
import { createStackWriter } from './stack-writer.ts'

/**
 * Takes the samples of a reader, in any order, and gives a Profile: everything is interned, so a stack met a million
 * times is one row. A stack is built from its root towards its leaf:
 *
 *     const main = builder.frame('com.acme.Shop.main', 'java')
 *     const read = builder.frame('__read', 'native', { module: 'libc.so.6' })
 *     const stack = builder.stack(builder.stack(-1, main), read)
 *     builder.sample(stack, builder.thread('http-1', 4711), 12.5, 1)
 */
export interface ProfileBuilder {
  /** Identity is name and kind; `raw` (default: the name) and `module` are kept from the first time. */
  frame(name: string, kind: FrameKind, more?: { raw?: string; module?: string }): number
  /** Identity is parent, frame and tier; parent -1 for a root. Throws: RangeError for a row that does not exist. */
  stack(parent: number, frame: number, tier?: CompileTier): number
  /** `hostTid` 0 where it is not known; a number that cannot be a thread id of 32 bits counts as 0. */
  thread(name: string, hostTid?: number): number
  /** Row of a line, from 1, of the source of a Java method. Throws: RangeError for a frame that does not exist. */
  line(frame: number, line: number): number
  /**
   * `stack` -1 for a sample without one; `timeMs` `noTime` (NaN) when there is none; `line` -1 when it is not known.
   * Gives its row, which is a new one but where samples are summed, and which does not stay its row where there is a
   * limit. Throws: RangeError for a row that does not exist, and for a weight that is negative or not finite.
   */
  sample(stack: number, thread: number, timeMs: number, weight: number, line?: number): number
  /**
   * Sets other weights for all samples, by row; more of them are ignored. Throws: RangeError for one that is negative
   * or not finite, and for too few.
   */
  reweigh(weights: Float64Array): void
  /** How many samples became part of one of another time, by the limit. */
  readonly merged: number
  finish(unit: Unit, provenance: Provenance): Profile
}

/** The time of a sample of which none is known. */
export const noTime = Number.NaN

/**
 * `isSummed` keeps one sample for each stack of each thread, without time and line: for callers that need only the sums
 * of a long recording. Of more than `mostSamples`, those of one stack within a short time become one.
 */
export function createProfileBuilder({ isSummed = false, mostSamples = Infinity } = {}): ProfileBuilder {
  const strings = createStringTable()
  const frames = new PairTable()
  const rawNames: number[] = []
  const modules: number[] = []
  const stacks = createStackWriter()
  const threads = new PairTable()
  const samples = createSampleColumns(isSummed ? Infinity : mostSamples)
  const lines = createLineWriter()
  const sums = isSummed ? new PairTable() : null

  return {
    frame(name, kind, more) {
      const frame = frames.add(strings.add(name), kindIndexes[kind])
      if (frame === rawNames.length) {
        rawNames.push(more?.raw === undefined ? frames.first[frame]! : strings.add(more.raw))
        modules.push(strings.add(more?.module ?? ''))
      }
      return frame
    },
    stack(parent, frame, tier = 'unknown') {
      assertRow('parent', parent, -1, stacks.length)
      assertRow('frame', frame, 0, frames.length)
      return stacks.add(parent, frame, tierIndexes[tier])
    },
    thread(name, hostTid = 0) {
      // The table holds signed integers, and a thread id is unsigned.
      return threads.add(strings.add(name), hostTid === hostTid >>> 0 ? hostTid | 0 : 0)
    },
    line(frame, line) {
      assertRow('frame', frame, 0, frames.length)
      return lines.add(frame, line)
    },
    sample(stack, thread, timeMs, weight, line = -1) {
      assertRow('stack', stack, -1, stacks.length)
      assertRow('thread', thread, 0, threads.length)
      assertWeight(weight)
      const row = sums?.add(stack, thread) ?? samples.length
      if (row < samples.length) {
        samples.raise(row, weight)
        return row
      }
      return sums ? samples.add(stack, thread, noTime, weight) : samples.add(stack, thread, timeMs, weight, line)
    },
    reweigh(weights) {
      assertRow('weight', samples.length - 1, -1, weights.length)
      const used = weights.subarray(0, samples.length)
      used.forEach(assertWeight)
      samples.reweigh(used)
    },
    get merged() {
      return samples.merged
    },
    finish(unit, provenance) {
      const lineOfSample = samples.lines()
      return {
        unit,
        strings: strings.all(),
        frames: {
          length: frames.length,
          name: new Uint32Array(frames.first.subarray(0, frames.length)),
          raw: Uint32Array.from(rawNames),
          module: Uint32Array.from(modules),
          kind: new Uint8Array(frames.second.subarray(0, frames.length)),
        },
        stacks: stacks.finish(),
        threads: {
          length: threads.length,
          name: new Uint32Array(threads.first.subarray(0, threads.length)),
          hostTid: new Uint32Array(threads.second.subarray(0, threads.length)),
        },
        samples: samples.all(),
        ...(lineOfSample && { lines: lines.finish(lineOfSample) }),
        provenance,
      }
    },
  }
}

function assertRow(what: string, row: number, from: number, end: number): void {
  if (!(row >= from && row < end)) throw new RangeError(`${what} ${row} of ${end}`)
}

function assertWeight(weight: number): void {
  if (!(weight >= 0 && weight < Infinity)) throw new RangeError(`weight ${weight}`)
}

/**
 * Keeps: half a surrogate pair becomes U+FFFD, since UTF-8 cannot hold one and the profile would not survive a save.
 */
function createStringTable() {
  const rows = new Map<string, number>([['', 0]])
  return {
    add(text: string): number {
      const wellFormed = text.toWellFormed()
      const existingRow = rows.get(wellFormed)
      if (existingRow !== undefined) return existingRow
      rows.set(wellFormed, rows.size)
      return rows.size - 1
    },
    all: () => [...rows.keys()],
  }
}
