/** Starts the program of tree.worker.ts. */
export function startTreeWorker(): Worker {
  return new Worker(new URL('./tree.worker.ts', import.meta.url), { type: 'module' })
}
