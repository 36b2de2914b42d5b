'use client'
import { writeServiceSegment } from '../../lib/contract/service-segment.ts'
import type { Trend } from '../../lib/contract/trend.ts'
import { callApi } from '../api/call-api.ts'
import { useRead } from '../api/use-read.ts'
import { type TrendView, writeTrendView } from '../links/trend-view.ts'

/** Gives the trend of a view; it is asked for again while profiles are left to read, and when `version` changes. */
export function useTrend(service: string, event: string | null, view: TrendView, version: string) {
  const query = writeTrendView({ ...view, kind: 'self' }, event)
  const key = `/services/${writeServiceSegment(service)}/trend${query}`
  return useRead<Trend>(
    key,
    () => version,
    async (signal, onPart) => {
      for (let pendingBefore = Infinity; ;) {
        const trend = await callApi(`/api/v1${key}` as `/api/v1/${string}`, { answer: 'trend', signal })
        if (trend.pending === 0 || trend.pending >= pendingBefore) return trend
        onPart(trend)
        pendingBefore = trend.pending
      }
    },
  )
}
