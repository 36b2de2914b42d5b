'use client'
import { asProblem } from '../../../api/as-problem.ts'
import { ProblemView } from '../../../problem-view.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { DiffViewProps } from '../../shell/baseline.ts'
import { useBusyMark } from '../../shell/use-busy-mark.ts'
import { useProfileTree, useTreeOptions } from '../../state/use-profile-tree.ts'
import { listSideFilters } from './side-filters.ts'
import { SidePanes } from './side-panes.tsx'

/** Two profiles, or two parts of one, in panes of their own, which move and search together. */
export function SideView({ summary, baseline, profile, exportSource, ...after }: DiffViewProps) {
  const { view } = after.viewing
  // In the order of time a place is a number, which is another place on the other side.
  const sort = view.sort === 'time' ? 'name' : view.sort
  const options = useTreeOptions({ ...view, filters: listSideFilters(view, 'before'), sort }, false)
  const before = useProfileTree(baseline.source, options)
  const { client, basics, facts, model, problem } = before
  if (problem) return <ProblemView problem={asProblem(problem)} className="m-4" />
  if (!client || !basics || !model) return <Reading name={baseline.summary.name} />
  return (
    <SidePanes
      after={{ ...after, summary, isBusy: profile.isBusy, isBuilding: profile.isBuilding }}
      before={{
        client,
        basics,
        facts,
        model,
        title: baseline.summary.name,
        unit: baseline.summary.unit,
        event: baseline.summary.event,
        isCompared: true,
        summary: baseline.summary,
        isBusy: before.isBusy,
        isBuilding: before.isBuilding,
      }}
      viewing={after.viewing}
      exportSource={exportSource}
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
