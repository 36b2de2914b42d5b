'use client'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Capture } from '../../../lib/contract/capture.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { GraphView } from '../../viewer/shell/graph-view.tsx'
import { createStore } from '../../ui/store.ts'
import type { ExportSource } from '../../viewer/export/export-source.ts'
import { startTreeWorker } from '../../viewer/worker/start-tree-worker.ts'
import { useNotes } from '../../viewer/notes/use-notes.ts'
import { useViewFilters } from '../../viewer/state/use-profile-tree.ts'
import { useView } from '../../viewer/state/view-store.ts'
import type { LiveSnapshot } from './live-snapshots.ts'
import { openTreeClient, type TreeClient } from '../../viewer/worker/tree-client.ts'
import type { TreeModel, ProfileBasics, TreeOptions } from '../../viewer/worker/tree-messages.ts'

/**
 * The viewer on a capture under way. Zoom, search and selection are paths and words, so they hold from picture to
 * picture; they stand in the page's address, which hands them on to the profile that the capture becomes.
 */
export function LiveGraph({
  snapshot,
  capture,
  query,
  isShown,
}: {
  snapshot: LiveSnapshot
  capture: Capture
  query: string
  isShown: boolean
}) {
  const viewing = useView(query)
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
  return (
    <div className="flex h-[max(28rem,calc(100dvh-19rem))] flex-col border-y border-line max-lg:-mx-4 lg:rounded-md lg:border-x">
      {tree ? (
        <LiveGraphViewer tree={tree} capture={capture} viewing={viewing} />
      ) : (
        <p role="status" className="flex flex-1 items-center justify-center gap-2 text-muted">
          <Spinner /> Drawing the first snapshot …
        </p>
      )}
    </div>
  )
}

function LiveGraphViewer({
  tree,
  capture,
  viewing,
}: {
  tree: LoadedSnapshot
  capture: Capture
  viewing: ReturnType<typeof useView>
}) {
  const { client, model, basics } = tree
  const graph = useRef<FlameGraphHandle>(null)
  const [scene] = useState(() => createStore<() => ExportSource | null>(() => null))
  const notes = useNotes(noNotes, null)
  // The heat map is of the whole recording: it would change its scale with every picture.
  const untimed = useMemo(() => ({ ...basics, timeSpan: null }), [basics])
  const profile = useMemo(
    () => ({ client, basics: untimed, facts: null, model, isBuilding: false, isBusy: false, problem: null }),
    [client, untimed, model],
  )
  const { service, containerName } = capture.target
  return (
    <GraphView
      profile={profile}
      client={client}
      model={model}
      basics={untimed}
      facts={null}
      viewing={viewing}
      notes={notes}
      graph={graph}
      exportSource={scene}
      title={`${containerName ?? service}, so far`}
      unit={basics.unit}
      event={basics.provenance.event}
    />
  )
}

const noNotes: readonly [] = []

/** A picture that is drawn, and whom to ask about it. */
interface LoadedSnapshot {
  readonly snapshot: LiveSnapshot
  readonly options: TreeOptions
  readonly client: TreeClient
  readonly basics: ProfileBasics
  readonly model: TreeModel
}

/**
 * Trees of the pictures of a capture, made one after the other. The one before stays until the next is whole, so nothing
 * flickers; each picture has a worker of its own, which ends with it.
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
      const client = isSame ? before.client : openTreeClient(startWorker(), { bytes: snapshot.bytes })
      try {
        const [basics, model] = await Promise.all([client.opened, client.build(options)])
        set({ snapshot, options, client, basics, model })
        if (!isSame) before?.client.close()
      } catch (error) {
        // It cannot be read, or the page was left: the one on the screen stays.
        if (!(error instanceof DOMException)) console.error(error)
        if (!isSame) client.close()
      }
    }
    isMaking = false
  }

  return {
    /** This picture in this order next; what is asked for in between is left out. */
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
      get()?.client.close()
      set(null)
    },
  }
}
