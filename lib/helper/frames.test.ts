import { expect, test } from 'vitest'
import { type Frame, encodeData, encodeMessage, readHelperFrames } from './frames.ts'
import { maxFrameBytes, pieceBytes } from './protocol.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size = bytes.length): Promise<Frame[]> {
  const frames: Frame[] = []
  for await (const frame of readHelperFrames(inPieces(bytes, size))) frames.push(frame)
  return frames
}

const hello = { type: 'hello', uid: 103, gid: 1000, capabilities: '0000000000000000' } as const

test.each([1, 2, 3, 7, 64, 100_000])('messages and files are read from chunks of %i bytes', async (size) => {
  const bytes = Buffer.from('x'.repeat(600))
  const sent = Buffer.concat([encodeMessage(hello), ...encodeData(3, bytes), encodeMessage({ type: 'alive' })])
  expect(await read(sent, size)).toEqual([
    { kind: 'message', message: hello },
    { kind: 'data', file: 3, bytes },
    { kind: 'message', message: { type: 'alive' } },
  ])
})

test('a large file is sent in several frames', async () => {
  const bytes = Buffer.alloc(3 * pieceBytes + 5, 'abc')
  const frames = await read(Buffer.concat([...encodeData(0, bytes)]), 65536)
  expect(frames).toHaveLength(4)
  expect(Buffer.concat(frames.map((frame) => (frame.kind === 'data' ? frame.bytes : Buffer.alloc(0))))).toEqual(bytes)
})

test('an incomplete frame at the end is left out', async () => {
  const sent = Buffer.concat([encodeMessage(hello), encodeMessage({ type: 'alive' })])
  expect(await read(sent.subarray(0, -1))).toEqual([{ kind: 'message', message: hello }])
})

test.each([
  ['a length that is too large', Buffer.from([1, 255, 255, 255, 255])],
  ['an unknown kind', Buffer.from([9, 0, 0, 0, 0])],
  ['text instead of frames', Buffer.from('Error: Cannot find module\n')],
  ['a message with a wrong property', frame(1, '{"type":"file","file":-1}')],
  ['a message that is no JSON', frame(1, '{')],
  ['a file without a number', frame(2, 'ab')],
])('%s is refused', async (_, bytes) => {
  await expect(read(bytes)).rejects.toThrow()
})

test('a message that is too long for a frame is not sent', () => {
  expect(() => encodeMessage({ type: 'broken', reason: 'x'.repeat(maxFrameBytes) })).toThrow(/broken/)
})

function frame(kind: number, payload: string): Buffer {
  const header = Buffer.from([kind, 0, 0, 0, 0])
  header.writeUInt32BE(Buffer.byteLength(payload), 1)
  return Buffer.concat([header, Buffer.from(payload)])
}
