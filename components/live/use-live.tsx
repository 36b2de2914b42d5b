'use client'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useRouter } from 'next/navigation'
import type { Capture } from '../../lib/contract/capture.ts'
import type { Collector } from '../../lib/contract/collectors.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { Seen } from '../../lib/contract/seen.ts'
import { applyProfileChanges, initialLiveData, type LiveData } from './live-state.ts'
import { createLiveStore } from './live-store.ts'
import { useViewShown } from '../ui/view-shown.ts'

const LiveContext = createContext<ReturnType<typeof createLiveStore> | null>(null)
/** Changes within this time, such as those of one import, lead to one request. */
export const pageRefreshAfterMs = 1000
const neverChanges = () => () => {}

/**
 * Keeps one live connection for all pages, from the first view that is shown to the last. Only where a person is signed
 * in. `readAt`: Unix ms of the server before it read what the page was sent with.
 */
export function LiveProvider({ readAt, children }: { readAt: number; children: ReactNode }) {
  const [store] = useState(() => createLiveStore(readAt))
  const isViewShown = useViewShown()
  useEffect(() => store.subscribe(() => {}), [store])
  useEffect(() => {
    if (isViewShown) store.start()
  }, [store, isViewShown])
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

/** The snapshot that a page is sent with, so that it is whole before the live connection stands. */
export interface PageSnapshot extends Seen {
  readonly collectors: readonly Collector[]
}

/** The page's own snapshot until the live one is there, then that one. */
export function useSnapshot(sent: PageSnapshot): PageSnapshot {
  const live = useLive((state) => (state.hasSnapshot ? state : null))
  return live ?? sent
}

/** The list of profiles that a page is sent with. */
export interface SentProfiles {
  readonly profiles: readonly ProfileSummary[]
  /** Unix ms of the server before it read them. */
  readonly readAt: number
}

/** A page's list of profiles, kept current: the page is asked for again after a change that names no profile. */
export function useProfiles({ profiles, readAt }: SentProfiles): readonly ProfileSummary[] {
  const router = useRouter()
  const changes = useLive((state) => state.profileChanges)
  const unnamedChangeAt = useLive((state) => state.unnamedChangeAt)
  useEffect(() => {
    // Also where a page that one comes back to is older than a change that was seen on another page.
    if (unnamedChangeAt < readAt) return
    const timer = setTimeout(() => router.refresh(), pageRefreshAfterMs)
    return () => clearTimeout(timer)
  }, [unnamedChangeAt, readAt, router])
  return useMemo(() => applyProfileChanges(profiles, changes, readAt), [profiles, changes, readAt])
}

/** Tells all lists on the page of a change that the API has just confirmed, without waiting for its event. */
export function useReportProfile(): (profile: ProfileSummary) => void {
  const store = useContext(LiveContext)
  return useCallback((profile) => store?.report({ type: 'profile', profile }), [store])
}

/** Tells the page of a capture that the API has just answered, without waiting for its event. */
export function useReportCapture(): (capture: Capture) => void {
  const store = useContext(LiveContext)
  return useCallback((capture) => store?.reportCapture(capture), [store])
}

/**
 * Calls `act` `afterMs` after the first of several changes of profiles or experiments. A snapshot after a lost
 * connection counts as a change.
 */
export function useLibraryChange(act: () => void, afterMs: number): void {
  const version = useLive((state) => state.libraryVersion)
  const seen = useRef(version)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onChange = useEffectEvent(act)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      onChange()
    }, afterMs)
  }, [version, afterMs])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
