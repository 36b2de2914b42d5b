/** A request with a number that comes back with its answer. */
interface QueuedRequest {
  readonly type: string
  readonly serial: number
}

export interface RequestQueue<Request> {
  add(request: Request): void
}

/**
 * Works off requests one after the other. One that waits is dropped when a newer one of its type comes, and one that runs is asked
 * to give up: of a person who types or drags, only the last wish counts.
 */
export function createRequestQueue<Request extends QueuedRequest>({
  run,
  giveUp,
  onOutdated,
}: {
  /** Answers one request; never throws. */
  run: (request: Request) => Promise<void>
  giveUp: () => void
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
      // So that messages that came meanwhile can make the next one needless.
      if (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve))
    }
    isWorking = false
  }

  return {
    add(request) {
      for (const old of waiting) if (old.type === request.type) onOutdated(old)
      waiting = [...waiting.filter(({ type }) => type !== request.type), request]
      if (running?.type === request.type) giveUp()
      if (isWorking) return
      isWorking = true
      void work()
    },
  }
}
