/** What is known of a recording while its chunks go by. */
import type { EventId } from '../../profile/model/event-ids.ts'
import type { Clock } from './chunk-header.ts'
import { createJfrFrameTable, type Writer } from './frame-names.ts'
import { createGraph, type Graph } from './graph.ts'
import type { JfrTypes } from './metadata.ts'
import { createRecordingMetadata } from './recording-facts.ts'
import { checkpointType, metadataType } from './records.ts'
import type { SampleEvent } from './sample-events.ts'
import { isStackWalked } from './settings.ts'
import { createJfrWarnings } from './warnings.ts'

export class Recording {
  readonly warnings = createJfrWarnings()
  readonly facts = createRecordingMetadata()
  readonly frames = createJfrFrameTable()
  /** By event and rank. */
  readonly graphs = new Map<string, Graph>()
  readonly eventCounts = new Map<string, number>()
  /** Those of the last chunk that had any. */
  types: JfrTypes | null = null
  /** Of the first chunk that could be read; null while there is none. */
  writer: Writer | null = null
  /** The moment that is 0 for times: Unix time in ns; null when nobody has said it before the first chunk. */
  origin: bigint | null
  endMs = 0
  readonly #wanted: readonly EventId[] | null

  /** `startedAt`: Unix time in ms that times count from; null for that of the first chunk. */
  constructor(wanted: readonly EventId[] | null, startedAt: number | null) {
    this.#wanted = wanted
    this.origin = startedAt === null ? null : BigInt(Math.round(startedAt * 1000)) * 1000n
  }

  /** A chunk that started then turned out to be readable. */
  startChunk(writer: Writer, clock: Clock, startNanos: bigint): void {
    this.origin ??= startNanos
    this.writer ??= writer
    this.endMs = Math.max(this.endMs, clock.endMs)
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
    if (graph === undefined)
      this.graphs.set(key, (graph = createGraph(event, this.frames, () => isStackWalked(this.facts.settings))))
    return graph
  }
}

/** As `jfr summary` calls them. */
const namesOfRecords: ReadonlyMap<number, string> = new Map([
  [metadataType, 'jdk.Metadata'],
  [checkpointType, 'jdk.Checkpoint'],
])
