/** How many exports are written at once: each has a thread, which holds the decoded profile until all of it is read. */
import { Problem } from '../../errors.ts'
import type { ExportedFile } from './export-profile.ts'

/** Exports that are written at the same time, and of one person: one more is refused (`too-many-requests`). */
const exportsAtOnce = 8
const exportsOfOne = 4
/** How long a client should wait before it asks for a refused export again: most take less. */
const exportRetrySeconds = 5

/** Makes what runs `write` unless too many exports are under way. Throws: Problem `too-many-requests`; as `write`. */
export function createExportLimit() {
  const persons: string[] = []

  /** Gives what ends the count, once. */
  function count(person: string): () => void {
    if (persons.length >= exportsAtOnce || persons.filter((one) => one === person).length >= exportsOfOne)
      throw new Problem('too-many-requests', { retryAfterSeconds: exportRetrySeconds })
    persons.push(person)
    let isOver = false
    return () => {
      if (!isOver) persons.splice(persons.indexOf(person), 1)
      isOver = true
    }
  }

  return async (person: string, write: () => Promise<ExportedFile>): Promise<ExportedFile> => {
    const end = count(person)
    try {
      const file = await write()
      return { ...file, bytes: untilOver(file.bytes, end) }
    } catch (error) {
      end()
      throw error
    }
  }
}

/** The same stream; `onOver` runs when it has ended, failed or was cancelled, also before anything was read. */
function untilOver(stream: ReadableStream<Uint8Array>, onOver: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  void reader.closed.then(onOver, onOver)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader.read()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
