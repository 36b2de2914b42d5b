'use client'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { createDeltaColours } from '../../../lib/profile/colour/delta-colours.ts'
import { presenceOf } from '../../../lib/profile/compare/merged-tree/delta.ts'
import { useResolvedTheme } from '../../theme/use-theme.ts'
import type { ComparedProps } from '../shell/baseline.ts'
import type { ComparisonClient } from './worker/comparison-client.ts'
import { deltaLegend, DiffFooter } from './diff-footer.tsx'
import { DiffGraph } from './diff-graph.tsx'
import { DiffSummary } from './diff-summary.tsx'
import { Refinements } from '../shell/graph-view.tsx'
import { isComparisonClient } from './worker/is-comparison-client.ts'
import { pictureOf } from '../export/export-source.ts'
import { useBusyMark } from '../shell/use-busy-mark.ts'
import { useComparableOrder } from './use-comparable-order.ts'
import { type Diff, useDiff } from './use-diff.ts'
import { useViewer, type Viewer } from '../state/use-viewer.ts'
import { useViewerKeys } from '../shell/use-viewer-keys.ts'
import { ViewerNotices } from '../shell/viewer-notices.tsx'
import { ViewerToolbar } from '../shell/viewer-toolbar.tsx'
import { describeNode, stackOfNode } from '../details/describe-frame.ts'
import { DetailsFact, FrameDetails } from '../details/frame-details.tsx'
import { notesAt } from '../notes/note-positions.ts'
import { NotesHere } from '../notes/frame-notes.tsx'
import { describeDelta } from './format-delta.ts'

/** The selected frame as text, on both sides, with the interval in which the change lies. */
function DiffDetails({ viewer, diff }: { viewer: Viewer; diff: Diff }) {
  const { drawn, here, drawing, notes, notePlaces, unit } = viewer
  const stack = useMemo(() => stackOfNode(drawn, here), [drawn, here])
  const words = diff.wordsOf(here)
  const otherKind = diff.delta === 'total' ? 'self' : 'total'
  const other = describeDelta(diff.sides, here, otherKind, null, diff.units)
  return (
    <>
      <p role="status" className="sr-only">
        {drawing.selected >= 0 ? diff.lineOf(here) : ''}
      </p>
      <FrameDetails
        words={describeNode(drawn, here, drawing.zoomNode, drawing.range)}
        stack={stack}
        unit={unit}
        tiers={[]}
        notes={<NotesHere notes={notesAt(notes.notes, notePlaces, here)} onEdit={notes.canWrite ? notes.edit : null} />}
        facts={
          <>
            <DetailsFact says={`${diff.delta} before`}>{words.before}</DetailsFact>
            <DetailsFact says="after">{words.after}</DetailsFact>
            <DetailsFact says="change">
              {words.delta} ({words.ratio})
            </DetailsFact>
            {words.interval === '' ? null : <DetailsFact says="95 % interval">{words.interval}</DetailsFact>}
            {words.verdict === '' ? null : <DetailsFact says="noise">{words.verdict}</DetailsFact>}
            <DetailsFact says={`${otherKind} change`}>{other.delta}</DetailsFact>
            <DetailsFact says="weight">{words.weights}</DetailsFact>
          </>
        }
      />
    </>
  )
}

const ViewerPanels = lazy(async () => ({ default: (await import('../shell/viewer-panels.tsx')).ViewerPanels }))
const DiffTable = lazy(async () => ({ default: (await import('./diff-table.tsx')).DiffTable }))
const DiffTree = lazy(async () => ({ default: (await import('./diff-tree.tsx')).DiffTree }))

/** Two profiles as one tree, coloured by what changed from the baseline to the profile. */
export function DiffView(props: ComparedProps) {
  const { client } = props
  // A client of the other mode is on its way out.
  return isComparisonClient(client) ? <Compared {...props} client={client} /> : null
}

function Compared({ profile, picture, summary, baseline, ...given }: ComparedProps & { client: ComparisonClient }) {
  const [hovered, setHovered] = useState(-1)
  const { client, drawn, viewing } = given
  const { view } = viewing
  const theme = useResolvedTheme()
  const units = useMemo(
    () => ({ before: baseline.summary.unit, after: summary.unit }),
    [baseline.summary.unit, summary.unit],
  )
  const diff = useDiff(client, drawn, view.comparison, units)
  const { sides, verdicts } = diff
  const { delta, fade } = view.comparison
  const painted = useMemo(
    () => ({
      colourOf: createDeltaColours(sides, { delta, fade, verdicts, theme }),
      presenceOf: (node: number) => presenceOf(sides, node),
    }),
    [sides, delta, fade, verdicts, theme],
  )
  const viewer = useViewer({ ...given, painted })
  useComparableOrder(viewing)
  useViewerKeys(viewer.act)
  useEffect(() => {
    picture.put(() => {
      const shown = pictureOf(viewer)
      return shown && { ...shown, legend: deltaLegend(theme), titleOf: diff.lineOf }
    })
  })
  useBusyMark(profile.isBusy || viewer.search.isSearching || viewer.drawing.isCounting || diff.isWaiting)

  return (
    <>
      <ViewerToolbar viewer={viewer} />
      <Refinements viewer={viewer} isBuilding={profile.isBuilding} />
      <DiffSummary viewer={viewer} diff={diff} before={baseline.summary} after={summary} />
      <ViewerNotices viewer={viewer} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <Stage viewer={viewer} diff={diff} onHover={setHovered} />
      </div>
      <DiffDetails viewer={viewer} diff={diff} />
      <DiffFooter viewer={viewer} diff={diff} hovered={hovered} />
      <Suspense>
        <ViewerPanels viewer={viewer} />
      </Suspense>
    </>
  )
}

/** Callers and callees are of one profile; a link to them shows the graph. */
function Stage(props: { viewer: Viewer; diff: Diff; onHover: (node: number) => void }) {
  const { viewer, diff } = props
  switch (viewer.viewing.view.tab) {
    case 'graph':
    case 'callers':
      return <DiffGraph {...props} />
    case 'table':
      return (
        <Suspense>
          <DiffTable viewer={viewer} diff={diff} />
        </Suspense>
      )
    case 'tree':
      return (
        <Suspense>
          <DiffTree viewer={viewer} diff={diff} />
        </Suspense>
      )
  }
}
