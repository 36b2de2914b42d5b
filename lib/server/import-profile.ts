/** A file that somebody dropped becomes a profile; it passes through, and is never held whole. */
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

const atOnce = 2
/** A million samples are 30 MB; the encoded profile is held in memory, and a file of 2 GB must not fill that. */
const maxEncodedBytes = 256 * 2 ** 20

export function createImporter(
  config: ImportConfig,
  profiles: ProfileStore,
): (upload: Upload) => Promise<ProfileSummary> {
  let running = 0

  /** Throws: Problem `body-too-large`, `too-many-requests`, `invalid-request` when cut short, and those of the parser. */
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
      const encoded = await runParser({ format: 'guess' }, counted(body, bytes, maxBytes), limits, signal)
      const { facts, gzipped } = await digestProfile(encoded)
      const name = nameOfFile(fileName)
      return await profiles.save(
        {
          captureId: null,
          labels: [],
          containerName: null,
          image: null,
          partial: null,
          createdAt: Date.now(),
          createdBy,
          ...facts,
          name,
          service: facts.service ?? name,
        },
        gzipped,
      )
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
