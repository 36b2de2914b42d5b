import { nextTask } from '../../ui/next-task.ts'
import { isProblem } from '../../../lib/errors/problem.ts'
import { type WorkerFailure, type Handlers, Moved, type WorkerRequest, type WorkerResponse } from './worker-rpc.ts'

/**
 * Answers the calls of the page, one after the other; a call that waits is dropped when a newer one of its verb comes,
 * or one that `makesNeedless` says. `giveUp` ends the running task, if it can be ended.
 */
export function serveWorker(handlers: Handlers, giveUp: () => void, makesNeedless: Replaces = () => false): void {
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
    makesNeedless,
    onOutdated: ({ serial }) => respond({ type: 'outdated', serial }),
  })
  self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => requests.add(data)
}

function respond(response: WorkerResponse, buffers: Transferable[] = []): void {
  self.postMessage(response, { transfer: buffers })
}

/** Gives an error as it is sent out of a worker. */
export function toFailure(error: unknown): WorkerFailure {
  if (isProblem(error)) return error.toJSON()
  return { bug: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
}

interface QueuedRequest {
  readonly type: string
  readonly serial: number
}

/** Whether an older request has no use once a newer one came. */
type Replaces = (newer: { readonly type: string }, older: { readonly type: string }) => boolean

interface RequestQueue<Request> {
  add(request: Request): void
}

/**
 * Works off requests one after the other. One that waits is dropped when a newer one makes it needless, and one that
 * runs is asked to give up: of a person who types or drags, only the last wish counts.
 */
export function createRequestQueue<Request extends QueuedRequest>({
  run,
  giveUp,
  makesNeedless = () => false,
  onOutdated,
}: {
  /** Answers one request; never throws. */
  run: (request: Request) => Promise<void>
  giveUp: () => void
  /** Beside those of one type. */
  makesNeedless?: Replaces
  onOutdated: (request: Request) => void
}): RequestQueue<Request> {
  let waiting: Request[] = []
  let running: Request | null = null
  let isWorking = false

  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      running = next
      await run(next)
      running = null
      // Messages that came meanwhile can then make the next one needless.
      if (waiting.length > 0) await nextTask()
    }
    isWorking = false
  }

  return {
    add(request) {
      const isNeedless = (old: Request) => old.type === request.type || makesNeedless(request, old)
      for (const old of waiting) if (isNeedless(old)) onOutdated(old)
      waiting = [...waiting.filter((old) => !isNeedless(old)), request]
      if (running && isNeedless(running)) giveUp()
      if (isWorking) return
      isWorking = true
      void work()
    },
  }
}
