import { startTreeWorker } from './start-tree-worker.ts'

/** Started with the page's script: its own script loads while the page comes alive. */
let spare = typeof window === 'undefined' ? undefined : startTreeWorker()
if (spare) {
  spare.onerror = () => {
    spare = undefined
  }
}

/** A worker that nobody uses yet. */
export function takeTreeWorker(): Worker {
  const taken = spare ?? startTreeWorker()
  spare = undefined
  return taken
}
