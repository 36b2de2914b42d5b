/** What a command reads and writes: those of the process, or a test's. */
export interface CommandStreams {
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: { write(bytes: Uint8Array | string): unknown }
  readonly stderr: {
    write(text: string): unknown
    /** Whether a person watches: then a line may be written over. */
    readonly isTTY?: boolean
  }
}
