import { expect, test } from 'vitest'
import { type LineLimit, readLines } from './lines.ts'

async function* inPieces(text: string, bytes: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text)
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes)
}

async function linesOf(text: string, bytes: number, limit: LineLimit = { maxCharacters: 100 }): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readLines(inPieces(text, bytes), limit)) lines.push(line)
  return lines
}

test.each([1, 2, 3, 1000])(
  'lines come whole out of pieces of %i bytes, letters of several bytes too',
  async (bytes) => {
    expect(await linesOf('one\nzwölf §\n\nlast\n', bytes)).toEqual(['one', 'zwölf §', '', 'last'])
  },
)

test('what is cut off is no line', async () => {
  expect(await linesOf('one\n{"cut', 4)).toEqual(['one'])
  expect(await linesOf('', 1)).toEqual([])
})

test('a line without an end is not held for ever', async () => {
  await expect(linesOf(`one\n${'x'.repeat(1000)}`, 10)).rejects.toThrow(/more than 100/)
})

test.each([10, 1000])('or left out, and the next one is read, in pieces of %i bytes', async (bytes) => {
  const limit = { maxCharacters: 20, dropsLong: true }
  const text = `one\n${'x'.repeat(2000)}\ntwo\n${'y'.repeat(2000)}\n`
  expect((await linesOf(text, bytes, limit)).filter((line) => line.length <= 20)).toEqual(['one', 'two'])
})
