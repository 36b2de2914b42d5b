/** A file that somebody dropped becomes a profile; it passes through, and is never held whole. */
import type { Config } from '../../config.ts'
import { defaultImportOptions, type Imported } from '../../contract/imports.ts'
import { Problem } from '../../errors.ts'
import { runParser } from '../../parser/run-parser.ts'
import type { ProfileStore } from '../../store/library/profiles.ts'
import { createMutex } from '../../store/mutex.ts'
import { startDigester } from './digest-thread.ts'
import { type ImportedFile, saveImported } from './store-imported.ts'

export interface Upload extends ImportedFile {
  readonly body: AsyncIterable<Uint8Array>
  /** What the client announced, when it did. */
  readonly bytes: number | null
  readonly signal: AbortSignal
}

type ImportConfig = Pick<Config, 'maxUploadBytes' | 'parserMemoryBytes' | 'parserSeconds' | 'parserUid'>

const atOnce = 2
/** A million samples are 30 MB; the encoded profile is held in memory, and a file of 2 GB must not fill that. */
const maxEncodedBytes = 256 * 2 ** 20

export function createImporter(config: ImportConfig, profiles: ProfileStore): (upload: Upload) => Promise<Imported> {
  let running = 0
  // Of several imports, one profile at a time is unpacked and packed: that takes several times the memory of its bytes.
  const runExclusive = createMutex()

  /** One profile for each event in the file, never none. Throws: Problem `body-too-large`, `too-many-requests`, `invalid-request` when cut short, and those of the parser. */
  return async function importProfile(upload) {
    const { bytes } = upload
    const maxBytes = config.maxUploadBytes
    if (bytes !== null && bytes > maxBytes) throw new Problem('body-too-large', { maxBytes })
    if (running >= atOnce) throw new Problem('too-many-requests', { retryAfterSeconds: 5 })
    running++
    const digester = startDigester()
    try {
      const parsed = await parse(upload)
      return await runExclusive(() => saveImported(parsed, upload, { profiles, digester }))
    } finally {
      running--
      await digester.close()
    }
  }

  async function parse({ body, bytes, options = defaultImportOptions, signal }: Upload) {
    const limits = {
      memoryBytes: config.parserMemoryBytes,
      seconds: config.parserSeconds,
      outputBytes: maxEncodedBytes,
      parserUid: config.parserUid,
    }
    const job = { format: 'guess', unit: options.unit, counts: options.counts === '2' ? 2 : 1 } as const
    const parsed = await runParser(job, counted(body, bytes, config.maxUploadBytes), limits, signal)
    if (parsed.length === 0)
      throw new Problem('unreadable-profile', { reason: 'it has no sample of any kind that can be drawn' })
    return parsed
  }
}

/** Passes the bytes on, none more than allowed and none fewer than announced. */
async function* counted(body: AsyncIterable<Uint8Array>, announced: number | null, maxBytes: number) {
  let receivedBytes = 0
  for await (const chunk of body) {
    receivedBytes += chunk.byteLength
    if (receivedBytes > maxBytes) throw new Problem('body-too-large', { maxBytes })
    yield chunk
  }
  if (announced !== null && receivedBytes !== announced)
    throw new Problem('invalid-request', {
      what: `the file was cut short: ${receivedBytes} of ${announced} bytes arrived`,
    })
}
