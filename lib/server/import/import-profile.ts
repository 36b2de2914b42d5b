/** An uploaded file becomes a profile; it passes through, and is never held whole. */
import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import { getEventLabel } from '../../contract/engines.ts'
import { noService, profileTextLimits } from '../../contract/constants.ts'
import {
  defaultImportOptions,
  type ImportOptions,
  type ImportWarning,
  type StoredFile,
} from '../../contract/imports.ts'
import { splitFileName } from '../../contract/profile-file-name.ts'
import { Problem } from '../../errors.ts'
import type { CollectorClient } from '../../collector/client/client.ts'
import type { ProfileStore } from '../../store/library/profiles.ts'
import { createMutex } from '../../store/mutex.ts'
import { createSharedDigester, type DigestFacts, type Digester } from '../profiles/digest/digest-thread.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { cutText } from '../../profile/names/cut-text.ts'
import { createParsedProfileReader, type ParsedProfile, requireProfiles } from '../../parser/output-frames.ts'

/** When a client may retry (Retry-After) whose import found too many others under way. */
const importRetrySeconds = 5
/** Characters that are kept of the name of an imported file. */
const longestPartName = 150

interface ImportedFile {
  /** The name that the client gave: hostile text, never used as a path. */
  readonly fileName: string
  readonly options?: ImportOptions
  readonly createdBy: string
}

interface SaveImportedOptions {
  readonly profiles: Pick<ProfileStore, 'save' | 'remove' | 'findByCapture'>
  readonly digester: Pick<Digester, 'digest'>
}

/** Fields that no file has. */
const importDefaults = { labels: [], partial: null, pinned: false, note: '' }
/** Limit of the warnings of a profile: readers give each kind once, a hostile profile of ours could hold millions. */
const maxWarnings = 50

/**
 * Saves all profiles of a file or none; gives them in the order of `parsed`, and each warning once, with the largest of
 * its counts. A warning that only one of several profiles has begins with its event. Throws: Problem
 * `unreadable-profile`, `quota-reached`, `disk-full`.
 */
export async function saveImported(
  parsed: readonly ParsedProfile[],
  file: ImportedFile,
  { profiles, digester }: SaveImportedOptions,
): Promise<StoredFile> {
  const { fileName, createdBy, options } = file
  const nameOfPart = partNames(parsed, file)
  const familyOf = chooseFamilies(parsed, file, profiles)
  const origin = { createdAt: Date.now(), createdBy }
  const saved: ProfileSummary[] = []
  const warnings = new Map<string, { warning: ImportWarning; events: string[] }>()
  try {
    for (const [index, { event, bytes }] of parsed.entries()) {
      const { facts, warnings: readerWarnings, firstPaint, gzipped } = await digester.digest(bytes)
      const name = deriveProfileName(fileName)
      const service = facts.service ?? (options?.service || noService)
      // A message of OTLP may hold many services, and its file, if any, has none of their names.
      const isOfService = facts.engine === 'otlp' && facts.service !== null
      const ownName = isOfService ? `${plainText(service)} ${event}` : `${name} ${nameOfPart(event, index)}`
      const named = { ...facts, event, name: ownName.trim(), service, captureId: await familyOf(facts, event) }
      saved.push(await profiles.save({ ...importDefaults, ...origin, ...named }, gzipped, firstPaint))
      // A reader that gives several profiles repeats its warnings in each.
      for (const warning of readerWarnings.slice(0, maxWarnings)) {
        const key = `${warning.code} ${warning.line} ${warning.text}`
        const before = warnings.get(key)
        const largest = before && before.warning.count > warning.count ? before.warning : warning
        warnings.set(key, { warning: largest, events: [...(before?.events ?? []), event] })
      }
    }
  } catch (error) {
    // A client that gets a failure sends the file again, and would have the first events twice.
    for (const { id } of saved) await profiles.remove(id).catch(console.error)
    throw error
  }
  return {
    profiles: saved,
    warnings: Array.from(warnings.values(), ({ warning, events: [event, ...others] }) =>
      parsed.length === 1 || others.length > 0
        ? warning
        : { ...warning, text: `${getEventLabel(event!)}: ${warning.text}` },
    ),
  }
}

/** Gives the id (`captureId`) that a profile shares with the other events of its recording; null for none. */
type FamilyOf = (facts: Pick<DigestFacts, 'service' | 'containerId'>, event: string) => Promise<string | null>

/** Chooses by what profiles belong together: events of one file, or of files sent as a group. */
function chooseFamilies(
  parsed: readonly ParsedProfile[],
  file: ImportedFile,
  profiles: SaveImportedOptions['profiles'],
): FamilyOf {
  if (parsed.length > 1) {
    const families = createFamilies()
    return async (facts, event) => (partNames(parsed, file) === sides ? null : families(facts, event))
  }
  const group = file.options?.group
  if (!group) return async () => null
  return async ({ service }, event) => {
    // The key holds the sender, so profiles that others captured get no event by it.
    const key = JSON.stringify([file.createdBy, group, service])
    const id = createHash('sha256').update(key).digest('hex').slice(0, 32)
    return (await profiles.findByCapture(id, event)) === null ? id : null
  }
}

/**
 * Profiles of one file and service belong together, one of each event, like those of one capture. A file with counts
 * before and after has two of one event, which do not belong together. Gives the id that they share, null for a second
 * profile of one event.
 */
function createFamilies() {
  const families = new Map<string, { readonly id: string; readonly events: Set<string> }>()
  return ({ service, containerId }: Parameters<FamilyOf>[0], event: string): string | null => {
    const key = JSON.stringify([service, containerId])
    const family = families.get(key) ?? { id: randomBytes(16).toString('hex'), events: new Set<string>() }
    families.set(key, family)
    if (family.events.has(event)) return null
    family.events.add(event)
    return family.id
  }
}

type PartName = (event: string, index: number) => string
const alone: PartName = () => ''
const byEvent: PartName = (event) => event
const sides: PartName = (_, index) => (index === 0 ? 'before' : 'after')

/** Gives the name of each profile of a file, behind the file's name. `counts`: how many a line of folded text has. */
function partNames(parsed: readonly ParsedProfile[], { options }: ImportedFile): PartName {
  if (parsed.length === 1) return alone
  const isPair = options?.counts === '2' && parsed.length === 2 && parsed[0]!.event === parsed[1]!.event
  return isPair ? sides : byEvent
}

/** Names of senders are hostile text. */
function plainText(text: string): string {
  return cutText(text.replace(/\p{Cc}/gu, ''), longestPartName)
}

/**
 * Names an imported profile after its file: no folder, no ending, no control characters, not too long.
 *
 *     fold/shop.perf.txt  shop.perf      shop.pb.gz  shop      shop.speedscope.json  shop      shop.alloc.folded  shop
 */
export function deriveProfileName(fileName: string): string {
  const last = fileName
    .replace(/\p{Cc}/gu, '')
    .split(/[\\/]/)
    .at(-1)!
  return cutText(splitFileName(last).name.trim(), profileTextLimits.name) || 'imported profile'
}

export interface Upload extends ImportedFile {
  readonly body: AsyncIterable<Uint8Array>
  /** Length that the client announced, if it did. */
  readonly bytes: number | null
  readonly signal: AbortSignal
}

/** An upload brings so many bytes in so many seconds that are spent waiting for it, or is refused. */
interface LeastSpeed {
  readonly bytes: number
  readonly seconds: number
}
/** 8 KiB/s: a slow phone brings more. A slower sender would keep the others' place for hours. */
const usualLeastSpeed: LeastSpeed = { bytes: 120 * 1024, seconds: 15 }

interface ImporterParts {
  /** Tests give another one. */
  readonly leastSpeed?: LeastSpeed
  readonly config: Pick<Config, 'maxUploadBytes'>
  readonly profiles: ProfileStore
  /** It starts the parser: this program has no user to give to it. */
  readonly collector: Pick<CollectorClient, 'parseUpload'>
}

/** Uploads that are read at the same time, one of each person; one more is refused (`too-many-requests`). */
const importsAtOnce = 2
/** Limit of an encoded profile, which is held in memory: a million samples are 30 MB, a file may have 2 GB. */
const maxEncodedBytes = 256 * 2 ** 20

/**
 * Makes the function that imports an uploaded file. It gives one profile for each event in the file, never none.
 * Throws: Problem `body-too-large`, `too-many-requests`, `upload-too-slow`, `invalid-request` when cut short, and those
 * of `parseUpload` and saveImported.
 */
export function createImporter({
  config,
  profiles,
  collector,
  leastSpeed = usualLeastSpeed,
}: ImporterParts): (upload: Upload) => Promise<StoredFile> {
  /** Whose imports are under way: one of each, so that no caller takes all there are. */
  const running = new Set<string>()
  // One profile at a time is unpacked and packed, however many imports there are: that takes several times the memory
  // of its bytes.
  const runExclusive = createMutex()
  const sharedDigester = createSharedDigester()

  return async function importProfile(upload) {
    const { bytes, createdBy } = upload
    const maxBytes = config.maxUploadBytes
    if (bytes !== null && bytes > maxBytes) throw new Problem('body-too-large', { body: 'file', maxBytes })
    if (running.size >= importsAtOnce || running.has(createdBy))
      throw new Problem('too-many-requests', { retryAfterSeconds: importRetrySeconds })
    running.add(createdBy)
    const digester = sharedDigester.use()
    try {
      const parsed = await parse(upload)
      return await runExclusive(() => saveImported(parsed, upload, { profiles, digester }))
    } finally {
      running.delete(createdBy)
      await digester.done()
    }
  }

  async function parse({ body, bytes, fileName, options = defaultImportOptions, signal }: Upload) {
    const frames = createParsedProfileReader(maxEncodedBytes)
    const upload = counted(atLeast(leastSpeed, body), bytes)
    const { counts, unit } = options
    const sent = { counts, unit, fileName: cutText(fileName, 1000) }
    for await (const chunk of collector.parseUpload(sent, upload, signal)) frames.add(chunk)
    return requireProfiles(frames.finish())
  }
}

/** Passes the bytes on. Throws: Problem `upload-too-slow`. The time that their reader takes does not count. */
async function* atLeast({ bytes, seconds }: LeastSpeed, body: AsyncIterable<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]()
  let pending = chunks.next()
  // Both since the last check.
  let waitedMs = 0
  let received = 0
  try {
    for (;;) {
      const from = performance.now()
      const next = await settleWithin(pending, seconds * 1000 - waitedMs)
      waitedMs += performance.now() - from
      if (next?.done) return
      received += next?.value.byteLength ?? 0
      if (next === null || waitedMs >= seconds * 1000) {
        if (received < bytes) throw new Problem('upload-too-slow', { bytes: received, seconds })
        waitedMs = 0
        received = 0
      }
      if (next === null) continue
      yield next.value
      pending = chunks.next()
    }
  } finally {
    // Neither is awaited: a body that stands still would not end.
    pending.catch(() => undefined)
    chunks.return?.().catch(() => undefined)
  }
}

/** Gives the value; null when it takes longer than `ms`, which may be none or less. */
async function settleWithin<Value>(promise: Promise<Value>, ms: number): Promise<Value | null> {
  const timer = Promise.withResolvers<null>()
  const timeout = setTimeout(() => timer.resolve(null), ms)
  try {
    return await Promise.race([promise, timer.promise])
  } finally {
    clearTimeout(timeout)
  }
}

/** Passes the bytes on, none fewer or more than announced; the collector takes none more than allowed. */
async function* counted(body: AsyncIterable<Uint8Array>, announced: number | null) {
  let receivedBytes = 0
  for await (const chunk of body) {
    receivedBytes += chunk.byteLength
    yield chunk
  }
  if (announced !== null && receivedBytes !== announced)
    throw new Problem('invalid-request', {
      what: `the file was cut short: ${receivedBytes} of ${announced} bytes arrived`,
    })
}
