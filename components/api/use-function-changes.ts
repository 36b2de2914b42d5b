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
  /** The address of the question within the API. */
  readonly key: string
  readonly changes: FunctionChanges | null
  readonly problem: ReturnType<typeof asProblem> | null
}

/** Questions without an answer yet, no cache: the head of a page and its table ask the same one at a time. */
const asked = new Map<string, Promise<FunctionChanges>>()

function ask(key: `/experiments/${string}`, version: string): Promise<FunctionChanges> {
  const question = `${key} ${version}`
  const pending = asked.get(question)
  if (pending) return pending
  const answer = callApi(`/api/v1${key}`, { answer: 'functionChanges' }).finally(() => asked.delete(question))
  asked.set(question, answer)
  return answer
}

/**
 * Gives which functions change the costs, or why that is not known; null until the first answer. It is asked for again
 * when `version` changes; the answer before stands until then. `experimentId` is null where nothing is to be asked.
 */
export function useFunctionChanges(experimentId: string | null, query: ChangeQuery, version: string): Loaded | null {
  const key = `/experiments/${experimentId}/functions?${new URLSearchParams(query).toString()}` as const
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (experimentId === null) return
    let isWanted = true
    const load = (answer: Omit<Loaded, 'key'>) => (isWanted ? setLoaded({ key, ...answer }) : undefined)
    ask(key, version).then(
      (changes) => load({ changes, problem: null }),
      (error: unknown) => load({ changes: null, problem: asProblem(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [experimentId, key, version])
  return loaded?.key === key ? loaded : null
}
