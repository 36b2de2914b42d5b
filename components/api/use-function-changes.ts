'use client'
import type { FunctionChanges } from '../../lib/contract/experiment-functions.ts'
import { callApi } from './call-api.ts'
import { useRead } from './use-read.ts'

/** Two values of a variable, or two configurations. */
export type ChangeQuery =
  | { readonly variable: string; readonly from: string; readonly to: string }
  | { readonly before: string; readonly after: string }

/** Questions without an answer yet, no cache: the head of a page and its table ask the same question at one moment. */
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
 * when `version` changes; the answer before stays until then. `experimentId` is null where nothing is to be asked.
 */
export function useFunctionChanges(experimentId: string | null, query: ChangeQuery, version: string) {
  const key = `/experiments/${experimentId}/functions?${new URLSearchParams(query).toString()}` as const
  const { value, problem, isLoading, retry } = useRead<FunctionChanges>(
    experimentId === null ? null : key,
    () => version,
    () => ask(key, version),
  )
  // While it loads, the value is of another experiment or query.
  const changes = isLoading ? null : value
  return changes === null && problem === null ? null : { changes, problem, retry }
}
