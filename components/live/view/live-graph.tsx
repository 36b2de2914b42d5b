'use client'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Capture } from '../../../lib/contract/capture.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { GraphView } from '../../viewer/shell/graph-view.tsx'
import { createStore } from '../../ui/store.ts'
import { startTreeWorker } from '../../viewer/worker/start-tree-worker.ts'
import { useNotes } from '../../viewer/notes/use-notes.ts'
import { type OpenedProfile, useViewFilters } from '../../viewer/state/use-profile-tree.ts'
import { useView } from '../../viewer/view/view-store.ts'
import type { LiveSnapshot } from './live-snapshots.ts'
import { openTreeClient } from '../../viewer/worker/tree-client.ts'
import type { TreeOptions } from '../../viewer/worker/tree-messages.ts'

/**
 * The viewer on a capture under way. Zoom, search and selection are paths and words, so they hold from snapshot to
 * snapshot; they stand in the page's address, which hands them on to the profile that the capture becomes.
 */
export function LiveGraph({
  snapshot,
  capture,
  query,
  isShown,
  onShown,
}: {
  snapshot: LiveSnapshot
  capture: Capture
  query: string
  isShown: boolean
  /** Called with the number of samples in each snapshot, when its graph is there. */
  onShown: (samples: number) => void
}) {
  const { service, containerName } = capture.target
  const viewing = useView(query)
  const notes = useNotes(noNotes, null)
  const { sort } = viewing.view
  const filters = useViewFilters(viewing.view)
  const order = useMemo(() => ({ filters, sort }), [filters, sort])
  const [trees] = useState(() => createSnapshotLoader(startTreeWorker))
  const tree = useSyncExternalStore(trees.subscribe, trees.get, () => null)
  useEffect(() => {
    // A graph that cannot be seen has no size to be drawn in, and is brought up to date when it can.
    if (isShown) trees.show(snapshot, order)
  }, [trees, snapshot, order, isShown])
  useEffect(() => () => trees.close(), [trees])
  const graphSamples = tree?.profile.basics.samples
  useEffect(() => {
    if (graphSamples !== undefined) onShown(graphSamples)
  }, [graphSamples, onShown])
  return tree ? (
    <GraphView
      profile={tree.profile}
      summary={{
        name: `${containerName ?? service}, so far`,
        unit: tree.profile.basics.unit,
        event: tree.profile.basics.provenance.event,
      }}
      viewing={viewing}
      notes={notes}
    />
  ) : (
    <p role="status" className="flex flex-1 items-center justify-center gap-2 text-muted">
      <Spinner /> Drawing the first snapshot …
    </p>
  )
}

const noNotes: readonly [] = []

/** A snapshot that is drawn. */
interface LoadedSnapshot {
  readonly snapshot: LiveSnapshot
  readonly options: TreeOptions
  readonly profile: OpenedProfile
}

/**
 * Trees of the snapshots of a capture, made one after the other. The one before stays until the next is whole, so
 * nothing flickers; each snapshot has a worker of its own, which ends with it.
 */
function createSnapshotLoader(startWorker: () => Worker) {
  const { get, set, subscribe } = createStore<LoadedSnapshot | null>(null)
  let next: Pick<LoadedSnapshot, 'snapshot' | 'options'> | null = null
  let isMaking = false

  async function loadNext(): Promise<void> {
    isMaking = true
    while (next !== null) {
      const { snapshot, options } = next
      next = null
      const before = get()
      const isSame = before?.snapshot === snapshot
      const client = isSame ? before.profile.client : openTreeClient(startWorker(), { bytes: snapshot.bytes })
      try {
        const [basics, model] = await Promise.all([client.opened, client.build(options)])
        // The heat map is of the whole recording: it would change its scale with every snapshot.
        const untimed = { ...basics, timeSpan: null }
        const state = { facts: null, isBuilding: false, isBusy: false, problem: null }
        set({ snapshot, options, profile: { ...state, client, basics: untimed, model } })
        if (!isSame) before?.profile.client.close()
      } catch (error) {
        // It cannot be read, or the page was left: the one on the screen stays.
        if (!(error instanceof DOMException)) console.error(error)
        if (!isSame) client.close()
      }
    }
    isMaking = false
  }

  return {
    /** This snapshot in this order next; what is asked for in between is left out. */
    show(snapshot: LiveSnapshot, options: TreeOptions): void {
      const shown = get()
      if (shown?.snapshot === snapshot && shown.options === options) return
      next = { snapshot, options }
      if (!isMaking) void loadNext()
    },
    get,
    subscribe,
    close(): void {
      next = null
      get()?.profile.client.close()
      set(null)
    },
  }
}
