import type { ParserJob } from '../contract.ts'
import { Problem } from '../errors.ts'
import { detectFormat, type FormatId } from '../formats/detect.ts'
import { readFolded } from '../formats/folded.ts'
import { readPerfScript } from '../formats/perf-script.ts'
import { parsePerfMap } from '../jvm/perf-map.ts'
import { type Profile, type Provenance } from '../profile/profile.ts'

const headBytes = 65536

/**
 * One recording, in whatever format the job names or the bytes show, to a Profile.
 *
 * Throws: Problem `unknown-format` when it is to be guessed and nothing fits, `unreadable-profile` when such a file
 * holds no sample at all.
 */
export async function parseRecording(
  job: ParserJob,
  maps: readonly { readonly atMs: number; readonly bytes: Uint8Array }[],
  recording: AsyncIterable<Uint8Array>,
): Promise<Profile> {
  const { head, all } = await peek(recording)
  const format = job.format === 'guess' ? guess(head) : job.format
  const parsed = maps.map(({ atMs, bytes }) => ({ atMs, ...parsePerfMap(bytes) }))
  // The sender's provenance has this shape; what does not fit is refused when the profile is decoded.
  const given = job.provenance as Partial<Provenance>
  const warnings = [...(given.warnings ?? []), ...parsed.flatMap((map) => map.warnings)]
  const provenance = { ...given, warnings }
  const { profile } =
    format === 'folded'
      ? await readFolded(all, { provenance })
      : await readPerfScript(all, {
          javaMaps: parsed,
          javaDso: job.javaDso,
          clockOriginSeconds: job.clockOriginSeconds,
          provenance,
        })
  if (job.format === 'guess' && profile.samples.length === 0)
    throw new Problem('unreadable-profile', { reason: 'it holds no samples' })
  return profile
}

function guess(head: Uint8Array): FormatId {
  const found = detectFormat(head)
  if (found.format === null) throw new Problem('unknown-format', { hint: found.hint })
  return found.format
}

/** Looks at the first bytes of a stream without taking them off it. */
async function peek(chunks: AsyncIterable<Uint8Array>): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let length = 0
  while (length < headBytes) {
    const next = await iterator.next()
    if (next.done === true) break
    parts.push(next.value)
    length += next.value.length
  }
  const head = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    head.set(part, offset)
    offset += part.length
  }
  return { head, all: followedBy(head, iterator) }
}

async function* followedBy(head: Uint8Array, others: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  for (let next = await others.next(); next.done !== true; next = await others.next()) yield next.value
}
