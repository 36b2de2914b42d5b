'use client'
import { Suspense } from 'react'
import { FirstPicturePlace } from '../../early/first-picture-place.tsx'
import type { Baseline, ComparedProps } from './baseline.ts'
import { GraphView } from './graph-view.tsx'
import { useBusyMark } from './use-busy-mark.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { nextComparison } from '../state/view-changes.ts'
import type { Viewing } from '../state/view-store.ts'

/** The graph of the profile, or of it and what it is compared with, whose scripts come when they are wanted. */
export function ShownGraph({
  baseline,
  isDiff,
  summary,
  ...given
}: Omit<ComparedProps, 'baseline'> & { baseline: Baseline | null; isDiff: boolean }) {
  if (baseline === null) return <GraphView {...given} />
  const { Diff, Side } = baseline.views
  return (
    <Suspense fallback={<ComingComparison viewing={given.viewing} />}>
      {isDiff ? (
        <Diff {...given} summary={summary} baseline={baseline} />
      ) : (
        <Side {...given} summary={summary} baseline={baseline} />
      )}
    </Suspense>
  )
}

/** The graph is on its way. */
export function ComingGraph({ viewing, isCompared }: { viewing: Viewing; isCompared: boolean }) {
  return isCompared ? <ComingComparison viewing={viewing} /> : <FirstPicturePlace />
}

/** Also from one mode to the next, which the key need not wait for. */
function ComingComparison({ viewing }: { viewing: Viewing }) {
  useBusyMark(true)
  useViewerKeys((action) => {
    if (action === 'compare') viewing.change(nextComparison(viewing.view), 'push')
  })
  return <FirstPicturePlace />
}
