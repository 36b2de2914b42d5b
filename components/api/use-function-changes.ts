'use client'
import { useEffect, useState } from 'react'
import type { FunctionChanges } from '../../lib/contract/experiment-functions.ts'
import { asProblem } from './as-problem.ts'
import { callApi } from './call-api.ts'

/** Two values of a variable, or two configurations. */
export type ChangeQuery =
  | { readonly variable: string; readonly from: string; readonly to: string }
  | { readonly before: string; readonly after: string }

interface Loaded {
  readonly key: string
  readonly changes: FunctionChanges | null
  readonly problem: ReturnType<typeof asProblem> | null
}

/** Asked for again when `version` changes; the answer before stands until then. `experimentId`: null for no question. */
export function useFunctionChanges(experimentId: string | null, query: ChangeQuery, version: string): Loaded | null {
  const key = `/experiments/${experimentId}/functions?${new URLSearchParams(query).toString()}` as const
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (experimentId === null) return
    const asking = new AbortController()
    callApi(`/api/v1${key}`, { answer: 'functionChanges', signal: asking.signal }).then(
      (changes) => setLoaded({ key, changes, problem: null }),
      (error: unknown) => asking.signal.aborted || setLoaded({ key, changes: null, problem: asProblem(error) }),
    )
    return () => asking.abort()
  }, [experimentId, key, version])
  return loaded?.key === key ? loaded : null
}
