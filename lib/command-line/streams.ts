/** Streams of a command: those of the process, or a test's. */
import { once } from 'node:events'
import { Writable } from 'node:stream'

export interface CommandStreams {
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: {
    write(bytes: Uint8Array | string): unknown
    /** Width of the terminal in characters; undefined where it is none. */
    readonly columns?: number | undefined
  }
  readonly stderr: {
    write(text: string): unknown
    /** Whether the stream is a terminal: then a line may be written over. */
    readonly isTTY?: boolean
  }
}

/** Waits where the reader is slower than we are, so that a large output does not pile up in memory. */
export async function writeAndWait(stdout: CommandStreams['stdout'], bytes: Uint8Array | string): Promise<void> {
  if (stdout.write(bytes) === false && stdout instanceof Writable) await once(stdout, 'drain')
}
