/** In the place of viewer/worker/start-tree-worker.ts: the early script is no part of the page's build, so its worker is a file beside it. */
export function startTreeWorker(): Worker {
  return new Worker(treeWorkerUrl)
}

/** Written in by lib/launch/build-early.ts. */
declare const treeWorkerUrl: string
