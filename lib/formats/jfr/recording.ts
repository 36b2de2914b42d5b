/** What is known of a recording while its chunks go by. */
import type { EventId } from '../../profile/model/event-ids.ts'
import type { Clock } from './chunk-header.ts'
import { createJfrFrameTable, type JfrFrameTable, type Writer } from './frame-names.ts'
import { createGraph, type Graph } from './graph.ts'
import type { JfrTypes } from './metadata.ts'
import { createRecordingMetadata, type RecordingMetadata } from './recording-facts.ts'
import { checkpointType, metadataType } from './records.ts'
import type { SampleEvent } from './sample-events.ts'
import { isStackWalked } from './settings.ts'
import { createJfrWarnings, type JfrWarnings } from './warnings.ts'

export interface Recording {
  readonly warnings: JfrWarnings
  readonly facts: RecordingMetadata
  readonly frames: JfrFrameTable
  /** By event and rank. */
  readonly graphs: ReadonlyMap<string, Graph>
  readonly eventCounts: ReadonlyMap<string, number>
  /** Those of the last chunk that had any. */
  types: JfrTypes | null
  /** Of the first chunk. */
  readonly writer: Writer | null
  readonly hasChunk: boolean
  /** The moment that is 0 for times: Unix time in ns; null when nobody has said it before the first chunk. */
  readonly origin: bigint | null
  readonly endMs: number
  /** A chunk that started then turned out to be readable. */
  startChunk(writer: Writer, clock: Clock, startNanos: bigint): void
  count(counts: ReadonlyMap<number, number>, types: JfrTypes): void
  /** Null when this graph is not wanted. */
  graphOf(event: SampleEvent): Graph | null
}

/** `startedAt`: Unix time in ms that times count from; null for that of the first chunk. */
export function createRecording(wanted: readonly EventId[] | null, startedAt: number | null): Recording {
  const graphs = new Map<string, Graph>()
  const eventCounts = new Map<string, number>()
  const frames = createJfrFrameTable()
  const facts = createRecordingMetadata()
  const isWalked = (): boolean => isStackWalked(facts.settings)
  let origin = startedAt === null ? null : BigInt(Math.round(startedAt * 1000)) * 1000n
  let writer: Writer | null = null
  let endMs = 0

  return {
    warnings: createJfrWarnings(),
    facts,
    frames,
    graphs,
    eventCounts,
    types: null,
    get writer() {
      return writer
    },
    get hasChunk() {
      return writer !== null
    },
    get origin() {
      return origin
    },
    get endMs() {
      return endMs
    },
    startChunk(ofChunk, clock, startNanos) {
      origin ??= startNanos
      writer ??= ofChunk
      endMs = Math.max(endMs, clock.endMs)
    },
    count(counts, { byId }) {
      for (const [type, count] of counts) {
        const name = namesOfRecords.get(type) ?? byId.get(type)?.name
        if (name !== undefined) eventCounts.set(name, (eventCounts.get(name) ?? 0) + count)
      }
    },
    graphOf(event) {
      if (wanted !== null && !wanted.includes(event.graph)) return null
      const key = `${event.graph} ${event.rank}`
      let graph = graphs.get(key)
      if (graph === undefined) graphs.set(key, (graph = createGraph(event, frames, isWalked)))
      return graph
    },
  }
}

/** As `jfr summary` calls them. */
const namesOfRecords: ReadonlyMap<number, string> = new Map([
  [metadataType, 'jdk.Metadata'],
  [checkpointType, 'jdk.Checkpoint'],
])
