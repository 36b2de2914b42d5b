/** A profile as a file to take away, in each format we write. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Note, type ProfileSummary } from '../contract.ts'
import { type ExportedPage, htmlAround } from '../formats/html-file.ts'
import { type StoredBytes } from '../store/profiles.ts'
import { type ExportFormat } from './export-formats.ts'
import { writeProfile } from './profile-thread.ts'
import { pullStream } from './pull-stream.ts'

export interface ExportRequest {
  readonly format: ExportFormat
  /** Folded only: kinds as suffixes, as stackcollapse-perf.pl writes them. */
  readonly annotate: boolean
  /** HTML only: the query of the view that it opens with. */
  readonly view: string
}

export interface ExportedFile {
  readonly name: string
  readonly format: ExportFormat
  readonly bytes: ReadableStream<Uint8Array>
}

/** What is exported; the bytes are those of the store, gzipped. */
interface Exported {
  readonly summary: ProfileSummary
  readonly stored: StoredBytes
  readonly notes: readonly Note[]
}

/** Made by lib/launch/build-viewer.ts, with the pages. */
const builtTemplate = join(import.meta.dirname, '../../.next/hearth-viewer.html')

/** Throws: Problem `unreadable-profile`, while the bytes are read. */
export async function exportProfile(
  { summary, stored, notes }: Exported,
  { format, annotate, view }: ExportRequest,
  templatePath = builtTemplate,
): Promise<ExportedFile> {
  const { name } = summary
  if (format === 'hearth') return { name, format, bytes: stored.stream }
  if (format === 'html') {
    const page = { summary, notes: notes.map(forFile), query: view, exportedAt: Date.now() }
    return { name, format, bytes: insertInto(await readFile(templatePath, 'utf8'), page, stored.stream) }
  }
  const gzipped = new Uint8Array(await buffer(stored.stream))
  return { name, format, bytes: writeProfile(gzipped, { format, annotate, title: name }) }
}

/** A file is for those who have it: what only the store needs stays here. */
function forFile({ profileId: _, ...note }: Note): ExportedPage['notes'][number] {
  return note
}

/** The stored bytes pass through as base64 and are never held whole. */
function insertInto(
  template: string,
  page: ExportedPage,
  profile: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const [before, after] = htmlAround(template, page)
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from(before)
    // Base64 takes three bytes at a time; those left over wait for the next chunk.
    let rest = Buffer.alloc(0)
    for await (const chunk of profile) {
      const bytes = Buffer.concat([rest, chunk])
      const whole = bytes.length - (bytes.length % 3)
      yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1')
      rest = bytes.subarray(whole)
    }
    yield Buffer.from(rest.toString('base64') + after)
  }
  return pullStream(pieces())
}
