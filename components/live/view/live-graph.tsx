'use client'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Capture } from '../../../lib/contract.ts'
import { filtersOfView } from '../../../lib/profile/view/view.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { GraphView } from '../../viewer/shell/graph-view.tsx'
import { createHeld } from '../../viewer/state/ref.ts'
import type { PictureSource } from '../../viewer/export/export-source.ts'
import { startTreeWorker } from '../../viewer/worker/start-tree-worker.ts'
import { useNotes } from '../../viewer/notes/use-notes.ts'
import { useView } from '../../viewer/state/view-store.ts'
import type { LivePicture } from './live-snapshots.ts'
import { openTreeClient, type TreeClient } from '../../viewer/worker/tree-client.ts'
import type { DrawnTree, ProfileBasics, TreeOrder } from '../../viewer/worker/tree-messages.ts'

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

/** A picture that is drawn, and whom to ask about it. */
interface LiveTree {
  readonly picture: LivePicture
  readonly order: TreeOrder
  readonly client: TreeClient
  readonly basics: ProfileBasics
  readonly drawn: DrawnTree
}

interface LiveTrees {
  /** This picture in this order next; what is asked for in between is left out. */
  show(picture: LivePicture, order: TreeOrder): void
  readonly get: () => LiveTree | null
  readonly subscribe: (listener: () => void) => () => void
  close(): void
}

/**
 * Trees of the pictures of a capture, made one after the other. The one before stays until the next is whole, so nothing
 * flickers; each picture has a worker of its own, which ends with it.
 */
function createLiveTrees(startWorker: () => Worker): LiveTrees {
  let tree: LiveTree | null = null
  let next: Pick<LiveTree, 'picture' | 'order'> | null = null
  let isMaking = false
  const listeners = new Set<() => void>()

  async function makeNext(): Promise<void> {
    isMaking = true
    while (next !== null) {
      const { picture, order } = next
      next = null
      const isSame = tree?.picture === picture
      const client = isSame ? tree!.client : openTreeClient(startWorker(), { bytes: picture.bytes })
      try {
        const [basics, drawn] = await Promise.all([client.opened, client.build(order)])
        const before = tree
        tree = { picture, order, client, basics, drawn }
        for (const listener of listeners) listener()
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
    show(picture, order) {
      if (tree?.picture === picture && tree.order === order) return
      next = { picture, order }
      if (!isMaking) void makeNext()
    },
    get: () => tree,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      next = null
      tree?.client.close()
      tree = null
    },
  }
}
