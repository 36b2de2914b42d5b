import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const pollMs = 100
const pieceBytes = 65_536

/** The bytes of a file that another program writes, as they come, until `signal` aborts. The file need not be there yet. */
export async function* followFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  while (!fs.existsSync(path)) {
    if (signal.aborted) return
    await delay(pollMs)
  }
  const file = await open(path)
  try {
    while (!signal.aborted) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes))
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      else await delay(pollMs)
    }
  } finally {
    await file.close()
  }
}
