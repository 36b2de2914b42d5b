import type { Failure } from './failure.ts'

/** What a worker says to a question; `Answers` has the answer of each type of question. */
export type WorkerReply<Answers> =
  | { readonly type: 'done'; readonly serial: number; readonly answer: Answers[keyof Answers] }
  | { readonly type: 'failed'; readonly serial: number; readonly problem: Failure }
  /** A newer request of its type, or a newer tree, has made this one needless. */
  | { readonly type: 'outdated'; readonly serial: number }
