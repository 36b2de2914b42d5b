/**
 * Calls of a page to a worker. A verb is a function of the worker's handlers; its input and its answer have the types
 * of that function, written nowhere else.
 *
 *     // worker                                         // page
 *     const handlers = { half: (n: number) => n / 2 }   const rpc = connectWorker<typeof handlers>(worker)
 *     serveWorker(handlers)                             await rpc.call('half', 8)   // 4
 */
import { receiveProblem, type ProblemData } from '../../../lib/errors/problem.ts'

/** `serial` numbers the calls of a page, from 1. */
export type Handlers = Readonly<Record<string, (input: never, serial: number) => unknown>>

/** An answer of which these buffers move to the page instead of being copied. */
export class Moved<Answer> {
  readonly answer: Answer
  readonly buffers: Transferable[]
  constructor(answer: Answer, buffers: Transferable[]) {
    this.answer = answer
    this.buffers = buffers
  }
}

type InputOf<Handler> = Handler extends (input: infer Input, ...rest: never[]) => unknown ? Input : never
type AnswerOf<Handler> = Handler extends (...given: never[]) => infer Result ? Unmoved<Awaited<Result>> : never
type Unmoved<Result> = Result extends Moved<infer Answer> ? Answer : Result

/** A Problem as data, or the message of a bug. */
export type WorkerFailure = ProblemData | { readonly bug: string }

export interface WorkerRequest {
  readonly type: string
  readonly serial: number
  readonly input: unknown
}

export type WorkerResponse =
  | { readonly type: 'done'; readonly serial: number; readonly answer: unknown }
  | { readonly type: 'failed'; readonly serial: number; readonly problem: WorkerFailure }
  /** A newer request of its type, or a newer tree, has made this one needless. */
  | { readonly type: 'outdated'; readonly serial: number }

export interface WorkerRpc<Verbs extends Handlers> {
  /**
   * Gives the answer. Throws: the Problem of the handler, or an AbortError when something newer made the call needless.
   */
  call<Verb extends keyof Verbs & string>(
    verb: Verb,
    ...given: undefined extends InputOf<Verbs[Verb]>
      ? [input?: undefined]
      : [input: InputOf<Verbs[Verb]>, transfer?: Transferable[]]
  ): Promise<AnswerOf<Verbs[Verb]>>
  /** Gives the number of the last call. */
  serial(): number
  /** Ends the worker. Calls without an answer, and later ones, end with an AbortError. */
  end(): void
}

/** Connects a page with a worker, for which it becomes the only listener. An error of the worker ends all calls. */
export function connectWorker<Verbs extends Handlers>(worker: Worker): WorkerRpc<Verbs> {
  const pending = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let lastSerial = 0
  let hasEnded = false

  function rejectAll(error: Error): void {
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
    const call = pending.get(data.serial)
    pending.delete(data.serial)
    if (data.type === 'done') call?.resolve(data.answer as never)
    else call?.reject(data.type === 'failed' ? toError(data.problem) : outdated())
  }
  worker.onerror = (event) => rejectAll(new Error(event.message || 'the worker did not start'))

  return {
    call(type, ...[input, transfer = []]) {
      const serial = ++lastSerial
      if (hasEnded) return Promise.reject(outdated())
      return new Promise((resolve, reject) => {
        pending.set(serial, { resolve, reject })
        worker.postMessage({ type, serial, input } satisfies WorkerRequest, transfer)
      })
    },
    serial: () => lastSerial,
    end() {
      hasEnded = true
      worker.terminate()
      rejectAll(outdated())
    },
  }
}

/** Gives the error that a call fails with on the page, of what the worker answered. */
export function toError(failure: WorkerFailure): Error {
  return 'bug' in failure ? new Error(failure.bug) : receiveProblem(failure)
}

/** Gives the error that a handler throws to end its call as outdated. */
export function outdated(): DOMException {
  return new DOMException('A newer request took its place.', 'AbortError')
}
