/**
 * Frames over a stream of bytes: a kind, a length, a payload. The helper and the parser send ours, the Docker engine
 * its own.
 *
 *     ours     kind u8, length u32 big endian, payload         02 00 00 00 03 'abc'
 *     Docker   kind u8, three zeros, length u32 big endian     01 00 00 00 00 00 00 03 'abc'
 */
export interface RawFrame {
  readonly kind: number
  /** In a buffer of its own, at its start: it may be transferred to a thread. */
  readonly payload: Buffer
}

/** Where the length is in the header; the kind is its first byte. */
export interface FrameLayout {
  readonly headerBytes: number
  readonly lengthAt: number
}

const ownLayout: FrameLayout = { headerBytes: 5, lengthAt: 1 }
/** Source: the Docker API's "Attach to a container". */
export const dockerLayout: FrameLayout = { headerBytes: 8, lengthAt: 4 }

/**
 * Called when a header has come, before its payload is held. Throws: when this is no frame, or one that is too long.
 */
export type AcceptFrame = (kind: number, payloadBytes: number) => void

export function createFrameDecoder(accept: AcceptFrame, { headerBytes, lengthAt } = ownLayout) {
  const header = Buffer.alloc(headerBytes)
  let headerFilled = 0
  /** Null until the header is whole. */
  let payload: Buffer | null = null
  let payloadFilled = 0

  return {
    /** The frames that end in this chunk. Throws: what `accept` throws. */
    *add(chunk: Uint8Array): Generator<RawFrame> {
      let at = 0
      while (at < chunk.length) {
        if (payload === null) {
          const part = chunk.subarray(at, at + headerBytes - headerFilled)
          header.set(part, headerFilled)
          headerFilled += part.length
          at += part.length
          if (headerFilled < headerBytes) return
          const payloadBytes = header.readUInt32BE(lengthAt)
          accept(header[0]!, payloadBytes)
          payload = Buffer.from(new ArrayBuffer(payloadBytes))
        }
        const part = chunk.subarray(at, at + payload.length - payloadFilled)
        payload.set(part, payloadFilled)
        payloadFilled += part.length
        at += part.length
        if (payloadFilled < payload.length) return
        const frame = { kind: header[0]!, payload }
        headerFilled = payloadFilled = 0
        payload = null
        yield frame
      }
    },
    /** The last chunk ended in the middle of a frame. */
    isMidFrame: () => headerFilled > 0,
  }
}

/** The frames of a stream; bytes after the last whole one are ignored. Throws: what `accept` throws. */
export async function* readFrames(
  chunks: AsyncIterable<Uint8Array>,
  accept: AcceptFrame,
  layout?: FrameLayout,
): AsyncGenerator<RawFrame> {
  const decoder = createFrameDecoder(accept, layout)
  for await (const chunk of chunks) yield* decoder.add(chunk)
}

/** What stands before a payload that is sent as it is. */
export function encodeFrameHeader(kind: number, payloadBytes: number): Buffer {
  const header = Buffer.alloc(ownLayout.headerBytes)
  header[0] = kind
  header.writeUInt32BE(payloadBytes, ownLayout.lengthAt)
  return header
}

export function encodeFrame(kind: number, ...payload: Uint8Array[]): Buffer {
  const payloadBytes = payload.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([encodeFrameHeader(kind, payloadBytes), ...payload])
}
