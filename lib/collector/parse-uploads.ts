/**
 * Files that the web program was sent, read by the same parser as recordings: the web program could not give it less
 * than its own rights.
 */
import type { Config } from '../config.ts'
import type { UploadOptions } from '../contract/imports.ts'
import { Problem } from '../errors.ts'
import { parserLimits, startParser, streamParser } from '../parser/run-parser.ts'
import { createStarterAhead } from './start-ahead.ts'

/** When a client may retry (Retry-After) whose upload found all parsers in use. */
const uploadRetrySeconds = 5

type UploadConfig = Pick<Config, 'maxUploadBytes' | 'parserMemoryBytes' | 'parserSeconds' | 'parserUid'>

/** Uploads that are parsed at the same time: each parser may take as much memory as it is given. */
const uploadsAtOnce = 2

export function createUploadParser({ maxUploadBytes, ...config }: UploadConfig) {
  const limits = parserLimits(config)
  const parsers = createStarterAhead(() => startParser(limits))
  let running = 0

  /**
   * The parser's output as it writes it. Throws: Problem `too-many-requests`, `body-too-large`, and those of the
   * parser.
   */
  return async function* parseUpload(
    { unit, counts, fileName }: UploadOptions,
    upload: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    if (running >= uploadsAtOnce) throw new Problem('too-many-requests', { retryAfterSeconds: uploadRetrySeconds })
    running++
    try {
      const job = { format: 'guess', unit, fileName, counts: counts === '2' ? 2 : 1 } as const
      yield* streamParser(job, limited(upload, maxUploadBytes), limits, signal, parsers.take)
    } finally {
      running--
      parsers.noteEnd()
    }
  }
}

async function* limited(upload: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of upload) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Problem('body-too-large', { body: 'file', maxBytes })
    yield chunk
  }
}
