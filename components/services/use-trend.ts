'use client'
import { useEffect, useState } from 'react'
import { writeServiceSegment } from '../../lib/contract/service-segment.ts'
import type { Trend } from '../../lib/contract/trend.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import type { ShownProblem } from '../problem-view.tsx'
import { type TrendView, writeTrendView } from '../links/trend-view.ts'

interface TrendState {
  /** The newest answer, of the view before while one is loading. */
  readonly trend: Trend | null
  readonly problem: ShownProblem | null
  readonly isLoading: boolean
}

/** The trend of a view, asked for again while profiles are left to read, and when `version` changes. */
export function useTrend(service: string, event: string | null, view: TrendView, version: string): TrendState {
  const query = writeTrendView({ ...view, kind: 'self' }, event)
  const key = `/services/${writeServiceSegment(service)}/trend${query}`
  const [state, setState] = useState<Omit<TrendState, 'isLoading'> & { readonly key: string }>({
    ...{ key: '', trend: null, problem: null },
  })
  useEffect(() => {
    const asking = new AbortController()
    async function load(pendingBefore: number): Promise<void> {
      const trend = await callApi(`/api/v1${key}` as `/api/v1/${string}`, { answer: 'trend', signal: asking.signal })
      setState({ key, trend, problem: null })
      if (trend.pending > 0 && trend.pending < pendingBefore) await load(trend.pending)
    }
    load(Infinity).catch((error: unknown) => {
      if (!asking.signal.aborted) setState({ key, trend: null, problem: asProblem(error) })
    })
    return () => asking.abort()
  }, [key, version])
  return { trend: state.trend, problem: state.problem, isLoading: state.key !== key }
}
