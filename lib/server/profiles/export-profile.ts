/** A profile as a file to take away, in each format we write. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Note } from '../../contract/notes.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { profileFileName } from '../../contract/profile-file-name.ts'
import { profileTitle } from '../../contract/profile-title.ts'
import { type ExportedPage, splitTemplate } from '../../formats/html/html-file.ts'
import { firstPaintBoxes } from '../../profile/first-paint/first-paint-html.ts'
import type { StoredBytes } from '../../store/library/profiles.ts'
import { makeFirstPaint } from './first-paints.ts'
import { type ExportFormat, writeProfile } from './profile-thread.ts'
import { pullStream } from '../http/pull-stream.ts'

export interface ExportRequest {
  readonly format: ExportFormat
  /** Folded only: kinds as suffixes, as stackcollapse-perf.pl writes them. */
  readonly annotate: boolean
  /** HTML only: the query of the view that it opens with. */
  readonly view: string
}

export interface ExportedFile {
  /** The name of the file without its ending. */
  readonly name: string
  readonly format: ExportFormat
  /** Its frames have kinds as suffixes. */
  readonly isAnnotated: boolean
  readonly bytes: ReadableStream<Uint8Array>
}

/** The parts of an export; `stored` is gzipped. */
interface Exported {
  readonly summary: ProfileSummary
  readonly stored: StoredBytes
  readonly notes: readonly Note[]
}

/** Made by lib/launch/build-viewer.ts, with the pages. */
const builtTemplate = join(import.meta.dirname, '../../../.next/hearth-viewer.html')

/** Gives the export as a stream. Throws: Problem `unreadable-profile`, while the bytes are read. */
export async function exportProfile(
  { summary, stored, notes }: Exported,
  { format, annotate, view }: ExportRequest,
  templatePath = builtTemplate,
): Promise<ExportedFile> {
  const file = { name: profileFileName(summary), format, isAnnotated: annotate && format === 'folded' }
  if (format === 'hearth') return { ...file, bytes: stored.stream }
  const gzipped = new Uint8Array(await buffer(stored.stream))
  if (format === 'html') {
    const page = { summary, notes: notes.map(prepareForFile), query: view, exportedAt: Date.now() }
    const boxes = firstPaintBoxes((await makeFirstPaint(gzipped, true)).paint, view, summary.event)
    const around = splitTemplate(await readFile(templatePath, 'utf8'), page, boxes)
    return { ...file, bytes: pullStream(withBase64(around, gzipped)) }
  }
  return { ...file, bytes: writeProfile(gzipped, { format, annotate, title: profileTitle(summary) }) }
}

/** Takes off the id of the profile, which only the store needs. */
function prepareForFile({ profileId: _, ...note }: Note): ExportedPage['notes'][number] {
  return note
}

/** Three bytes are four characters of base64, so pieces of a multiple of three can be written one by one. */
const exportPieceBytes = 3 * 2 ** 16

async function* withBase64([before, after]: readonly [string, string], bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(before)
  for (let at = 0; at < bytes.length; at += exportPieceBytes) {
    const piece = bytes.subarray(at, at + exportPieceBytes)
    yield Buffer.from(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('base64'), 'latin1')
  }
  yield Buffer.from(after)
}
