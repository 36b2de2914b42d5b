'use client'
import { startTransition, useEffect, useState } from 'react'

export interface ResponseState<Value> {
  /** The last answer; it stays while the next question is under way, and is null after a failure. */
  readonly value: Value | null
  /** Answer to the question as it is now; null until it is there. */
  readonly current: Value | null
  /** Why the last question failed; it stays while the next question is under way. */
  readonly problem: Error | null
  readonly isWaiting: boolean
}

interface Outcome<Value> {
  readonly of: () => Promise<Value>
  readonly answer: Value | null
  readonly problem: Error | null
}

/**
 * Gives the answer of `ask`. It asks again whenever `ask` is another function, so keep that the same between renders
 * (`useCallback`). An answer to an older question is ignored. With null nothing is asked, and there is no answer.
 */
export function useResponse<Value>(ask: (() => Promise<Value>) | null): ResponseState<Value> {
  const [outcome, setOutcome] = useState<Outcome<Value> | null>(null)
  useEffect(() => {
    if (!ask) return
    let isWanted = true
    // Not urgent: React may draw it in small steps, so that keys and motions come first.
    const settle = (outcome: Outcome<Value>) => {
      if (isWanted) startTransition(() => setOutcome(outcome))
    }
    ask().then(
      (answer) => settle({ of: ask, answer, problem: null }),
      (error: unknown) => {
        // The worker drops a question for a newer one, whose answer comes instead.
        if (!isAbort(error)) settle({ of: ask, answer: null, problem: asError(error) })
      },
    )
    return () => {
      isWanted = false
    }
  }, [ask])
  if (!ask || !outcome) return { value: null, current: null, problem: null, isWaiting: ask !== null }
  const { of, answer: value, problem } = outcome
  return { value, current: of === ask ? value : null, problem, isWaiting: of !== ask }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
