import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { parserJobSchema } from '../../contract/parser-job.ts'
import { writeFolded } from '../../formats/folded/write-folded.ts'
import { parseRecording } from '../../parser/parse-recording.ts'
import { sortForDrawing } from '../../profile/tree/drawing-order.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { largeProfile } from '../../testing/profiles/random-profile.ts'
import { smallTemplate } from '../../testing/formats/html-template.ts'
import { sampleSummary } from '../../testing/samples.ts'
import { exportFormats } from './profile-thread.ts'
import { exportProfile, type ExportRequest } from './export-profile.ts'
import { pullStream } from '../http/pull-stream.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
const template = join(folder, 'viewer.html')
writeFileSync(template, smallTemplate)
afterAll(() => rmSync(folder, { recursive: true }))

const profile = sortForDrawing(largeProfile(5000, 200))
const encoded = encodeProfile(profile)
const note = {
  id: 'a'.repeat(32),
  profileId: 'd'.repeat(32),
  number: 1,
  path: [],
  frame: 'main',
  query: '',
  text: 'look here',
  createdBy: 'owner',
  createdAt: 0,
  updatedAt: 0,
}

async function exported(request: Partial<ExportRequest>): Promise<Buffer> {
  const gzipped = gzipSync(encoded)
  // In awkward pieces, as a disk may give them.
  const stream = pullStream(chunksOf(gzipped, 1001))
  const stored = { stream, sha256: '', bytes: gzipped.length, encodedBytes: encoded.length }
  const whole: ExportRequest = { format: 'folded', annotate: false, view: '', ...request }
  const file = await exportProfile({ summary: sampleSummary(), stored, notes: [note] }, whole, template)
  return Buffer.from(await new Response(file.bytes).arrayBuffer())
}

const read = async (bytes: Uint8Array) =>
  (await parseRecording(parserJobSchema.parse({ format: 'guess' }), [], chunksOf(bytes)))[0]!

describe('exportProfile', () => {
  it.each(exportFormats.filter((format) => format !== 'svg'))(
    'writes %s that can be imported again',
    async (format) => {
      const again = await read(await exported({ format }))
      expect([...writeFolded(again)]).toEqual([...writeFolded(profile)])
    },
  )

  it('lets go of the stored bytes when the browser leaves in the middle', async () => {
    let isOpen = true
    async function* disk() {
      try {
        for (;;) yield new Uint8Array(1000)
      } finally {
        isOpen = false
      }
    }
    const stored = { stream: pullStream(disk()), sha256: '', bytes: 1, encodedBytes: 1 }
    const request = { format: 'hearth', annotate: false, view: '' } as const
    const { bytes } = await exportProfile({ summary: sampleSummary(), stored, notes: [] }, request, template)
    const reader = bytes.getReader()
    await reader.read()
    await reader.read()
    await reader.cancel()
    expect(isOpen).toBe(false)
  })

  it.each(['html', 'hearth'] as const)('writes %s that gives the same bytes back', async (format) => {
    expect(encodeProfile(await read(await exported({ format })))).toEqual(encoded)
  })

  it('puts the summary, the notes and the view into the page, and not what is only ours', async () => {
    const html = (await exported({ format: 'html', view: 'q=main' })).toString()
    const page: unknown = JSON.parse(/id="hearth-page">(.*?)<\/script>/.exec(html)![1]!)
    const { profileId: _, ...kept } = note
    expect(page).toMatchObject({ summary: { name: 'shop' }, notes: [kept], query: 'q=main' })
    expect(html).toContain('<title>shop · 1970-01-01 00:00 UTC · Hearth</title>')
    expect(JSON.stringify(page)).not.toContain('profileId')
  })
})
