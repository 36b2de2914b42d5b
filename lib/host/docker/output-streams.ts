/** Takes apart what an engine joins: both output streams of a container come over one connection, in framed pieces. */
import type { Readable } from 'node:stream'

export interface ContainerOutput {
  /** Of the reader's own pace: what is not read is not fetched. Ends with the container. */
  readonly stdout: AsyncGenerator<Buffer>
  /** The last 64 KiB so far; only grows while `stdout` is read. */
  stderr(): string
}

const stderrBytes = 65536
const headerBytes = 8
/** Docker's own pieces have at most 32 KiB; a stream without frames would name any length. */
const maxPieceBytes = 2 ** 20
const stdoutNumber = 1
const stderrNumber = 2

/**
 * Source: the Docker API's "Attach to a container": stream number, three zeros, length as 32 bits big endian, the piece.
 *
 * Throws: an Error for bytes that are no such stream, and whatever breaks the connection.
 */
export function demuxDocker(stream: Readable): ContainerOutput {
  let stderr: Buffer = Buffer.alloc(0)

  async function* read(): AsyncGenerator<Buffer> {
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let at = 0
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (bytes.length - at >= headerBytes) {
        const number = bytes[at]!
        const length = bytes.readUInt32BE(at + 4)
        if (number > stderrNumber || length > maxPieceBytes) throw new Error('not the output of a container')
        const end = at + headerBytes + length
        if (end > bytes.length) break
        const piece = bytes.subarray(at + headerBytes, end)
        if (number === stderrNumber) stderr = Buffer.concat([stderr, piece]).subarray(-stderrBytes)
        if (number === stdoutNumber) yield piece
        at = end
      }
      rest = bytes.subarray(at)
    }
  }

  return { stdout: read(), stderr: () => stderr.toString('utf8') }
}
