import { isProblem } from '../../../lib/errors.ts'
import { createRequestQueue } from './request-queue.ts'
import { type Failure, type Handlers, Moved, type WorkerRequest, type WorkerResponse } from './worker-rpc.ts'

/**
 * Answers the calls of the page, one after the other; a call that waits is dropped when a newer one of its verb comes.
 * `giveUp` ends what runs, if it can be ended.
 */
export function serveWorker(handlers: Handlers, giveUp: () => void): void {
  const requests = createRequestQueue<WorkerRequest>({
    async run({ type, serial, input }) {
      try {
        const result = await handlers[type]!(input as never, serial)
        if (result instanceof Moved) respond({ type: 'done', serial, answer: result.answer as unknown }, result.buffers)
        else respond({ type: 'done', serial, answer: result })
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') respond({ type: 'outdated', serial })
        else respond({ type: 'failed', serial, problem: toFailure(error) })
      }
    },
    giveUp,
    onOutdated: ({ serial }) => respond({ type: 'outdated', serial }),
  })
  self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => requests.add(data)
}

function respond(response: WorkerResponse, buffers: Transferable[] = []): void {
  self.postMessage(response, { transfer: buffers })
}

/** An error on its way out of a worker. */
export function toFailure(error: unknown): Failure {
  if (isProblem(error)) return error.toJSON()
  return { bug: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
}
