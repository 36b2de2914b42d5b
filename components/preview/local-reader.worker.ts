/**
 * Reads a file that the user gave to the page, as the server's parser will, so that its boxes need not wait for the
 * server.
 */
import type { ImportOptions } from '../../lib/contract/imports.ts'
import { detectFormat } from '../../lib/formats/detect.ts'
import { describeByFileName } from '../../lib/formats/folded/describe-by-name.ts'
import { readFolded } from '../../lib/formats/folded/folded.ts'
import { peek } from '../../lib/formats/reading/byte-stream.ts'
import { startBytes } from '../../lib/formats/reading/file-start.ts'
import type { ReaderResult } from '../../lib/formats/reading/import.ts'
import { inUtf8 } from '../../lib/formats/reading/utf8.ts'
import { readPerfScript } from '../../lib/formats/perf/perf-script.ts'
import { readPprof } from '../../lib/formats/pprof/pprof.ts'
import { readSpeedscope } from '../../lib/formats/speedscope/speedscope.ts'
import { firstPaintOf } from '../../lib/profile/first-paint/first-paint.ts'
import { firstPaintBoxes } from '../../lib/profile/first-paint/first-paint-html.ts'
import type { FormatId } from '../../lib/profile/model/format-ids.ts'

export interface LocalRequest {
  readonly file: File
  readonly options: Pick<ImportOptions, 'counts'>
}

/**
 * `boxes`: the SVG of firstPaintBoxes; null for what the server has to read, which knows more formats and can say what
 * is wrong.
 */
export interface LocalReply {
  readonly boxes: string | null
}

type Reader = (chunks: AsyncIterable<Uint8Array>) => Promise<ReaderResult>

const readers: Partial<Record<FormatId, Reader>> = {
  folded: (chunks) => readFolded(chunks),
  'perf-script': (chunks) => readPerfScript(chunks),
  pprof: (chunks) => readPprof(chunks),
  speedscope: (chunks) => readSpeedscope(chunks),
}

/** Bytes of a dropped file that are read at a time. */
const sliceBytes = 2 ** 21
/** Unpacked: a tab must not fill up with what the server takes as a stream. */
const mostUnpackedBytes = 256 * 2 ** 20

self.onmessage = async ({ data }: MessageEvent<LocalRequest>) => {
  // Whatever is wrong with the file, the server says it better.
  const boxes = await read(data).catch(() => null)
  self.postMessage({ boxes } satisfies LocalReply)
}

// Reads a tiny file when the worker starts, so that the engine has compiled this code before the first real one.
void read({ file: new File(['main;ready 1\n'], 'ready'), options: { counts: '1' } })

async function read({ file, options }: LocalRequest): Promise<string | null> {
  const { head, all } = await peek(inUtf8(chunksOf(file)), startBytes)
  const { format } = detectFormat(head)
  const reader = format === null ? undefined : readers[format]
  if (!reader || options.counts === '2') return null
  // The server decides whether a doubtful file is in this format at all.
  const { profile, doubt } = await reader(all)
  const { event } = (format === 'folded' ? describeByFileName(profile, file.name) : profile).provenance
  if (profile.samples.length === 0 || doubt !== undefined) return null
  return firstPaintBoxes(firstPaintOf(profile), '', event)
}

/** Gives the file, unpacked. Throws: RangeError when it unpacks to too much. */
async function* chunksOf(file: File): AsyncGenerator<Uint8Array, void, undefined> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isGzip = magic[0] === 0x1f && magic[1] === 0x8b
  let bytes = 0
  for await (const chunk of isGzip ? unpacked(file) : slicesOf(file)) {
    bytes += chunk.length
    if (bytes > mostUnpackedBytes) throw new RangeError('too much to be read here')
    yield chunk
  }
}

async function* unpacked(file: File): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

/**
 * Each slice is fetched while the one before is read. A stream of the file has pieces of 64 KiB, each with a round trip
 * to another process.
 */
async function* slicesOf(file: File): AsyncGenerator<Uint8Array, void, undefined> {
  const sliceAt = (start: number) => file.slice(start, start + sliceBytes).arrayBuffer()
  let next = sliceAt(0)
  for (let start = 0; start < file.size; start += sliceBytes) {
    const slice = await next
    next = sliceAt(start + sliceBytes)
    next.catch(() => undefined) // a caller that waits for it gets the error; there may be none
    yield new Uint8Array(slice)
  }
}
