/**
 * What Hearth has bpftrace print, with facts of the target that Hearth put before it, read as a stream of bytes.
 *
 *     # bucket 10000000                              nanoseconds in the unit of the first key
 *     # thread 5464 "http-worker-1"
 *     # map 7f14a4200000 7f14a5a00000 200000 "/usr/lib/jvm/lib/server/libjvm.so"
 *     # native 7f14a4c1eae2 "JavaCalls::call_helper"
 *     @a[1465765, 5464,                              bucket of bpftrace's clock (CLOCK_MONOTONIC), thread
 *     	ffffffff821f94c3 schedule+35                 kernel first, the leaf first in each
 *     ,
 *     	7f148cf9342e 0x7f148cf9342e ([unknown])      bpftrace was asked to name nothing of the target itself
 *     ]: 1
 */
import { createSymbolTimeline, type SymbolMapAt } from '../../jvm/symbol-timeline.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { createBpftraceFrames } from './bpftrace-frames.ts'
import { readFactLine, type BpftraceFacts } from './bpftrace-facts.ts'
import {
  createStackImport,
  finishImport,
  type ReaderResult,
  type ReaderOptions,
  forEachLine,
  warnAboutStacks,
} from '../reading/import.ts'
import { decodeText } from '../reading/lines.ts'

export interface BpftraceOptions extends ReaderOptions {
  readonly javaMaps?: readonly SymbolMapAt[]
  /** bpftrace's clock at `provenance.startedAt`; without it, times count from the first sample. */
  readonly clockOriginSeconds?: number | null
}

const headerPattern = /^@\w*\[(\d{1,19}), (\d{1,10}), /
const endPattern = /\]: (\d{1,19})$/
const hash = 35
const tab = 9

/**
 * One sample for each stack of a thread in a bucket of time, with the count as its weight; off-cpu in nanoseconds.
 *
 * Keeps: skips lines that are neither; a stack whose end was cut off does not count.
 */
export async function readBpftrace(
  chunks: AsyncIterable<Uint8Array>,
  { javaMaps = [], clockOriginSeconds = null, provenance = {}, demangle }: BpftraceOptions = {},
): Promise<ReaderResult> {
  const { builder, stacks, warnings } = createStackImport()
  const timeline = createSymbolTimeline(javaMaps)
  const facts: BpftraceFacts = { bucketNs: 1, threads: new Map(), mappings: [], natives: new Map() }
  const frames = createBpftraceFrames(builder, timeline, facts, demangle)
  const isOffCpu = provenance.event === 'off-cpu'
  let originMs = clockOriginSeconds === null ? Number.NaN : clockOriginSeconds * 1000
  let sample: { thread: number; timeMs: number; segment: number; line: number } | null = null
  let firstMs = Infinity
  let lastMs = -Infinity

  const tellUnfinished = (): void => {
    if (sample !== null) warnings.add('lines-skipped', sample.line)
  }
  const start = (bucket: number, tid: number, line: number): void => {
    tellUnfinished()
    const clockMs = (bucket * facts.bucketNs) / 1e6
    if (Number.isNaN(originMs)) originMs = clockMs
    // A bucket begins before its samples; the first one may begin before the recording.
    const timeMs = Math.max(0, clockMs - originMs)
    firstMs = Math.min(firstMs, timeMs)
    lastMs = Math.max(lastMs, timeMs)
    stacks.start()
    const thread = builder.thread(facts.threads.get(tid) ?? `thread ${tid}`, tid)
    sample = { thread, timeMs, segment: timeline.segmentAt(timeMs), line }
  }
  const end = (count: number): void => {
    if (sample !== null && count > 0) builder.sample(stacks.finish(), sample.thread, sample.timeMs, count)
    sample = null
  }

  await forEachLine(chunks, warnings, (bytes, from, to, line) => {
    if (to === from) return
    if (bytes[from] === tab) {
      const isFrame = sample !== null && frames.push(decodeText(bytes, from, to), sample.segment, stacks)
      return isFrame ? undefined : warnings.add('lines-skipped', line)
    }
    const text = decodeText(bytes, from, to)
    if (bytes[from] === hash) return readFactLine(text, facts) ? undefined : warnings.add('lines-skipped', line)
    const header = headerPattern.exec(text)
    // A stack without any frame is one line, header and end at once.
    if (header !== null) start(Number(header[1]), Number(header[2]), line)
    const count = endPattern.exec(text)
    if (count !== null) return end(Number(count[1]))
    // The line between the kernel's stack and the program's, and the message of bpftrace before it begins.
    if (header === null && !/^, *$|^Attaching \d+ probes/.test(text)) warnings.add('lines-skipped', line)
  })

  tellUnfinished()
  warnAboutStacks(warnings, stacks)
  const symbolMaps = timeline.maps.map(({ atMs, map }) => ({ atMs, symbols: map.length }))
  return finishImport({
    ...{ builder, warnings, unit: isOffCpu ? 'nanoseconds' : 'samples', isNamed: frames.isNamed },
    described: { ...emptyProvenance('bpftrace'), durationMs: lastMs >= firstMs ? lastMs - firstMs : null },
    overrides: { ...provenance, symbolMaps, ambiguousFrames: frames.ambiguousFrames() },
  })
}
