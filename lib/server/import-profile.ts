/** A file that somebody dropped becomes a profile; it passes through, and is never held whole. */
import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { ProfileSummary } from '../contract.ts'
import { defaultImportOptions, type Imported, type ImportOptions, type ImportWarning } from '../contract/imports.ts'
import { Problem } from '../errors.ts'
import type { ParsedProfile } from '../parser/frames.ts'
import { runParser } from '../parser/run-parser.ts'
import type { ProfileStore } from '../store/profiles.ts'
import { takeTurns } from '../store/take-turns.ts'
import { type Digester, startDigester } from './digest-thread.ts'
import { nameOfFile } from './name-of-file.ts'

export interface Upload {
  readonly body: AsyncIterable<Uint8Array>
  /** As the client calls it: hostile text, never a path. */
  readonly fileName: string
  /** What the client announced, when it did. */
  readonly bytes: number | null
  /** What the client declares of folded text. */
  readonly options?: ImportOptions
  readonly createdBy: string
  readonly signal: AbortSignal
}

type ImportConfig = Pick<Config, 'maxUploadBytes' | 'parserMemoryBytes' | 'parserSeconds' | 'parserUid'>

/** What no file tells. */
const unknown = { labels: [], partial: null, pinned: false, note: '' }
const atOnce = 2
/** A million samples are 30 MB; the encoded profile is held in memory, and a file of 2 GB must not fill that. */
const maxEncodedBytes = 256 * 2 ** 20
/** Readers say each kind of thing once; a hostile profile of ours could hold millions. */
const mostWarnings = 50

export function createImporter(config: ImportConfig, profiles: ProfileStore): (upload: Upload) => Promise<Imported> {
  let running = 0
  // Of several imports, one profile at a time is unpacked and packed: that takes several times the memory of its bytes.
  const inTurn = takeTurns()

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
      return await inTurn(() => keep(parsed, upload, digester))
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

  async function keep(parsed: readonly ParsedProfile[], upload: Upload, digester: Digester): Promise<Imported> {
    const { fileName, createdBy } = upload
    const nameOfPart = partNames(parsed, upload)
    // Those of one file belong together as those of one capture do; before and after are of one event and do not.
    const isFamily = parsed.length > 1 && nameOfPart !== sides
    const file = { captureId: isFamily ? randomBytes(16).toString('hex') : null, createdAt: Date.now(), createdBy }
    const saved: ProfileSummary[] = []
    const warnings = new Map<string, ImportWarning>()
    for (const [index, { event, bytes }] of parsed.entries()) {
      const { facts, warnings: found, gzipped } = await digester.digest(bytes)
      const name = nameOfFile(fileName)
      const service = facts.service ?? name
      const named = { ...facts, event, name: `${name} ${nameOfPart(event, index)}`.trim(), service }
      saved.push(await profiles.save({ ...unknown, ...file, ...named }, gzipped))
      // Those of one reader stand in each of its profiles.
      for (const warning of found.slice(0, mostWarnings)) warnings.set(`${warning.code} ${warning.line}`, warning)
    }
    return { profiles: saved, warnings: [...warnings.values()] }
  }
}

type PartName = (event: string, index: number) => string
const alone: PartName = () => ''
const byEvent: PartName = (event) => event
const sides: PartName = (_, index) => (index === 0 ? 'before' : 'after')

/** What each profile of a file is called behind the file's name. */
function partNames(parsed: readonly ParsedProfile[], { options }: Upload): PartName {
  if (parsed.length === 1) return alone
  const isPair = options?.counts === '2' && parsed.length === 2 && parsed[0]!.event === parsed[1]!.event
  return isPair ? sides : byEvent
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
