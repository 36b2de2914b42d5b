'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { asProblem } from './as-problem.ts'

interface Read<Value> {
  /** The newest answer; of an earlier `key` while the first of this one is on its way. */
  readonly value: Value | null
  /** Why the newest read of `key` failed; null again while it is repeated. */
  readonly problem: ReturnType<typeof asProblem> | null
  /** Whether `value` and `problem` are still of an earlier key. */
  readonly isLoading: boolean
  /** Asks again, in all parts of the page that read the same key. */
  readonly retry: () => void
  /** Changes `value` as the answer of another call says. */
  readonly put: (change: (value: Value | null) => Value) => void
}

/** An event named by a key asks for that key again. */
const retries = new EventTarget()

/**
 * Reads what `key` names: again when `versionOf` gives another text, which may depend on the newest answer. A failed
 * read keeps the answer before. `key` is null where nothing is to be read.
 */
export function useRead<Value>(
  key: string | null,
  versionOf: (value: Value | null) => string,
  /** `onPart` takes answers that come before the last one. */
  ask: (signal: AbortSignal, onPart: (value: Value) => void) => Promise<Value>,
): Read<Value> {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<Pick<Read<Value>, 'value' | 'problem'> & { key: string | null; tries: number }>({
    ...{ key: null, value: null, problem: null, tries: 0 },
  })
  const start = useEffectEvent(ask)
  const version = versionOf(state.key === key ? state.value : null)
  useEffect(() => {
    if (key === null) return
    const askAgain = () => setTries((count) => count + 1)
    retries.addEventListener(key, askAgain)
    return () => retries.removeEventListener(key, askAgain)
  }, [key])
  useEffect(() => {
    if (key === null) return
    const asking = new AbortController()
    // An answer may come after the abort, too.
    const give = (value: Value) => {
      if (!asking.signal.aborted) setState({ key, value, problem: null, tries })
    }
    start(asking.signal, give).then(give, (error: unknown) => {
      if (asking.signal.aborted) return
      const problem = asProblem(error)
      setState((before) => ({ key, value: before.key === key ? before.value : null, problem, tries }))
    })
    return () => asking.abort()
  }, [key, version, tries])
  return {
    value: state.value,
    problem: state.key === key && state.tries === tries ? state.problem : null,
    isLoading: state.key !== key,
    retry: () => key !== null && retries.dispatchEvent(new Event(key)),
    put: (change) => setState((before) => ({ ...before, value: change(before.value) })),
  }
}
