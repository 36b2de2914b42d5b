'use client'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Capture } from '../../../lib/contract.ts'
import { filtersOfView } from '../../../lib/profile/view.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { GraphView } from '../../viewer/shell/graph-view.tsx'
import { createHeld } from '../../viewer/state/ref.ts'
import type { PictureSource } from '../../viewer/export/export-source.ts'
import { startTreeWorker } from '../../viewer/worker/start-tree-worker.ts'
import { useNotes } from '../../viewer/notes/use-notes.ts'
import { useView } from '../../viewer/state/use-view.ts'
import type { LivePicture } from './live-snapshots.ts'
import { createLiveTrees, type LiveTree } from './live-trees.ts'

/**
 * The viewer on a capture under way. Zoom, search and selection are paths and words, so they hold from picture to
 * picture; they stand in the page's address, which hands them on to the profile that the capture becomes.
 */
export function LiveGraph({
  picture,
  capture,
  query,
  isShown,
}: {
  picture: LivePicture
  capture: Capture
  query: string
  isShown: boolean
}) {
  const viewing = useView(query)
  const { filters, invert, byThread, sort } = viewing.view
  const order = useMemo(
    () => ({ filters: filtersOfView({ filters, invert, byThread }), sort }),
    [filters, invert, byThread, sort],
  )
  const [trees] = useState(() => createLiveTrees(startTreeWorker))
  const tree = useSyncExternalStore(trees.subscribe, trees.get, () => null)
  useEffect(() => {
    // A graph that cannot be seen has no size to be drawn in, and is brought up to date when it can.
    if (isShown) trees.show(picture, order)
  }, [trees, picture, order, isShown])
  useEffect(() => () => trees.close(), [trees])
  return (
    <div className="flex h-[max(28rem,calc(100dvh-19rem))] flex-col border-y border-line max-lg:-mx-4 lg:rounded-md lg:border-x">
      {tree ? (
        <Drawn tree={tree} capture={capture} viewing={viewing} />
      ) : (
        <p role="status" className="flex flex-1 items-center justify-center gap-2 text-muted">
          <Spinner /> Drawing the first picture …
        </p>
      )}
    </div>
  )
}

function Drawn({ tree, capture, viewing }: { tree: LiveTree; capture: Capture; viewing: ReturnType<typeof useView> }) {
  const { client, drawn, basics } = tree
  const graph = useRef<FlameGraphHandle>(null)
  const [scene] = useState(() => createHeld<() => PictureSource | null>(() => null))
  const notes = useNotes(noNotes, null)
  // The heat map is of the whole recording: it would change its scale with every picture.
  const untimed = useMemo(() => ({ ...basics, timeSpan: null }), [basics])
  const profile = useMemo(
    () => ({ client, basics: untimed, facts: null, drawn, isBuilding: false, isBusy: false, problem: null }),
    [client, untimed, drawn],
  )
  const { service, containerName } = capture.target
  return (
    <GraphView
      profile={profile}
      client={client}
      drawn={drawn}
      basics={untimed}
      facts={null}
      viewing={viewing}
      notes={notes}
      graph={graph}
      picture={scene}
      title={`${containerName ?? service}, so far`}
      unit={basics.unit}
      event={basics.provenance.event}
    />
  )
}

const noNotes: readonly [] = []
