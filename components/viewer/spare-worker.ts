import { isTreeOffered } from '../early/early-tree.ts'
import { startTreeWorker } from './worker/start-tree-worker.ts'

/** Started with the page's script: its own script loads while the page comes alive. Not where the early script has one. */
let spare = typeof window === 'undefined' || isTreeOffered() ? undefined : startTreeWorker()
if (spare) {
  spare.onerror = () => {
    spare = undefined
  }
}

/** It is not wanted: two profiles at once are read by another program. */
export function endSpareWorker(): void {
  spare?.terminate()
  spare = undefined
}

/** A worker that nobody uses yet. */
export function takeTreeWorker(): Worker {
  const taken = spare ?? startTreeWorker()
  spare = undefined
  return taken
}
