/**
 * Recordings of Flight Recorder, `.jfr`: those of the JDK (8u to 25) and of async-profiler. One file holds events of many
 * kinds and becomes a profile for each of them that has samples.
 *
 *     file    chunks, one after the other, each complete in itself
 *     chunk   header, events, constants (names, stacks), and the metadata that say what fields an event has
 *
 * It is read a chunk at a time, the events as columns: memory is that of the largest chunk and of the profiles.
 */
import { Problem } from '../../errors.ts'
import type { EventId } from '../../profile/event-ids.ts'
import type { Profile, ProfileWarning, Provenance } from '../../profile/profile.ts'
import { readChunk } from './chunk-reader.ts'
import { Damage } from './damage.ts'
import { finishRecording } from './finish-recording.ts'
import { type Chunk, readChunks } from './read-chunks.ts'
import { createRecording, type Recording } from './recording.ts'

export interface JfrOptions {
  /** The graphs that are wanted; without it, all that have samples. */
  readonly events?: readonly EventId[]
  /** Over what the recording says of itself, but for the event. Times count from `startedAt` when it is given. */
  readonly provenance?: Partial<Provenance>
}

export interface JfrProfiles {
  /** One for each event that has samples, in the order of eventIds: cpu first. None of a recording without samples. */
  readonly profiles: readonly Profile[]
  /** How many events of each name the recording holds, `jdk.ExecutionSample`; those it holds none of are left out. */
  readonly eventCounts: ReadonlyMap<string, number>
  /** About the file; each profile has these too, and its own. */
  readonly warnings: readonly ProfileWarning[]
}

/**
 * Threads have the ids that the JVM sees: in a container, those of the container's PID namespace.
 *
 * Keeps: skips damaged chunks and events, and reads what there is of an unfinished or a cut file, as long as one chunk can
 * be read.
 *
 * Throws: Problem `unreadable-profile` when none can, `parser-limit` for a chunk larger than 1 GiB.
 */
export async function readJfr(
  chunks: AsyncIterable<Uint8Array>,
  { events, provenance = {} }: JfrOptions = {},
): Promise<JfrProfiles> {
  const recording = createRecording(events ?? null, provenance.startedAt ?? null)
  let firstDamage: Damage | null = null
  const damaged = (error: unknown): void => {
    if (!(error instanceof Damage)) throw error
    firstDamage ??= error
    recording.warnings.add('chunks-skipped')
  }

  try {
    for await (const chunk of readChunks(chunks, () => recording.warnings.add('bytes-left-over'))) {
      try {
        noteEnd(chunk, recording)
        readChunk(chunk, recording)
      } catch (error) {
        damaged(error)
      }
    }
  } catch (error) {
    damaged(error)
  }
  if (!recording.hasChunk) throw unreadable(firstDamage)
  const profiles = finishRecording(recording, provenance, events)
  return { profiles, eventCounts: recording.eventCounts, warnings: recording.warnings.list() }
}

function noteEnd({ header, isCut }: Chunk, { warnings }: Recording): void {
  if (isCut) warnings.add('file-cut')
  else if (!header.isWhole) warnings.add('chunks-unfinished')
}

function unreadable(damage: Damage | null): Problem {
  return new Problem('unreadable-profile', { reason: damage?.message ?? 'it is empty' })
}
