/** Starts the program of local-reader.worker.ts. */
export function startLocalReader(): Worker {
  return new Worker(new URL('./local-reader.worker.ts', import.meta.url), { type: 'module' })
}
