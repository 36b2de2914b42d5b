/** One graph under construction: the samples of one kind over all chunks of a recording. */
import { countResolution } from '../reading/provenance.ts'
import { createStackCollector, packTieredFrame, type TieredFrame } from '../reading/stack-collector.ts'
import { emptyProvenance, type Profile, type Provenance } from '../../profile/model/profile.ts'
import { createProfileBuilder, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { largestJavaLine } from '../../jvm/java-name.ts'
import type { ThreadName } from './chunk-names.ts'
import type { JfrFrameTable } from './frame-names.ts'
import type { SampleEvent } from './sample-events.ts'
import { isStackWalked } from './settings.ts'
import type { StackTraces } from './stack-traces.ts'
import { createJfrWarnings, type JfrWarnings } from './warnings.ts'

/** Tables of one chunk, which its samples point into. */
export interface ChunkTables {
  readonly stacks: StackTraces
  /** Gives null for an id that the chunk does not hold. */
  readonly thread: (id: number) => ThreadName | null
  readonly settings: () => ReadonlyMap<string, string>
}

/** Samples of one chunk: rows `from` to before `to`. */
export interface ChunkSamples {
  /** How many chunks were read before. */
  readonly section: number
  readonly from: number
  readonly to: number
}

export interface SampleFields {
  stack: number
  thread: number
  /** Index in the frame table, -1 for none. */
  leaf: number
  timeMs: number
  weight: number
  /** The JVM says itself that it could not walk the stack. */
  isFailed: boolean
}

export interface GraphFacts {
  readonly event: SampleEvent
  readonly warnings: JfrWarnings
  /** The deepest stack of those that were truncated. */
  readonly maxDepth: number | null
}

/** Marks a stack of the chunk that has no row in the profile yet. */
const unresolvedStack = -2
/** Row of a sample without frames: its stack has the id 0, or is empty (`finish` of the collector gives -1). */
const noStack = -1
const noLine = -1

export type Graph = ReturnType<typeof createGraph>

export function createGraph(event: SampleEvent, table: JfrFrameTable) {
  const builder = createProfileBuilder()
  const stacks = createStackCollector(builder)
  const warnings = createJfrWarnings()
  const frames = createFrameRows(builder, table)
  /**
   * Frames of the current chunk with their tier, by their index in the frame table. They differ by chunk, since
   * its settings say whether async-profiler walked stacks frame by frame: otherwise it calls every frame compiled.
   */
  const tieredFrames: TieredFrame[] = []
  const chunks: ChunkSamples[] = []
  let tables: ChunkTables | null = null
  let rows = new Int32Array(0)
  let lines = new Int32Array(0)
  let line = noLine
  let isJavaMet = false
  let truncated = new Uint8Array(0)
  let threads = new Map<number, number>()
  let samples = 0
  let maxDepth = 0

  const tieredFrame = (index: number): TieredFrame => {
    const cachedFrame = tieredFrames[index]
    if (cachedFrame !== undefined) return cachedFrame
    const { tier } = table.frames[index]!
    const isCertain = tier !== 'c2' || (event.knowsCompiler === true && isStackWalked(tables!.settings()))
    return (tieredFrames[index] = packTieredFrame(frames.rowOf(index), isCertain ? tier : 'unknown'))
  }

  const pushFrame = (index: number, lineNumber: number): void => {
    const row = frames.rowOf(index)
    stacks.push(tieredFrame(index))
    if (isJavaMet || table.frames[index]!.kind !== 'java') return
    isJavaMet = true
    if (lineNumber >= 1 && lineNumber <= largestJavaLine) line = builder.line(row, lineNumber)
  }

  /** Gives the row in the profile of a stack of the chunk; adds the stack where it is new. */
  const stackRow = (row: number): number => {
    const cachedRow = rows[row]!
    if (cachedRow !== unresolvedStack) return cachedRow
    stacks.start()
    line = noLine
    isJavaMet = false
    const read = tables!.stacks.read(row, pushFrame)
    if (read.isTruncated) {
      truncated[row] = 1
      maxDepth = Math.max(maxDepth, read.frames)
    }
    lines[row] = line
    return (rows[row] = stacks.finish())
  }

  /** Gives the row in the profile of a thread of the chunk; adds the thread where it is new. */
  const threadRow = (id: number): number => {
    let row = threads.get(id)
    if (row === undefined) {
      const named = tables!.thread(id)
      row = builder.thread(named?.name ?? '', named?.tid ?? 0)
      threads.set(id, row)
    }
    return row
  }

  return {
    event,
    warnings,
    chunks: chunks as readonly ChunkSamples[],
    get samples() {
      return samples
    },
    startChunk(next: ChunkTables): void {
      tables = next
      rows = new Int32Array(next.stacks.length).fill(unresolvedStack)
      lines = new Int32Array(next.stacks.length).fill(noLine)
      truncated = new Uint8Array(next.stacks.length)
      threads = new Map()
      tieredFrames.length = 0
    },
    finishChunk(section: number): void {
      const from = chunks.at(-1)?.to ?? 0
      if (samples > from) chunks.push({ section, from, to: samples })
    },
    add({ stack, thread, leaf, timeMs, weight, isFailed }: SampleFields): void {
      const index = tables!.stacks.rowOf(stack)
      let row = index < 0 ? noStack : stackRow(index)
      if (isFailed) warnings.add('samples-failed')
      else if (row === noStack) warnings.add('samples-without-stack')
      else if (truncated[index] === 1) warnings.add('stacks-truncated')
      if (leaf >= 0) row = builder.stack(row, frames.rowOf(leaf))
      builder.sample(row, threadRow(thread), timeMs, weight, lines[index] ?? noLine)
      samples++
    },
    /** Gives the profile. `settle` corrects its samples; after that, `toProvenance` describes them. */
    finish<Settled extends { readonly profile: Profile }>(
      settle: (profile: Profile) => Settled,
      toProvenance: (facts: GraphFacts, settled: Settled) => Provenance,
    ): Profile {
      warnings.add('stacks-cut', stacks.cut)
      const settled = settle(builder.finish(event.unit, emptyProvenance('jfr')))
      const provenance = toProvenance({ event, warnings, maxDepth: maxDepth === 0 ? null : maxDepth }, settled)
      const profile = { ...settled.profile, provenance }
      const resolution = countResolution(profile, frames.isNamed)
      return { ...profile, provenance: { ...profile.provenance, resolution } }
    },
  }
}

/** Frames of the recording's table as rows of the profile. */
function createFrameRows(builder: ProfileBuilder, table: JfrFrameTable) {
  const rows: number[] = []
  const unnamed = new Set<number>()
  return {
    rowOf(index: number): number {
      const cachedRow = rows[index]
      if (cachedRow !== undefined) return cachedRow
      const { name, kind, raw, module, isNamed } = table.frames[index]!
      const row = builder.frame(name, kind, { raw, module })
      if (!isNamed) unnamed.add(row)
      return (rows[index] = row)
    },
    isNamed: (row: number) => !unnamed.has(row),
  }
}
