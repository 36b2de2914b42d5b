/** A file that somebody dropped becomes a profile; it passes through, and is never held whole. */
import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import { defaultImportOptions, type Imported, type ImportOptions, type ImportWarning } from '../../contract/imports.ts'
import { Problem } from '../../errors.ts'
import { runParser } from '../../parser/run-parser.ts'
import type { ProfileStore } from '../../store/library/profiles.ts'
import { createMutex } from '../../store/mutex.ts'
import { type Digester, startDigester } from './digest-thread.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { ParsedProfile } from '../../parser/output-frames.ts'

interface ImportedFile {
  /** As the client calls it: hostile text, never a path. */
  readonly fileName: string
  /** What the client declares of folded text. */
  readonly options?: ImportOptions
  readonly createdBy: string
}

interface SaveImportedOptions {
  readonly profiles: Pick<ProfileStore, 'save' | 'remove'>
  readonly digester: Digester
}

/** What no file tells. */
const importDefaults = { labels: [], partial: null, pinned: false, note: '' }
/** Readers say each kind of thing once; a hostile profile of ours could hold millions. */
const maxWarnings = 50

/** All of them or none. Throws: Problem `unreadable-profile`, `quota-reached`, `disk-full`. */
export async function saveImported(
  parsed: readonly ParsedProfile[],
  file: ImportedFile,
  { profiles, digester }: SaveImportedOptions,
): Promise<Imported> {
  const { fileName, createdBy } = file
  const nameOfPart = partNames(parsed, file)
  // Those of one file belong together as those of one capture do; before and after are of one event and do not.
  const isFamily = parsed.length > 1 && nameOfPart !== sides
  const origin = { captureId: isFamily ? randomBytes(16).toString('hex') : null, createdAt: Date.now(), createdBy }
  const saved: ProfileSummary[] = []
  const warnings = new Map<string, ImportWarning>()
  try {
    for (const [index, { event, bytes }] of parsed.entries()) {
      const { facts, warnings: readerWarnings, firstPaint, gzipped } = await digester.digest(bytes)
      const name = deriveProfileName(fileName)
      const service = facts.service ?? name
      const named = { ...facts, event, name: `${name} ${nameOfPart(event, index)}`.trim(), service }
      saved.push(await profiles.save({ ...importDefaults, ...origin, ...named }, gzipped, firstPaint))
      // Those of one reader stand in each of its profiles.
      for (const warning of readerWarnings.slice(0, maxWarnings)) {
        const key = `${warning.code} ${warning.line}`
        if (warning.count >= (warnings.get(key)?.count ?? 0)) warnings.set(key, warning)
      }
    }
  } catch (error) {
    // Whoever is told that it failed sends the file again, and would have the first events twice.
    for (const { id } of saved) await profiles.remove(id).catch(console.error)
    throw error
  }
  return { profiles: saved, warnings: [...warnings.values()] }
}

type PartName = (event: string, index: number) => string
const alone: PartName = () => ''
const byEvent: PartName = (event) => event
const sides: PartName = (_, index) => (index === 0 ? 'before' : 'after')

/** What each profile of a file is called behind the file's name. */
function partNames(parsed: readonly ParsedProfile[], { options }: ImportedFile): PartName {
  if (parsed.length === 1) return alone
  const isPair = options?.counts === '2' && parsed.length === 2 && parsed[0]!.event === parsed[1]!.event
  return isPair ? sides : byEvent
}

/**
 * What an imported profile is called after its file: no folder, no ending, no control characters, not too long.
 *
 *     fold/shop.perf.txt  shop.perf      shop.pb.gz  shop      shop.speedscope.json  shop
 */
export function deriveProfileName(fileName: string): string {
  const last = fileName
    .replace(/\p{Cc}/gu, '')
    .split(/[\\/]/)
    .at(-1)!
  const name = last
    .replace(/(?<=.)\.gz$/i, '')
    .replace(/(?<=.)(\.speedscope)?\.[^.]{1,10}$/i, '')
    .trim()
    .slice(0, 200)
  return name || 'imported profile'
}

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
