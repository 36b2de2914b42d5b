/** In the place of viewer/worker/start-pattern-worker.ts, see start-tree-worker.ts. */
export function startPatternWorker(): Worker {
  return new Worker(patternWorkerUrl)
}

/** Written in by lib/launch/build-early.ts. */
declare const patternWorkerUrl: string
