'use client'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Capture } from '../../lib/contract/capture.ts'
import type { DemoState } from '../../lib/contract/health.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { Target } from '../../lib/contract/target.ts'
import type { HealthCheck } from '../../lib/health-checks.ts'
import { initialLiveData, type LiveData, mergeProfiles } from './live-state.ts'
import { createLiveStore, type LiveStore } from './live-store.ts'

const LiveContext = createContext<LiveStore | null>(null)
const neverChanges = () => () => {}

/** Keeps one live connection for all pages, from the first to the last. Only for somebody who is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createLiveStore)
  useEffect(() => store.subscribe(() => {}), [store])
  return <LiveContext value={store}>{children}</LiveContext>
}

/** A part of the live state. `select` must give the same thing for the same state. */
export function useLive<Part>(select: (state: LiveData) => Part): Part {
  const store = useContext(LiveContext)
  return useSyncExternalStore(
    store?.subscribe ?? neverChanges,
    () => select(store?.getState() ?? initialLiveData),
    () => select(initialLiveData),
  )
}

/** What a page is sent with, so that it is whole before the live connection stands. */
export interface PageSnapshot {
  readonly targets: readonly Target[]
  readonly captures: readonly Capture[]
  readonly health: readonly HealthCheck[]
  readonly demo: DemoState
}

/** The page's own snapshot until the live one is there, then that one. */
export function useSnapshot(sent: PageSnapshot): PageSnapshot {
  const live = useLive((state) => (state.hasSnapshot ? state : null))
  return live ?? sent
}

/** A page's list of profiles, kept current. */
export function useProfiles(sent: readonly ProfileSummary[]): readonly ProfileSummary[] {
  const changes = useLive((state) => state.profileChanges)
  return useMemo(() => mergeProfiles(sent, changes), [sent, changes])
}

/** Tells all lists on the page of a change that the API has just confirmed, without waiting for its event. */
export function useReportProfile(): (profile: ProfileSummary) => void {
  const store = useContext(LiveContext)
  return useCallback((profile) => store?.report({ type: 'profile', profile }), [store])
}
