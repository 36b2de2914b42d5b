/** Starts the program of comparison.worker.ts. */
export function startComparisonWorker(): Worker {
  return new Worker(new URL('./comparison.worker.ts', import.meta.url), { type: 'module' })
}
