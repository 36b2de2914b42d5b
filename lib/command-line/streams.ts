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

/** Reason of the signal that ends a command whose reader has left. */
export const readerLeft = new DOMException('the reader of the output has left', 'AbortError')

/**
 * Ends the program when the pipe that its output goes to closes early, as with `head`: in order, as Ctrl-C does, so
 * that a capture under way is cancelled. What is written after that is lost, and the exit code is the command's own.
 */
export function endWhenReaderLeaves(stdout: NodeJS.WriteStream, interrupted: AbortController): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    interrupted.abort(readerLeft)
  })
}

/**
 * Waits for work that leaves nothing to undo: Ctrl-C ends the wait at once. A reader that has left does not, since the
 * exit code may still matter. Throws: the reason of `signal`.
 */
export async function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const interrupted = Promise.withResolvers<never>()
  const stop = () => {
    if (signal.reason !== readerLeft) interrupted.reject(signal.reason as Error)
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, interrupted.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Waits where the reader is slower than we are, so that a large output does not pile up in memory. Throws: the reason
 * of `signal`, also while it waits.
 */
export async function writeAndWait(
  stdout: CommandStreams['stdout'],
  bytes: Uint8Array | string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  if (stdout.write(bytes) !== false || !(stdout instanceof Writable)) return
  await once(stdout, 'drain', { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
}
