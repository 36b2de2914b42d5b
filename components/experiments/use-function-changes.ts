'use client'
import { useEffect, useState } from 'react'
import type { FunctionChanges } from '../../lib/contract/experiment-functions.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import type { ShownProblem } from '../problem-view.tsx'

/** Two values of a variable, or two configurations. */
export type ChangeQuery =
  | { readonly variable: string; readonly from: string; readonly to: string }
  | { readonly before: string; readonly after: string }

interface Loaded {
  readonly key: string
  readonly changes: FunctionChanges | null
  readonly problem: ShownProblem | null
}

/** Asked for again when `version` changes; the answer before stands until then. */
export function useFunctionChanges(experimentId: string, query: ChangeQuery, version: string): Loaded | null {
  const key = `/experiments/${experimentId}/functions?${new URLSearchParams(query).toString()}` as const
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    callApi(`/api/v1${key}`, { answer: 'functionChanges', signal: asking.signal }).then(
      (changes) => setLoaded({ key, changes, problem: null }),
      (error: unknown) => asking.signal.aborted || setLoaded({ key, changes: null, problem: asProblem(error) }),
    )
    return () => asking.abort()
  }, [key, version])
  return loaded?.key === key ? loaded : null
}
