/** Messages and files as frames, and back; see protocol.ts. */
import type { Writable } from 'node:stream'
import { ownFiles } from '../host/kernel/named-files.ts'
import { encodeFrame, type RawFrame, readFrames } from '../framing/frames.ts'
import {
  type HelperMessage,
  helperMessageSchema,
  dataKind,
  maxFrameBytes,
  messageKind,
  pieceBytes,
} from './protocol.ts'

export type Frame =
  | { readonly kind: 'message'; readonly message: HelperMessage }
  | { readonly kind: 'data'; readonly file: number; readonly bytes: Buffer }

/** Gives a message as a frame. Throws: an Error for one that is too long to be sent. */
export function encodeMessage(message: HelperMessage): Buffer {
  const json = Buffer.from(JSON.stringify(message))
  if (json.length > maxFrameBytes) throw new Error(`a message "${message.type}" of ${json.length} bytes`)
  return encodeFrame(messageKind, json)
}

/** A file's bytes in pieces of a good size. */
export function* encodeData(file: number, bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(file)
    yield encodeFrame(dataKind, number, bytes.subarray(at, at + pieceBytes))
  }
}

/**
 * Gives the frames of a helper. Throws: an Error for bytes that are none of ours; bytes after the last whole frame are
 * a helper cut off.
 */
export async function* readHelperFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  for await (const frame of readFrames(chunks, checkLength)) yield parseFrame(frame)
}

function checkLength(_kind: number, payloadBytes: number): void {
  if (payloadBytes > maxFrameBytes) throw new Error(`a frame of ${payloadBytes} bytes`)
}

function parseFrame({ kind, payload }: RawFrame): Frame {
  if (kind === dataKind && payload.length >= 4) {
    return { kind: 'data', file: payload.readUInt32BE(0), bytes: payload.subarray(4) }
  }
  if (kind !== messageKind) throw new Error(`a frame of kind ${kind}`)
  const parsed = helperMessageSchema.safeParse(JSON.parse(payload.toString('utf8')))
  if (!parsed.success) throw new Error(`an odd message: ${parsed.error.issues[0]?.message ?? ''}`)
  return { kind: 'message', message: parsed.data }
}

/** Sends messages and files in the order they were given, as fast as the other side takes them. */
export type FrameWriter = ReturnType<typeof createFrameWriter>

export function createFrameWriter(output: Writable) {
  let files = 0
  let broken: Error | null = null
  output.on('error', (error) => (broken = error))

  function write(bytes: Buffer): Promise<void> {
    if (broken) return Promise.reject(broken)
    return new Promise((resolve, reject) => output.write(bytes, (error) => (error ? reject(error) : resolve())))
  }

  const send = (message: HelperMessage) => write(encodeMessage(message))

  async function sendStream(chunks: AsyncIterable<Buffer>): Promise<number> {
    const file = files++
    await send({ type: 'file', file })
    for await (const chunk of chunks) {
      for (const frame of encodeData(file, chunk)) await write(frame)
    }
    await send({ type: 'file-end', file })
    return file
  }

  return {
    send,
    /** Sends what a stream gives as a file and tells its number. Throws: what the stream throws. */
    sendStream,
    /** Sends a file in pieces. Throws: the system error. */
    sendFile: (path: string) =>
      sendStream(ownFiles.createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>),
    /** Resolves when all of it is out. */
    end: () => new Promise((resolve) => output.end(resolve)),
  }
}
