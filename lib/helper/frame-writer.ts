/** The helper's mouth: messages and files, in the order they were given, as fast as the other side takes them. */
import fs from 'node:fs'
import type { Writable } from 'node:stream'
import { encodeData, encodeMessage } from './frames.ts'
import { type Answer, pieceBytes } from './protocol.ts'

export interface FrameWriter {
  say(answer: Answer): Promise<void>
  /** Sends what a stream gives as a file and tells its number. Throws: what the stream throws. */
  sendStream(chunks: AsyncIterable<Buffer>): Promise<number>
  /** Throws: the system error. */
  sendFile(path: string): Promise<number>
  /** Resolves when all of it is out. */
  end(): Promise<void>
}

export function createFrameWriter(output: Writable): FrameWriter {
  let files = 0
  let broken: Error | null = null
  output.on('error', (error) => (broken = error))

  function write(bytes: Buffer): Promise<void> {
    if (broken) return Promise.reject(broken)
    return new Promise((resolve, reject) => output.write(bytes, (error) => (error ? reject(error) : resolve())))
  }

  const say = (answer: Answer) => write(encodeMessage(answer))

  async function sendStream(chunks: AsyncIterable<Buffer>): Promise<number> {
    const file = files++
    await say({ type: 'file', file })
    for await (const chunk of chunks) {
      for (const frame of encodeData(file, chunk)) await write(frame)
    }
    await say({ type: 'file-end', file })
    return file
  }

  return {
    say,
    sendStream,
    sendFile: (path) => sendStream(fs.createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>),
    end: () => new Promise((resolve) => output.end(resolve)),
  }
}
