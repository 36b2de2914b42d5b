import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { largeProfile } from '../../testing/profiles/random-profile.ts'
import { htmlFileOf } from '../../testing/formats/html-template.ts'
import { sampleSummary } from '../../testing/samples.ts'
import { extractProfile } from './html-file.ts'

const encoded = encodeProfile(largeProfile(3000, 50))
const gzipped = gzipSync(encoded)

async function take(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(part)
  return Buffer.concat(parts)
}

describe('the self-contained file', () => {
  it.each([1, 3, 5, 1000, 65536])('gives the profile back to the byte, however it is cut (%i)', async (size) => {
    for (const cut of [0, 1, 2]) {
      const bytes = gzipped.subarray(0, gzipped.length - cut)
      expect(await take(extractProfile(chunksOf(htmlFileOf(bytes), size)))).toEqual(bytes)
    }
    expect(gunzipSync(await take(extractProfile(chunksOf(htmlFileOf(gzipped), size))))).toEqual(Buffer.from(encoded))
  })

  it('lets no title and no text of a note end an element', () => {
    const nasty = '</script></title><script>alert(1)</script><!--'
    const file = htmlFileOf(gzipped, { summary: sampleSummary({ name: nasty }), query: nasty })
    expect(file).not.toContain('alert(1)</script>')
    expect(file.match(/<script/g)).toHaveLength(3)
    expect(file).toContain('<title>&lt;/script&gt;')
    const json = /id="hearth-page">(.*?)<\/script>/.exec(file)![1]!
    expect(JSON.parse(json)).toMatchObject({ summary: { name: nasty }, query: nasty })
  })

  it('is read to its end, though the profile stands before it', async () => {
    let isReadToItsEnd = false
    async function* sent() {
      yield* chunksOf(htmlFileOf(gzipped) + ' '.repeat(1e5), 1000)
      isReadToItsEnd = true
    }
    await take(extractProfile(sent()))
    expect(isReadToItsEnd).toBe(true)
  })

  it.each([
    ['there is none in it', '<!doctype html><p>nothing here</p>'],
    ['it is cut off', htmlFileOf(gzipped).slice(0, 2000)],
    ['its base64 is damaged', htmlFileOf(gzipped).replace('H4sI', 'H4s!')],
  ])('says of a damaged one: %s', async (reason, file) => {
    await expect(take(extractProfile(chunksOf(file)))).rejects.toMatchObject({
      code: 'unreadable-profile',
      facts: { reason },
    })
  })
})
