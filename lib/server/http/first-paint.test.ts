import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { encodeStored } from '../../profile/model/encode-stored.ts'
import { encodeProfile } from '../../profile/model/encode.ts'
import { pictureOf } from '../../profile/layout/tree-picture.ts'
import { largeProfile } from '../../testing/profiles/random-profile.ts'
import { firstPictureAnswer } from './responses.ts'
import { pullStream } from './pull-stream.ts'

const large = largeProfile(30_000, 500)

/** In pieces, as a disk gives them; `read` counts those that were asked for. */
function storedBytes(encoded: Uint8Array) {
  const gzipped = gzipSync(encoded)
  const seen = { read: 0, isClosed: false }
  async function* disk() {
    try {
      for (let at = 0; at < gzipped.length; at += 1001) {
        seen.read += 1001
        yield gzipped.subarray(at, at + 1001)
      }
    } finally {
      seen.isClosed = true
    }
  }
  const stored = { stream: pullStream(disk()), sha256: '', bytes: gzipped.length, encodedBytes: encoded.length }
  return { stored, seen }
}

/** What the script leaves for the one behind it. */
async function runScript(answer: Response): Promise<unknown> {
  const page: { hearthFirstPicture?: unknown } = {}
  runInNewContext(await answer.text(), page)
  return JSON.parse(JSON.stringify(page.hearthFirstPicture)) as unknown
}

test('the script brings the picture that the bytes of a large profile begin with, and reads no more of them', async () => {
  const { stored, seen } = storedBytes(encodeStored(large))
  const answer = await firstPictureAnswer(stored, 'private, no-store')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(await runScript(answer)).toEqual(JSON.parse(JSON.stringify(pictureOf(large))))
  await vi.waitFor(() => expect(seen.isClosed).toBe(true))
  expect(seen.read).toBeLessThan(stored.bytes)
})

test('it brings none of a small profile', async () => {
  const { stored, seen } = storedBytes(encodeProfile(large))
  expect(await runScript(await firstPictureAnswer(stored, 'private'))).toBe(null)
  await vi.waitFor(() => expect(seen.isClosed).toBe(true))
})

test('names stay text', async () => {
  const strings = large.strings.map((name, row) => (row === 0 ? name : `"${name}\u2028</script>\\`))
  const { stored } = storedBytes(encodeStored({ ...large, strings }))
  const picture = (await runScript(await firstPictureAnswer(stored, 'private'))) as { names: string[] }
  expect(picture.names.filter((name) => name.endsWith('\u2028</script>\\')).length).toBeGreaterThan(100)
})
