/**
 * Reads stacks that async-profiler prints as text (`-o traces`), the leaf first. Its other lines are skipped.
 *
 *     --- 300000000 ns (66.67%), 30 samples
 *       [ 0] shop.Price.scan
 *       [ 1] shop.Main.main
 *       [ 2] [main tid=4711]           with `threads`
 */
import { noTime } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { readFoldedFrame } from '../folded/folded.ts'
import type { FormatAnswer } from '../reading/file-start.ts'
import { readThreadFrame } from '../reading/thread-frame.ts'
import {
  createStackImport,
  finishImport,
  type ReaderResult,
  type ReaderOptions,
  forEachLine,
  warnAboutStacks,
} from '../reading/import.ts'
import { decodeText } from '../reading/lines.ts'
import { packTieredFrame } from '../reading/stack-collector.ts'

const stackPattern = /^--- (\d{1,20}) (\S+) \([\d.,]+%\), (\d{1,20}) samples?$/
const framePattern = /^\s+\[ *\d+\] (.+)$/

/**
 * Weights are samples, but bytes where memory was recorded. The text does not name its event: where `provenance` does
 * not, either, samples count as CPU, and bytes as allocations.
 */
export async function readAsyncProfilerTraces(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const { builder, stacks, warnings } = createStackImport()
  let isBytes = false
  let weight = 0
  let thread = builder.thread('')

  const endStack = (): void => {
    if (weight > 0) builder.sample(stacks.finish(), thread, noTime, weight)
    weight = 0
  }

  await forEachLine(chunks, warnings, (bytes, from, to, line) => {
    const text = decodeText(bytes, from, to).trimEnd()
    const stack = stackPattern.exec(text)
    if (stack !== null) {
      endStack()
      stacks.start()
      thread = builder.thread('')
      isBytes ||= stack[2] === 'bytes'
      weight = Number(stack[2] === 'bytes' ? stack[1] : stack[3])
      return
    }
    const frame = framePattern.exec(text)
    if (frame === null) return endStack()
    if (weight === 0) return warnings.add('lines-skipped', line)
    const ofThread = readThreadFrame(frame[1]!)
    if (ofThread !== null) {
      thread = builder.thread(ofThread.name, ofThread.tid)
      return
    }
    const { name, kind, raw, tier } = readFoldedFrame(frame[1]!)
    stacks.push(packTieredFrame(builder.frame(name, kind, { raw }), tier))
  })
  endStack()

  warnAboutStacks(warnings, stacks)
  const described = { ...emptyProvenance('async-profiler'), event: isBytes ? 'alloc' : 'cpu' }
  return finishImport({ builder, warnings, unit: isBytes ? 'bytes' : 'samples', described, overrides: provenance })
}

/** Whether a file that begins with `lines`, without their line ends, is such a text. */
export function isAsyncProfilerTraces(lines: readonly string[]): FormatAnswer {
  return lines.some((line, at) => stackPattern.test(line.trimEnd()) && framePattern.test(lines[at + 1] ?? ''))
    ? 'yes'
    : 'no'
}
