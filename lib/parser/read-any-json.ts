import { isProblem, Problem } from '../errors.ts'
import { unknownJson } from '../formats/foreign-formats.ts'
import { explainDamagedJson, parseJsonStream } from '../formats/json/json-stream.ts'
import { formats, type Recording } from '../formats/formats.ts'
import { shareStream } from '../formats/reading/share-stream.ts'
import { type FormatId, formatIds } from '../profile/model/format-ids.ts'
import type { Profile } from '../profile/model/profile.ts'

/**
 * JSON of which the beginning does not tell whose it is, as members may stand in any order: every reader of JSON gets
 * the same stream, and the one that finds samples has recognised it. `likely`: what the beginning looks like; its word
 * counts when none does.
 *
 * Throws: Problem as the reader of `likely` does, `unknown-format` without one and where the JSON ends too early.
 */
export async function readAnyJson(recording: Recording, likely: FormatId | null): Promise<readonly Profile[]> {
  const ids = formatIds.filter((id) => formats[id].detectedBy === 'json')
  const [whole, ...streams] = shareStream(recording.chunks, ids.length + 1)
  const read = async (id: FormatId, chunks: AsyncIterable<Uint8Array>) => {
    try {
      return { id, profiles: await formats[id].read({ ...recording, chunks }), problem: null }
    } catch (error) {
      if (!isProblem(error)) throw error
      return { id, profiles: [], problem: error }
    }
  }
  const [{ stoppedAt }, ...results] = await Promise.all([
    parseJsonStream(whole!, {}),
    ...ids.map((id, index) => read(id, streams[index]!)),
  ])
  const found = results.find(({ profiles }) => profiles.some(({ samples }) => samples.length > 0))
  if (found !== undefined) return found.profiles
  if (stoppedAt !== null) {
    const { reason, remedy } = explainDamagedJson(stoppedAt)
    throw new Problem('unknown-format', { hint: reason, remedy })
  }
  const closest =
    results.find(({ id }) => id === likely) ?? results.find(({ problem }) => problem?.code === 'unknown-format')
  if (closest?.problem === null) return closest.profiles
  throw closest?.problem ?? new Problem('unknown-format', unknownJson)
}
