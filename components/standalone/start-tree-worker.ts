import TreeWorker from '../viewer/worker/tree.worker.ts?worker&inline'

/**
 * In the place of viewer/worker/start-tree-worker.ts: the program is in the file, since a page from a disk may load
 * none.
 */
export function startTreeWorker(): Worker {
  return new TreeWorker()
}
