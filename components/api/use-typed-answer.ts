import { useEffect, useEffectEvent, useState } from 'react'

export interface TypedAnswer<Answer> {
  readonly key: string
  readonly answer: Answer | null
  readonly error: unknown
}

/**
 * Asks once `key` has been the same for `typingMs`. Gives the newest answer or error with the key that it is of: while
 * the next one is on its way, `key` of the result is an older one. Null before the first, and while `key` is null.
 * Another `ask` alone asks nothing.
 */
export function useTypedAnswer<Answer>(
  key: string | null,
  ask: (key: string, signal: AbortSignal) => Promise<Answer>,
  typingMs: number,
): TypedAnswer<Answer> | null {
  const [outcome, setOutcome] = useState<TypedAnswer<Answer> | null>(null)
  const start = useEffectEvent(ask)
  useEffect(() => {
    if (key === null) return
    return askLater(key, start, typingMs, setOutcome)
  }, [key, typingMs])
  return key === null ? null : outcome
}

/** Asks after `typingMs`. Gives a function that aborts this: `onOutcome` is not called after it. */
export function askLater<Answer>(
  key: string,
  ask: (key: string, signal: AbortSignal) => Promise<Answer>,
  typingMs: number,
  onOutcome: (outcome: TypedAnswer<Answer>) => void,
): () => void {
  const asking = new AbortController()
  const timer = setTimeout(() => {
    // `ask` may give an answer after the abort, too, and after the answer to a newer key.
    const give = (outcome: TypedAnswer<Answer>) => asking.signal.aborted || onOutcome(outcome)
    ask(key, asking.signal).then(
      (answer) => give({ key, answer, error: null }),
      (error: unknown) => give({ key, answer: null, error }),
    )
  }, typingMs)
  return () => {
    clearTimeout(timer)
    asking.abort()
  }
}
