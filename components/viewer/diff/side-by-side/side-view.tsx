'use client'
import { profileName } from '../../../../lib/contract/profile-title.ts'
import { asProblem } from '../../../api/as-problem.ts'
import { ReadProblem } from '../../../read-problem.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { DiffViewProps } from '../../shell/baseline.ts'
import { useBusyMark } from '../../shell/use-busy-mark.ts'
import { isOpened, useProfileTree, useTreeOptions } from '../../state/use-profile-tree.ts'
import { listSideFilters } from '../side-filters.ts'
import { SidePanes } from './side-panes.tsx'

/** Two profiles, or two parts of one, in panes of their own, which move and search together. */
export function SideView({ profile, summary, baseline, viewing, notes, exportSource }: DiffViewProps) {
  const { view } = viewing
  // In time order, siblings may have one name, so the path to a node has numbers; the same numbers are other nodes of
  // the other profile.
  const sort = view.sort === 'time' ? 'name' : view.sort
  const options = useTreeOptions({ ...view, filters: listSideFilters(view, 'before'), sort }, false)
  const before = useProfileTree(baseline.source, options)
  if (before.problem)
    return <ReadProblem problem={asProblem(before.problem)} onRetry={() => location.reload()} className="m-4" />
  if (!isOpened(before)) return <LoadingProfile name={profileName(baseline.summary)} />
  return (
    <SidePanes
      after={{ profile, summary, notes }}
      before={{ profile: before, summary: baseline.summary }}
      viewing={viewing}
      exportSource={exportSource}
    />
  )
}

function LoadingProfile({ name }: { name: string }) {
  useBusyMark(true)
  return (
    <p role="status" className="flex items-center gap-2 p-4 text-muted">
      <Spinner /> Reading {name} …
    </p>
  )
}
