/** A file that somebody dropped becomes a profile; it passes through, and is never held whole. */
import { randomBytes } from 'node:crypto'
import { type Config } from '../config.ts'
import { type ProfileSummary } from '../contract.ts'
import { Problem } from '../errors.ts'
import { runParser } from '../parser/run-parser.ts'
import { type ProfileStore } from '../store/profiles.ts'
import { nameOfFile } from './name-of-file.ts'
import { digestProfile } from './profile-thread.ts'

export interface Upload {
  readonly body: AsyncIterable<Uint8Array>
  /** As the client calls it: hostile text, never a path. */
  readonly fileName: string
  /** What the client announced, when it did. */
  readonly bytes: number | null
  readonly createdBy: string
  readonly signal: AbortSignal
}

type ImportConfig = Pick<Config, 'maxUploadBytes' | 'parserMemoryBytes' | 'parserSeconds' | 'parserUid'>

/** What no file tells. */
const unknown = { labels: [], containerName: null, image: null, partial: null }
const atOnce = 2
/** A million samples are 30 MB; the encoded profile is held in memory, and a file of 2 GB must not fill that. */
const maxEncodedBytes = 256 * 2 ** 20

export function createImporter(
  config: ImportConfig,
  profiles: ProfileStore,
): (upload: Upload) => Promise<ProfileSummary[]> {
  let running = 0

  /** One profile for each event in the file, never none. Throws: Problem `body-too-large`, `too-many-requests`, `invalid-request` when cut short, and those of the parser. */
  return async function importProfile({ body, fileName, bytes, createdBy, signal }) {
    const maxBytes = config.maxUploadBytes
    if (bytes !== null && bytes > maxBytes) throw new Problem('body-too-large', { maxBytes })
    if (running >= atOnce) throw new Problem('too-many-requests', { retryAfterSeconds: 5 })
    running++
    try {
      const limits = {
        memoryBytes: config.parserMemoryBytes,
        seconds: config.parserSeconds,
        outputBytes: maxEncodedBytes,
        parserUid: config.parserUid,
      }
      const parsed = await runParser({ format: 'guess' }, counted(body, bytes, maxBytes), limits, signal)
      if (parsed.length === 0)
        throw new Problem('unreadable-profile', { reason: 'it has no sample of any kind that can be drawn' })
      const isAlone = parsed.length === 1
      // Those of one file belong together as those of one capture do.
      const file = { captureId: isAlone ? null : randomBytes(16).toString('hex'), createdAt: Date.now(), createdBy }
      const saved: ProfileSummary[] = []
      for (const { event, bytes: encoded } of parsed) {
        const { facts, gzipped } = await digestProfile(encoded)
        const name = nameOfFile(fileName)
        const service = facts.service ?? name
        const named = { ...facts, event, name: isAlone ? name : `${name} ${event}`, service }
        saved.push(await profiles.save({ ...unknown, ...file, ...named }, gzipped))
      }
      return saved
    } finally {
      running--
    }
  }
}

/** Passes the bytes on, none more than allowed and none fewer than announced. */
async function* counted(body: AsyncIterable<Uint8Array>, announced: number | null, maxBytes: number) {
  let seen = 0
  for await (const chunk of body) {
    seen += chunk.byteLength
    if (seen > maxBytes) throw new Problem('body-too-large', { maxBytes })
    yield chunk
  }
  if (announced !== null && seen !== announced)
    throw new Problem('invalid-request', { what: `the file was cut short: ${seen} of ${announced} bytes arrived` })
}
