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
import type { Collector } from '../../lib/contract/collectors.ts'
import type { LiveEvent } from '../../lib/contract/live-events.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { Seen } from '../../lib/contract/seen.ts'
import { applyLiveEvent, type Connection, initialLiveData, type LiveData, applyProfileChanges } from './live-state.ts'
import { loadAnswerSchemas } from '../api/load-answers.ts'
import { nextTask } from '../ui/next-task.ts'
import { useViewShown } from '../ui/view-shown.ts'

/** A hidden tab gives its connection back after this: browsers allow only six to one host, over all tabs together. */
const hiddenGraceMs = 30_000
/** Pauses before a page connects again to the live events; after the last of them, that one each time. */
const liveRetriesMs = [1000, 2000, 5000, 10_000]

/**
 * One EventSource to `/api/v1/events` once started, while there are listeners and the tab can be seen, folded into one
 * state.
 */
function createLiveStore() {
  let state = initialLiveData
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isStarted = false
  const listeners = new Set<() => void>()

  function set(next: LiveData): void {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }
  const setConnection = (connection: Connection) => {
    if (state.connection !== connection) set({ ...state, connection })
  }

  function connect(): void {
    clearTimeout(timer)
    if (!isStarted || source || listeners.size === 0 || document.visibilityState === 'hidden') return
    const opened = (source = new EventSource('/api/v1/events'))
    // One after the other. The first waits for the schemas, and for a task of its own: making them takes long, and so
    // does the first use.
    let heard = loadAnswerSchemas().then(nextTask, () => {}) // a failure is reported where they are used
    source.onmessage = ({ data }: MessageEvent<string>) => {
      heard = heard.then(() => receive(opened, data)).catch(onUnheard)
    }
    const onUnheard = (error: unknown) => {
      console.error(error)
      if (source === opened) void retryLater()
    }
    source.onerror = () => {
      const hasTried = state.connection === 'reconnecting' || state.connection === 'away'
      setConnection(hasTried ? 'away' : 'reconnecting')
      // The browser retries a broken stream by itself, but gives up on an answer that is none (401, 503).
      if (source?.readyState === EventSource.CLOSED) void retryLater()
    }
  }

  async function receive(from: EventSource, data: string): Promise<void> {
    const { liveEvent } = await loadAnswerSchemas()
    if (source !== from) return
    failures = 0
    const event = liveEvent.safeParse(JSON.parse(data))
    if (event.success) set({ ...applyLiveEvent(state, event.data), connection: 'live' })
    else console.error('an event that this page does not understand', event.error.issues)
  }

  function disconnect(): void {
    clearTimeout(timer)
    source?.close()
    source = null
  }

  async function retryLater(): Promise<void> {
    disconnect()
    if (await isSignedOut()) {
      setConnection('signed-out')
      return
    }
    timer = setTimeout(connect, liveRetriesMs[Math.min(failures++, liveRetriesMs.length - 1)])
  }

  function onVisibility(): void {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') connect()
    else timer = setTimeout(disconnect, hiddenGraceMs)
  }

  return {
    getState: () => state,
    start(): void {
      isStarted = true
      connect()
    },
    /** A change that an answer of the API has confirmed, before the event that reports it to all pages. */
    report: (event: LiveEvent) => set(applyLiveEvent(state, event)),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', onVisibility)
        connect()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', onVisibility)
        disconnect()
      }
    },
  }
}

/** An EventSource does not tell the status of its answer, so ask. No answer at all is not "signed out". */
async function isSignedOut(): Promise<boolean> {
  return fetch('/api/v1/session').then(
    (response) => response.status === 401,
    () => false,
  )
}

const LiveContext = createContext<ReturnType<typeof createLiveStore> | null>(null)
const neverChanges = () => () => {}

/**
 * Keeps one live connection for all pages, from the first view that is shown to the last. Only where a person is signed
 * in.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createLiveStore)
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

/** A page's list of profiles, kept current. */
export function useProfiles(sent: readonly ProfileSummary[]): readonly ProfileSummary[] {
  const changes = useLive((state) => state.profileChanges)
  return useMemo(() => applyProfileChanges(sent, changes), [sent, changes])
}

/** Tells all lists on the page of a change that the API has just confirmed, without waiting for its event. */
export function useReportProfile(): (profile: ProfileSummary) => void {
  const store = useContext(LiveContext)
  return useCallback((profile) => store?.report({ type: 'profile', profile }), [store])
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
