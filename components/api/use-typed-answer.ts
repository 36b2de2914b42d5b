import { useEffect, useEffectEvent, useState } from 'react'

interface TypedAnswer<Answer> {
  readonly key: string
  readonly answer: Answer | null
  readonly error: unknown
}

/**
 * The newest answer for a key that changes while the user types: asked a moment after it last did, null before the
 * first.
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
    const asking = new AbortController()
    const timer = setTimeout(() => {
      start(key, asking.signal).then(
        (answer) => setOutcome({ key, answer, error: null }),
        (error: unknown) => asking.signal.aborted || setOutcome({ key, answer: null, error }),
      )
    }, typingMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [key, typingMs])
  return key === null ? null : outcome
}
