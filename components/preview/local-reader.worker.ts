/** Reads a file that somebody gave to the page, as the server's parser will, so that its picture need not wait for the server. */
import type { ImportOptions } from '../../lib/contract/imports.ts'
import { detectFormat } from '../../lib/formats/detect.ts'
import type { FormatId } from '../../lib/profile/model/format-ids.ts'
import { readFolded } from '../../lib/formats/folded/folded.ts'
import { peek } from '../../lib/formats/reading/peek.ts'
import { readPerfScript } from '../../lib/formats/perf/perf-script.ts'
import { readPprof } from '../../lib/formats/pprof/pprof.ts'
import { readSpeedscope } from '../../lib/formats/speedscope/speedscope.ts'
import { inDrawingOrder } from '../../lib/profile/tree/drawing-order.ts'
import { encodeProfile } from '../../lib/profile/model/encode.ts'
import type { Profile } from '../../lib/profile/model/profile.ts'
import { tidyTables } from '../../lib/profile/model/tidy-tables.ts'
import { pictureOf, type TreePicture } from '../../lib/profile/layout/tree-picture.ts'

export interface LocalRequest {
  readonly file: File
  readonly options: ImportOptions
}

/** What can be seen of it at first sight, then all of it as it will be stored. `left`: to the server, which reads more formats and can say what is wrong. */
export type LocalReply =
  | { readonly type: 'picture'; readonly picture: TreePicture; readonly event: string }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'left' }

type Reader = (chunks: AsyncIterable<Uint8Array>) => Promise<{ readonly profile: Profile }>

const readers: Partial<Record<FormatId, Reader>> = {
  folded: (chunks) => readFolded(chunks),
  'perf-script': (chunks) => readPerfScript(chunks),
  pprof: (chunks) => readPprof(chunks),
  speedscope: (chunks) => readSpeedscope(chunks),
}

const headBytes = 65_536
const sliceBytes = 2 ** 21
/** Unpacked: a tab must not fill up with what the server takes as a stream. */
const mostBytes = 256 * 2 ** 20

const left: LocalReply = { type: 'left' }

self.onmessage = async ({ data }: MessageEvent<LocalRequest>) => {
  try {
    for await (const reply of read(data)) post(reply)
  } catch {
    post(left) // whatever is wrong with the file, the server says it better
  }
}

// The first file finds the readers compiled.
void warmUp()

async function warmUp(): Promise<void> {
  const file = new File(['main;ready 1\n'], 'ready')
  const replies = read({ file, options: { counts: '1', unit: 'samples' } })
  while (!(await replies.next()).done);
}

function post(reply: LocalReply): void {
  self.postMessage(reply, { transfer: reply.type === 'bytes' ? [reply.bytes.buffer] : [] })
}

async function* read({ file, options }: LocalRequest): AsyncGenerator<LocalReply> {
  const { head, all } = await peek(chunksOf(file), headBytes)
  const { format } = detectFormat(head)
  const reader = format === null ? undefined : readers[format]
  if (!reader || options.counts === '2') {
    yield left
    return
  }
  const { profile: read } = await reader(all)
  if (read.samples.length === 0) {
    yield left
    return
  }
  const profile = format === 'folded' ? { ...read, unit: options.unit } : read
  yield { type: 'picture', picture: pictureOf(profile), event: profile.provenance.event }
  yield { type: 'bytes', bytes: encodeProfile(tidyTables(inDrawingOrder(profile))) }
}

/** Throws: RangeError when it unpacks to too much. */
async function* chunksOf(file: File): AsyncGenerator<Uint8Array, void, undefined> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isGzip = magic[0] === 0x1f && magic[1] === 0x8b
  let bytes = 0
  for await (const chunk of isGzip ? unpacked(file) : slicesOf(file)) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new RangeError('too much to be read here')
    yield chunk
  }
}

async function* unpacked(file: File): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

/** Each is fetched while the one before is read. A stream would come in pieces of 64 KiB, each after a question to another process. */
async function* slicesOf(file: File): AsyncGenerator<Uint8Array, void, undefined> {
  const sliceAt = (start: number) => file.slice(start, start + sliceBytes).arrayBuffer()
  let next = sliceAt(0)
  for (let start = 0; start < file.size; start += sliceBytes) {
    const slice = await next
    next = sliceAt(start + sliceBytes)
    next.catch(() => undefined) // whoever waits for it hears of it; nobody may
    yield new Uint8Array(slice)
  }
}
