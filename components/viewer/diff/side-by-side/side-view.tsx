'use client'
import { useMemo } from 'react'
import type { ProfileSummary } from '../../../../lib/contract.ts'
import { filtersOfView } from '../../../../lib/profile/view/view.ts'
import { asProblem } from '../../../api/as-problem.ts'
import { ProblemView } from '../../../problem-view.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Baseline } from '../../shell/baseline.ts'
import type { Held } from '../../state/ref.ts'
import type { PictureSource } from '../../export/export-source.ts'
import { useBusyMark } from '../../shell/use-busy-mark.ts'
import { useProfileTree, type ProfileTree } from '../../state/use-profile-tree.ts'
import type { ViewerGiven } from '../../state/use-viewer.ts'
import { filtersOfSide } from './side-filters.ts'
import { SidePanes } from './side-panes.tsx'

export interface SideViewProps extends ViewerGiven {
  /** Of the later profile, without a baseline in its tree. */
  readonly profile: ProfileTree
  /** Filled with what gives the picture on the screen. */
  readonly picture: Held<() => PictureSource | null>
  readonly summary: ProfileSummary
  readonly baseline: Baseline
}

/** Two profiles, or two parts of one, in panes of their own, which move and search together. */
export function SideView({ summary, baseline, profile, picture, ...after }: SideViewProps) {
  const { view } = after.viewing
  const filters = filtersOfSide(view, 'before')
  const { invert, byThread } = view
  // In the order of time a place is a number, which is another place on the other side.
  const sort = view.sort === 'time' ? 'name' : view.sort
  const order = useMemo(
    () => ({ filters: filtersOfView({ filters, invert, byThread }), sort }),
    [filters, invert, byThread, sort],
  )
  const before = useProfileTree(baseline.source, order)
  const { client, basics, facts, drawn, problem } = before
  if (problem) return <ProblemView problem={asProblem(problem)} className="m-4" />
  if (!client || !basics || !drawn) return <Reading name={baseline.summary.name} />
  return (
    <SidePanes
      after={{ ...after, summary, isBusy: profile.isBusy, isBuilding: profile.isBuilding }}
      before={{
        client,
        basics,
        facts,
        drawn,
        title: baseline.summary.name,
        unit: baseline.summary.unit,
        event: baseline.summary.event,
        isCompared: true,
        summary: baseline.summary,
        isBusy: before.isBusy,
        isBuilding: before.isBuilding,
      }}
      viewing={after.viewing}
      picture={picture}
    />
  )
}

function Reading({ name }: { name: string }) {
  useBusyMark(true)
  return (
    <p role="status" className="flex items-center gap-2 p-4 text-muted">
      <Spinner /> Reading {name} …
    </p>
  )
}
