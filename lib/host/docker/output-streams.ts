/** Takes apart the two output streams of a container, which an engine sends over one connection, in framed pieces. */
import type { Readable } from 'node:stream'
import { dockerLayout, readFrames } from '../../framing/frames.ts'

/** The last bytes of a container's stderr are kept; those before are dropped. */
const containerStderrBytes = 65536
/** Docker's own pieces have at most 32 KiB; a stream without frames would name any length. */
const maxOutputPieceBytes = 2 ** 20
const stdoutNumber = 1
const stderrNumber = 2

/**
 * Splits the output of a container. Throws: an Error for bytes that are no such stream; the error of the connection.
 */
export function demuxDocker(stream: Readable) {
  let stderr: Buffer = Buffer.alloc(0)

  async function* read(): AsyncGenerator<Buffer> {
    for await (const { kind, payload } of readFrames(stream, checkPiece, dockerLayout)) {
      if (kind === stderrNumber) stderr = Buffer.concat([stderr, payload]).subarray(-containerStderrBytes)
      if (kind === stdoutNumber) yield payload
    }
  }

  return {
    /** Fetches only as fast as it is read. Ends with the container. */
    stdout: read(),
    /** The last 64 KiB so far; only grows while `stdout` is read. */
    stderr: () => stderr.toString('utf8'),
  }
}

function checkPiece(number: number, payloadBytes: number): void {
  if (number > stderrNumber || payloadBytes > maxOutputPieceBytes) throw new Error('not the output of a container')
}
