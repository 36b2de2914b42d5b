'use client'
import { useMemo, useState } from 'react'
import type { Filter, FilterStep } from '../../../lib/profile/filters/filters.ts'
import { cellMsFor, type HeatMap } from '../../../lib/profile/time/heat-map.ts'
import type { TreeClient } from '../worker/tree-client.ts'
import type { ProfileBasics } from '../worker/tree-messages.ts'
import { type ResponseState, useResponse } from '../worker/use-response.ts'

/** Filters that may leave out samples; all others keep each sample and its time. */
const takesWeight = new Set<Filter['type']>(['focus', 'focus-path', 'drop', 'keep', 'hide-idle', 'threads'])

/**
 * The filters whose samples the heat map shows: all but the time range, which is chosen on it. Where none of them takes
 * weight away the heat map is that of the whole, and nothing need be filtered.
 */
function heatFilters(filters: readonly FilterStep[]): Filter[] {
  const on = filters.filter(({ type, off }) => off !== true && type !== 'time')
  return on.some(({ type }) => takesWeight.has(type)) ? on : []
}

interface HeatMapState extends ResponseState<HeatMap> {
  readonly cellMs: number
  readonly setCellMs: (cellMs: number) => void
}

/** Weight by moment, true to the filters; nothing for a profile whose samples have no time. */
export function useHeatMap(client: TreeClient, basics: ProfileBasics, filters: readonly FilterStep[]): HeatMapState {
  const span = basics.timeSpan
  const [chosenMs, setCellMs] = useState<number | null>(null)
  const cellMs = chosenMs ?? (span ? cellMsFor(span) : 100) // without times nothing is asked for
  // Filters are compared as text: the range dragged on the heat map itself must not count it anew.
  const wanted = JSON.stringify(heatFilters(filters))
  const ask = useMemo(
    () => (span ? () => client.heatMap(JSON.parse(wanted) as Filter[], cellMs) : null),
    [client, span, wanted, cellMs],
  )
  return { ...useResponse(ask), cellMs, setCellMs }
}
