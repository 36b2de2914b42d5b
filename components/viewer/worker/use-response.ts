'use client'
import { startTransition, useEffect, useState } from 'react'

export interface ResponseState<Value> {
  /** Answer to the newest question that was answered; stays while the next is on its way. */
  readonly value: Value | null
  /** Answer to the question as it is now; null until it is there. */
  readonly current: Value | null
  readonly problem: Error | null
  readonly isWaiting: boolean
}

interface Outcome<Value> {
  readonly of: () => Promise<Value>
  readonly answer: Value | null
  readonly problem: Error | null
}

/**
 * Asks whenever `ask` is another function, and forgets answers that come late. null asks nothing, and has no answer.
 */
export function useResponse<Value>(ask: (() => Promise<Value>) | null): ResponseState<Value> {
  const [outcome, setOutcome] = useState<Outcome<Value> | null>(null)
  useEffect(() => {
    if (!ask) return
    let isWanted = true
    // No key press waits for it: React may draw the response in small steps, between the frames of a motion.
    const settle = (outcome: Outcome<Value>) => {
      if (isWanted) startTransition(() => setOutcome(outcome))
    }
    ask().then(
      (answer) => settle({ of: ask, answer, problem: null }),
      (error: unknown) => {
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
