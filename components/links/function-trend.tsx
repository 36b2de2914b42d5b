'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { createServiceHref } from './service-href.ts'
import { writeTrendView } from './trend-view.ts'

interface TrendSource {
  readonly service: string
  readonly event: string
}

const SourceContext = createContext<TrendSource | null>(null)

/**
 * Says of which service and event the functions below it are. Without it there is no trend to go to, as in a shared
 * link.
 */
export function TrendSourceProvider({ source, children }: { source: TrendSource; children: ReactNode }) {
  return <SourceContext value={source}>{children}</SourceContext>
}

/** Gives the address of the trend of a function; null outside of a `TrendSourceProvider`. */
export function useTrendHref(name: string): string | null {
  const source = useContext(SourceContext)
  const view = { functions: [name], kind: 'total', range: null } as const
  return source && `${createServiceHref(source.service)}${writeTrendView(view, source.event)}`
}
