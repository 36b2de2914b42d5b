/** Collects the samples and facts of a recording while its chunks go by, in any order. */
import type { EventId } from '../../profile/model/event-ids.ts'
import { type ChunkFacts, createChunkFacts } from './chunk-facts.ts'
import type { ChunkHeader, Clock } from './chunk-header.ts'
import { createJfrFrameTable, type Writer } from './frame-names.ts'
import { createGraph, type Graph } from './graph.ts'
import type { JfrTypes } from './metadata.ts'
import { createPauses } from './pauses.ts'
import { checkpointType, metadataType } from './records.ts'
import type { SampleEvent } from './sample-events.ts'
import { linkSections, type LinkedSection, type UnlinkedSection } from './sections.ts'
import { createJfrWarnings } from './warnings.ts'

export class RecordingReader {
  readonly warnings = createJfrWarnings()
  readonly frames = createJfrFrameTable()
  /** Keys hold event and rank. */
  readonly graphs = new Map<string, Graph>()
  readonly eventCounts = new Map<string, number>()
  readonly pauses = createPauses()
  /** Types of the last chunk that had any. */
  types: JfrTypes | null = null
  /** Facts of the current chunk. */
  facts: ChunkFacts = createChunkFacts()
  /** Unix time in ms that times count from, when the sender has said it. */
  readonly startedAt: number | null
  readonly #wanted: readonly EventId[] | null
  readonly #sections: UnlinkedSection[] = []
  readonly #lastSettings = new Map<Writer, ReadonlyMap<string, string>>()
  /** Maps the start time of a chunk to how many of its bytes were read. */
  readonly #lengths = new Map<string, number>()
  #base: bigint | null

  constructor(wanted: readonly EventId[] | null, startedAt: number | null) {
    this.#wanted = wanted
    this.startedAt = startedAt
    // By way of µs: a double does not hold the ns of today.
    this.#base = startedAt === null ? null : BigInt(Math.round(startedAt * 1000)) * 1000n
  }

  /** The moment that is 0 on the clocks of chunks: Unix time in ns. */
  baseOr(startNanos: bigint): bigint {
    return this.#base ?? startNanos
  }

  /**
   * The same chunk, or a part of it, has been read: dumps of a JVM that goes on recording begin with the same chunks.
   */
  isRepeated(header: ChunkHeader, length: number): boolean {
    return length <= (this.#lengths.get(keyOf(header)) ?? 0)
  }

  /**
   * A chunk turned out to be readable. Gives the settings that hold for it as far as chunks before it in the file tell.
   */
  startChunk(header: ChunkHeader, length: number, writer: Writer): () => ReadonlyMap<string, string> {
    this.#base ??= header.startNanos
    this.#lengths.set(keyOf(header), length)
    this.facts = createChunkFacts()
    const { facts } = this.facts
    const last = this.#lastSettings.get(writer)
    return () => (facts.settings.size > 0 || last === undefined ? facts.settings : last)
  }

  finishChunk(header: ChunkHeader, { startMs, endMs }: Clock, writer: Writer): void {
    const { facts } = this.facts
    const { startNanos } = header
    const { settings, jvm, lostSamples, dataLosses, startedThreads } = facts
    const endNanos = startNanos + (endMs > startMs ? BigInt(header.durationNanos) : 0n)
    if (settings.size > 0) this.#lastSettings.set(writer, settings)
    const chunkFacts = { settings, jvm, lostSamples, dataLosses, startedThreads }
    const section = { writer, startNanos, endNanos, startMs, endMs, ...chunkFacts }
    const index = this.#sections.push(section) - 1
    for (const graph of this.graphs.values()) graph.finishChunk(index)
    this.pauses.add(facts)
  }

  count(counts: ReadonlyMap<number, number>, { byId }: JfrTypes): void {
    for (const [type, count] of counts) {
      const name = namesOfRecords.get(type) ?? byId.get(type)?.name
      if (name !== undefined) this.eventCounts.set(name, (this.eventCounts.get(name) ?? 0) + count)
    }
  }

  /** Null when this graph is not wanted. */
  graphOf(event: SampleEvent): Graph | null {
    if (this.#wanted !== null && !this.#wanted.includes(event.graph)) return null
    const key = `${event.graph} ${event.rank}`
    let graph = this.graphs.get(key)
    if (graph === undefined) this.graphs.set(key, (graph = createGraph(event, this.frames)))
    return graph
  }

  isAnyRead(): boolean {
    return this.#sections.length > 0
  }

  /** The chunks that were read, in the order of the file. */
  sections(): LinkedSection[] {
    return linkSections(this.#sections)
  }
}

function keyOf({ startNanos, startTicks }: ChunkHeader): string {
  return `${startNanos} ${startTicks}`
}

/** Names that `jfr summary` gives to these records. */
const namesOfRecords: ReadonlyMap<number, string> = new Map([
  [metadataType, 'jdk.Metadata'],
  [checkpointType, 'jdk.Checkpoint'],
])
