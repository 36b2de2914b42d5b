import PatternWorker from '../viewer/pattern.worker.ts?worker&inline'

/** In the place of viewer/start-pattern-worker.ts, see start-tree-worker.ts. */
export function startPatternWorker(): Worker {
  return new PatternWorker()
}
