/**
 * CPU samples of hprof, which came with the JDK until 8 (`-agentlib:hprof=cpu=samples`), as text. Stacks stand before
 * the table that counts them; a file of several dumps has a table for each, with the samples since the one before.
 *
 *     JAVA PROFILE 1.0.1, created Tue Mar  4 10:00:00 2025
 *     THREAD START (obj=50000114, id = 200001, name="till", group="main")
 *     TRACE 300027: (thread=200001)                                      the thread with `thread=y`
 *     	shop.Price.scan(Price.java:40)                                   leaf first, 4 frames if `depth` is not given
 *     	shop.Main.main(Main.java:Unknown line)
 *     CPU SAMPLES BEGIN (total = 40) Tue Mar  4 10:01:00 2025
 *     rank   self  accum   count trace method
 *        1 75.00% 75.00%      30 300027 shop.Price.scan
 *     CPU SAMPLES END
 *
 * Source: hprof_trace.c and hprof_io.c of JDK 8.
 */
import { noTime } from '../../profile/model/profile-builder.ts'
import { Problem } from '../../errors.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import {
  createStackImport,
  finishImport,
  type ReaderResult,
  type ReaderOptions,
  forEachLine,
  warnAboutStacks,
} from '../reading/import.ts'
import { addJavaFrame } from '../reading/java-frame.ts'
import { decodeText } from '../reading/lines.ts'
import type { TieredFrame } from '../reading/stack-collector.ts'

const threadPattern = /^THREAD START \(obj=\w+, id = (\d+), name="(.*)", group=".*"\)/
const tracePattern = /^TRACE (\d+):(?: \(thread=(\d+)\))?\s*$/
const framePattern = /^\t(\S[^()]*)\([^()]*\)\s*$/
const tableStart = /^CPU SAMPLES BEGIN \(total = (\d+)\)/
const rowPattern = /^\s*\d+\s+[\d.,]+%\s+[\d.,]+%\s+(\d+)\s+(\d+)\s+(\S+)\s*$/

interface Trace {
  readonly frames: readonly TieredFrame[]
  readonly thread: string
}

/**
 * Keeps: a stack that is not in the file is the one method that the table names. Samples that the table leaves out,
 * below hprof's cutoff, count for the root.
 *
 * Throws: Problem `unreadable-profile` where the CPU was not sampled.
 */
export async function readHprofText(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const { builder, stacks, warnings } = createStackImport()
  const threadNames = new Map<string, string>()
  const traces = new Map<string, Trace>()
  /** Frames of the stack whose lines come now. */
  let frames: TieredFrame[] | null = null
  let isInTable = false
  let tables = 0
  let left = 0

  const addSamples = (count: number, id: string, method: string): void => {
    const trace = traces.get(id)
    if (trace === undefined) warnings.addCount('frames-missing')
    stacks.start()
    for (const tiered of trace?.frames ?? [addJavaFrame(builder, method)]) stacks.push(tiered)
    builder.sample(stacks.finish(), builder.thread(trace?.thread ?? ''), noTime, count)
    left -= count
  }
  const endTable = (): void => {
    if (isInTable && left > 0) {
      builder.sample(-1, builder.thread(''), noTime, left)
      warnings.addCount('samples-below-cutoff', left)
    }
    isInTable = false
  }

  await forEachLine(chunks, warnings, (bytes, from, to, line) => {
    const text = decodeText(bytes, from, to)
    if (isInTable) {
      const row = rowPattern.exec(text)
      if (row !== null) return addSamples(Number(row[1]), row[2]!, row[3]!)
      if (/^\s*rank\s/.test(text)) return
      if (!text.startsWith('CPU SAMPLES END')) warnings.add('lines-skipped', line)
      return endTable()
    }
    if (frames !== null && text.startsWith('\t')) {
      const frame = framePattern.exec(text)
      if (frame !== null) frames.push(addJavaFrame(builder, frame[1]!))
      else if (text.trim() !== '<empty>') warnings.add('lines-skipped', line)
      return
    }
    frames = null
    const trace = tracePattern.exec(text)
    if (trace !== null) {
      frames = []
      traces.set(trace[1]!, { frames, thread: threadNames.get(trace[2] ?? '') ?? '' })
      return
    }
    const thread = threadPattern.exec(text)
    if (thread !== null) threadNames.set(thread[1]!, thread[2]!)
    const table = tableStart.exec(text)
    if (table === null) return
    isInTable = true
    tables++
    left = Number(table[1])
  })
  endTable()

  if (tables === 0) throw new Problem('unreadable-profile', { reason: 'it has no CPU SAMPLES (cpu=samples)' })
  warnAboutStacks(warnings, stacks)
  const described = emptyProvenance('hprof')
  return finishImport({ builder, warnings, unit: 'samples', described, overrides: provenance })
}
