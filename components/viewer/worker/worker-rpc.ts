import { problemFromFailure, type WorkerReply } from './worker-response.ts'

interface Asked {
  readonly type: string
  readonly serial: number
}

export type WithoutSerial<Request> = Request extends Asked ? Omit<Request, 'serial'> : never

/** Questions to a worker and their answers, told apart by a number. */
export interface WorkerTalk<Request extends Asked, Answers> {
  ask<Type extends Request['type'] & keyof Answers>(
    request: WithoutSerial<Extract<Request, { type: Type }>>,
    transfer?: Transferable[],
  ): Promise<Answers[Type]>
  /** Of the question asked last. */
  serial(): number
  end(): void
}

/** Throws: each answer may be a Problem, or an AbortError when something newer made the question needless. */
export function createWorkerTalk<Request extends Asked, Answers>(worker: Worker): WorkerTalk<Request, Answers> {
  type Answer = Answers[keyof Answers]
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  let lastSerial = 0

  function giveUp(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  worker.onmessage = ({ data }: MessageEvent<WorkerReply<Answers>>) => {
    const asked = waiting.get(data.serial)
    waiting.delete(data.serial)
    if (data.type === 'done') asked?.resolve(data.answer)
    else asked?.reject(data.type === 'failed' ? problemFromFailure(data.problem) : outdated())
  }
  worker.onerror = (event) => giveUp(new Error(event.message || 'the worker did not start'))

  return {
    ask(request, transfer = []) {
      const serial = ++lastSerial
      return new Promise((resolve, reject) => {
        waiting.set(serial, { resolve: resolve as (answer: Answer) => void, reject })
        worker.postMessage({ ...request, serial }, transfer)
      })
    },
    serial: () => lastSerial,
    end() {
      worker.terminate()
      giveUp(outdated())
    },
  }
}

function outdated(): DOMException {
  return new DOMException('A newer question took its place.', 'AbortError')
}
