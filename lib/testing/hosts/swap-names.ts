/** What a hostile container does to names: a thread that exchanges two of them as fast as the kernel can. */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** Source: renameat2(2), RENAME_EXCHANGE; musl has no function for it. */
const thread = `
const { workerData } = require('node:worker_threads')
const koffi = require(workerData.koffi)
const renameat2 = koffi.load(null).func(
  'long syscall(long number, int fromDirectory, const char *from, int toDirectory, const char *to, unsigned int flags)')
const state = new Int32Array(workerData.state)
const [atWorkingDirectory, exchange] = [-100, 2]
for (let round = 0; (round = Atomics.load(state, 0)) >= 0; ) {
  const [from, to] = [workerData.from + round, workerData.to + round]
  if (renameat2(workerData.number, atWorkingDirectory, from, atWorkingDirectory, to, exchange) === 0) Atomics.add(state, 1, 1)
}
`

export interface NameSwapper extends AsyncDisposable {
  /** From now on `<from><round>` and `<to><round>` change places, whenever both are there. */
  begin(round: number): void
  /** How often two names have changed places. */
  swaps(): number
}

export function startSwapping(from: string, to: string): NameSwapper {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const koffi = createRequire(import.meta.url).resolve('koffi')
  // Of the system call renameat2.
  const number = process.arch === 'arm64' ? 276 : 316
  const worker = new Worker(thread, { eval: true, workerData: { state: state.buffer, koffi, number, from, to } })
  return {
    begin: (round) => void Atomics.store(state, 0, round),
    swaps: () => Atomics.load(state, 1),
    async [Symbol.asyncDispose]() {
      Atomics.store(state, 0, -1)
      await worker.terminate()
    },
  }
}
