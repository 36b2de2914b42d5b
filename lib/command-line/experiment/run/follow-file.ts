import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Interval of the look whether a file has grown. */
const filePollMs = 100
/** Bytes that are read at a time of a file that grows while a run writes it. */
const followReadBytes = 65_536

/**
 * Yields the bytes that another program appends to a file, from before the file exists until `signal` aborts. What was
 * appended after the last read, at most `filePollMs` before, is not yielded.
 *
 * Throws: errors of the file system.
 */
export async function* followFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  while (!fs.existsSync(path)) {
    if (signal.aborted) return
    await delay(filePollMs)
  }
  const file = await open(path)
  try {
    while (!signal.aborted) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(followReadBytes))
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      else await delay(filePollMs)
    }
  } finally {
    await file.close()
  }
}
