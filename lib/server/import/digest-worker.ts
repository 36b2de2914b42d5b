/** Runs in the thread of digest-thread.ts. */
import { parentPort } from 'node:worker_threads'
import { isProblem } from '../../errors.ts'
import { digestEncoded } from './digest-profile.ts'
import type { DigestAnswer } from './digest-thread.ts'

parentPort!.on('message', (encoded: Uint8Array) => {
  try {
    const digest = digestEncoded(encoded)
    answer({ digest }, [digest.gzipped.buffer])
  } catch (error) {
    if (!isProblem(error)) throw error
    answer({ problem: error.toJSON() })
  }
})

function answer(message: DigestAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}
