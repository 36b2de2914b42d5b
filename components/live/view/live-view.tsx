'use client'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { createLazyPart } from '../../lazy-part.tsx'
import type { Capture } from '../../../lib/contract/capture.ts'
import { isUnderWay } from '../../capture/capture-phase.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { createSnapshotFeed, type LiveSnapshot } from './live-snapshots.ts'

// The viewer is large, and a capture has to be there at once.
const LiveGraph = createLazyPart(async () => (await import('./live-graph.tsx')).LiveGraph)
const LiveTop = createLazyPart(async () => (await import('./live-top.tsx')).LiveTop)

/**
 * Fills the window below its header while a capture is under way: its flame graph so far, or the methods on top of the
 * stacks.
 */
export function LiveView({
  capture,
  query,
  header,
  children,
}: {
  capture: Capture
  query: string
  /**
   * The row above, with the controls of this view, what it says of itself, and the number of samples in the graph; null
   * while none is shown.
   */
  header: (controls: ReactNode, status: string, graphSamples: number | null) => ReactNode
  /** Until there is a graph. */
  children: ReactNode
}) {
  const [feed] = useState(() => createSnapshotFeed(capture.id))
  const newest = useSyncExternalStore(feed.subscribe, feed.get, () => null)
  const [held, setHeld] = useState<LiveSnapshot | null>(null)
  const [tab, setTab] = useState<'graph' | 'top'>('graph')
  const [graphSamples, setGraphSamples] = useState<number | null>(null)
  const isPaused = held !== null
  const { live } = capture
  const isRunning = isUnderWay(capture)
  useEffect(() => {
    if (live > 0 && !isPaused && isRunning) feed.request(live)
  }, [feed, live, isPaused, isRunning])
  useEffect(() => () => feed.close(), [feed])

  const snapshot = held ?? newest
  const beforeGraph = <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
  const shownIf = (isShown: boolean) => classNames('min-h-0 flex-1 flex-col', isShown ? 'flex' : 'hidden')
  const controls = snapshot ? (
    <>
      <Segmented
        label="What is shown"
        value={tab}
        choices={[
          {
            value: 'graph',
            text: (
              <>
                <span className="max-sm:sr-only">Flame</span> <span className="max-sm:capitalize">graph</span>
              </>
            ),
          },
          { value: 'top', text: 'Top' },
        ]}
        onChange={setTab}
      />
      <Button
        aria-pressed={isPaused}
        title="Recording continues"
        onClick={() => setHeld(isPaused ? null : newest)}
        icon={isPaused ? Play : Pause}
      >
        {isPaused ? 'Resume' : 'Hold'}
      </Button>
    </>
  ) : null
  return (
    <main id="main" tabIndex={-1} className="flex h-[calc(100dvh-var(--header-height))] min-h-72 flex-col outline-none">
      <section aria-label="Live view" className="flex min-h-0 flex-1 flex-col" data-picture={snapshot?.version ?? 0}>
        {header(controls, isPaused ? 'Held; recording continues' : '', tab === 'graph' ? graphSamples : null)}
        {snapshot === null ? (
          beforeGraph
        ) : (
          // Both stay: the top counts intervals, and the graph keeps its zoom, while the other is looked at.
          <Suspense fallback={beforeGraph}>
            <div className={shownIf(tab === 'graph')}>
              <LiveGraph
                snapshot={snapshot}
                capture={capture}
                query={query}
                isShown={tab === 'graph'}
                onShown={setGraphSamples}
              />
            </div>
            <div className={classNames(shownIf(tab === 'top'), 'overflow-y-auto')}>
              <LiveTop snapshot={snapshot} isCumulative={capture.request.mode === 'timed'} />
            </div>
          </Suspense>
        )}
      </section>
    </main>
  )
}
