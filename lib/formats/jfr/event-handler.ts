/** Handles events of one type in one chunk. */
import type { JfrBytes } from './bytes.ts'
import type { ChunkNames } from './chunk-names.ts'
import type { Clock } from './chunk-header.ts'
import type { Writer } from './frame-names.ts'
import type { JfrTypes } from './metadata.ts'

/** Takes one event. `bytes` is at its first field, and ends where the event ends. Throws: Damage. */
export type EventHandler = (bytes: JfrBytes) => void

/** What the handlers of a chunk know of it. */
export interface ChunkContext {
  readonly types: JfrTypes
  readonly names: ChunkNames
  readonly clock: Clock
  readonly writer: Writer
  /** Settings of this chunk. They are before its samples, so they are complete when the first sample is read. */
  readonly settings: () => ReadonlyMap<string, string>
}

/**
 * An event that is no sample but has a fact of the recording: the names of the fields to read, and a function that
 * takes their values, in the same order: numbers, ids of constants, offsets of strings (`names` reads both), NaN for a
 * field that the type lacks. The next event overwrites the array.
 */
export interface FactEvent {
  readonly fields: readonly string[]
  readonly take: (values: Float64Array, context: ChunkContext) => void
}
