import PatternWorker from '../viewer/worker/pattern.worker.ts?worker&inline'

/** In the place of viewer/worker/start-pattern-worker.ts, see start-tree-worker.ts. */
export function startPatternWorker(): Worker {
  return new PatternWorker()
}
