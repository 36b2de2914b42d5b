import { expect, test } from 'vitest'
import {
  type AcceptFrame,
  createFrameDecoder,
  type FrameLayout,
  dockerLayout,
  encodeFrame,
  encodeFrameHeader,
  readFrames,
} from './frames.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size: number, accept: AcceptFrame = () => undefined, layout?: FrameLayout) {
  const frames: [number, string][] = []
  for await (const { kind, payload } of readFrames(inPieces(bytes, size), accept, layout)) {
    frames.push([kind, payload.toString()])
  }
  return frames
}

const sent = Buffer.concat([
  encodeFrame(1, Buffer.from('abc'), Buffer.from('de')),
  encodeFrame(7),
  encodeFrame(2, Buffer.from('f')),
])

test.each([1, 2, 3, 5, 8, 100])('frames come whole out of pieces of %i bytes, empty ones too', async (size) => {
  expect(await read(sent, size)).toEqual([
    [1, 'abcde'],
    [7, ''],
    [2, 'f'],
  ])
})

test('Docker’s frames have a longer header', async () => {
  const bytes = Buffer.from([2, 0, 0, 0, 0, 0, 0, 3, 97, 98, 99])
  expect(await read(bytes, 4, undefined, dockerLayout)).toEqual([[2, 'abc']])
})

test('a frame is refused by its header, before its payload is held, after those before it', async () => {
  const accept: AcceptFrame = (kind, bytes) => {
    if (bytes > 10) throw new Error(`${kind} has ${bytes}`)
  }
  const decoder = createFrameDecoder(accept)
  const kinds: number[] = []
  const bytes = Buffer.concat([encodeFrame(1), encodeFrameHeader(4, 2 ** 32 - 1)])
  expect(() => {
    for (const { kind } of decoder.add(bytes)) kinds.push(kind)
  }).toThrow('4 has 4294967295')
  expect(kinds).toEqual([1])
})

test('it knows of a frame that is cut off', () => {
  for (let end = 0; end <= sent.length; end++) {
    const decoder = createFrameDecoder(() => undefined)
    const frames = [...decoder.add(sent.subarray(0, end))]
    expect(decoder.isMidFrame(), `after ${end}`).toBe(![0, 10, 15, 21].includes(end))
    expect(frames).toHaveLength(end < 10 ? 0 : end < 15 ? 1 : end < 21 ? 2 : 3)
  }
})
