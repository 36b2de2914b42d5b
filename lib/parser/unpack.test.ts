import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chunksOf } from '../testing/formats/chunks.ts'
import { unpacked } from './unpack.ts'

async function lengthOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0
  for await (const chunk of chunks) length += chunk.length
  return length
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

describe('unpacked', () => {
  it.each(['', 'a', 'main;a 1\n', '\x1f'])('returns data that is not gzip unchanged: %j', async (text) => {
    expect(await textOf(unpacked(chunksOf(text, 1)))).toBe(text)
  })

  it.each([1, 7, 1000])('unpacks gzip with several members, in chunks of %i', async (size) => {
    const bytes = Buffer.concat([gzipSync('main;a 1\n'), gzipSync('main;b 2\n')])
    expect(await textOf(unpacked(chunksOf(bytes, size)))).toBe('main;a 1\nmain;b 2\n')
  })

  it('stops a decompression bomb early', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20))
    await expect(lengthOf(unpacked(chunksOf(bomb)))).rejects.toMatchObject({ code: 'parser-limit' })
  })

  it('unpacks a recording with a high compression ratio', async () => {
    const line = 'main;com.acme.Shop.search;java.util.HashMap.get 1\n'
    const text = Array.from({ length: 100_000 }, (_, index) => `thread-${index % 977};${line}`).join('')
    expect(await lengthOf(unpacked(chunksOf(gzipSync(text))))).toBe(text.length)
  })

  it.each([
    ['cut off', gzipSync('main;a 1\n').subarray(0, 15)],
    ['damaged', Buffer.concat([gzipSync('main;a 1\n').subarray(0, 12), Buffer.alloc(20, 7)])],
  ])('refuses gzip data that is %s', async (_, bytes) => {
    await expect(textOf(unpacked(chunksOf(bytes)))).rejects.toMatchObject({ code: 'unreadable-profile' })
  })

  it('passes on the error of its source', async () => {
    const failing = async function* () {
      yield gzipSync('main;a 1\n').subarray(0, 12)
      throw new Error('the pipe broke')
    }
    await expect(textOf(unpacked(failing()))).rejects.toThrow('the pipe broke')
  })

  it('closes its input when the reader stops early', async () => {
    let isOpen = true
    const endless = async function* () {
      try {
        yield gzipSync('a'.repeat(1e6))
        for (;;) yield gzipSync('b'.repeat(1e6))
      } finally {
        isOpen = false
      }
    }
    for await (const chunk of unpacked(endless())) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    expect(isOpen).toBe(false)
  })
})
