/** Starts the program of pattern.worker.ts. */
export function startPatternWorker(): Worker {
  return new Worker(new URL('./pattern.worker.ts', import.meta.url), { type: 'module' })
}
