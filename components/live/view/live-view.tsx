'use client'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Capture } from '../../../lib/contract/capture.ts'
import { eventLabels } from '../../../lib/contract/engines.ts'
import { isUnderWay } from '../../capture/capture-phase.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { formatCount } from '../../../lib/profile/format/units.ts'
import { LiveGraph } from './live-graph.tsx'
import { createSnapshotFeed, type LiveSnapshot } from './live-snapshots.ts'
import { LiveTop } from './top-table.tsx'

/** What a capture under way has recorded so far: its flame graph, and the methods on top of the stacks. */
export function LiveView({ capture, query }: { capture: Capture; query: string }) {
  const [feed] = useState(() => createSnapshotFeed(capture.id))
  const newest = useSyncExternalStore(feed.subscribe, feed.get, () => null)
  const [held, setHeld] = useState<LiveSnapshot | null>(null)
  const [tab, setTab] = useState<'graph' | 'top'>('graph')
  const isPaused = held !== null
  const { live } = capture
  const isRunning = isUnderWay(capture)
  useEffect(() => {
    if (live > 0 && !isPaused && isRunning) feed.request(live)
  }, [feed, live, isPaused, isRunning])
  useEffect(() => () => feed.close(), [feed])

  const snapshot = held ?? newest
  return (
    <section aria-label="Live view" className="mb-6" data-picture={snapshot?.version ?? 0}>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">{eventLabels[capture.request.events[0] ?? 'cpu'].title} so far</h2>
        <Segmented
          label="Live view"
          value={tab}
          choices={[
            { value: 'graph', text: 'Flame graph' },
            { value: 'top', text: 'Top' },
          ]}
          onChange={setTab}
        />
        <Button
          size="small"
          aria-pressed={isPaused}
          disabled={!newest}
          onClick={() => setHeld(isPaused ? null : newest)}
          icon={isPaused ? Play : Pause}
        >
          {isPaused ? 'Resume' : 'Hold'}
        </Button>
        <p role="status" className="text-muted">
          {snapshot === null
            ? ''
            : isPaused
              ? `Held at snapshot ${formatCount(snapshot.version)}; recording continues.`
              : ''}
        </p>
      </div>
      {snapshot === null ? (
        <p className="flex min-h-40 items-center justify-center gap-2 rounded-md border border-dashed border-line px-4 py-6 text-center text-muted">
          {isRunning ? <Spinner /> : null}
          {isRunning
            ? 'The first snapshot appears after a few seconds of recording.'
            : 'It ended before the first snapshot.'}
        </p>
      ) : (
        // Both stay: the top counts intervals, and the graph keeps its zoom, while the other is looked at.
        <>
          <div hidden={tab !== 'graph'}>
            <LiveGraph snapshot={snapshot} capture={capture} query={query} isShown={tab === 'graph'} />
          </div>
          <div hidden={tab !== 'top'}>
            <LiveTop snapshot={snapshot} isCumulative={capture.request.mode === 'timed'} />
          </div>
        </>
      )}
    </section>
  )
}
