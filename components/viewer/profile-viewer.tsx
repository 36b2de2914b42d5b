'use client'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { profileSummarySchema, type ProfileSummary } from '../../lib/contract.ts'
import { filtersOfView } from '../../lib/profile/view.ts'
import { viewToQuery } from '../../lib/profile/view-query.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { ProblemView } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'
import { ExportMenu } from './export-menu.tsx'
import { GraphView } from './graph-view.tsx'
import { ManageMenu } from './manage-menu.tsx'
import { Notice } from './notice.tsx'
import { ProvenanceDialog } from './provenance-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { useProfileTree } from './use-profile-tree.ts'
import { useView } from './use-view.ts'
import { ViewerHeader } from './viewer-header.tsx'

/** A profile to explore. Its owner can also rename, share, export and delete it; whoever came by a link can only look. */
export function ProfileViewer({
  summary: initialSummary,
  dataUrl,
  query,
  isOwner,
}: {
  summary: ProfileSummary
  /** Where the encoded profile is. */
  dataUrl: string
  /** The address's query: the view to start with. */
  query: string
  isOwner: boolean
}) {
  const [summary, setSummary] = useState(initialSummary)
  const [dialog, setDialog] = useState<'share' | 'provenance' | null>(null)
  const viewing = useView(query)
  const { view } = viewing
  // A zoom makes a new view, but must not make a new tree.
  const { filters: viewFilters, invert, byThread } = view
  const filters = useMemo(
    () => filtersOfView({ filters: viewFilters, invert, byThread }),
    [viewFilters, invert, byThread],
  )
  const profile = useProfileTree(dataUrl, filters, view.search, view.caseSensitive)
  const { facts, drawn, problem } = profile
  const restore = async () => {
    setSummary(await callApi(`/api/profiles/${summary.id}/restore`, { method: 'POST', answer: profileSummarySchema }))
  }
  const warnings = facts?.provenance.warnings.length ?? summary.warnings

  return (
    <main id="main" className="flex h-[calc(100dvh-var(--header-height))] min-h-96 flex-col">
      <ViewerHeader summary={summary}>
        <Button disabled={!facts} onClick={() => setDialog('provenance')}>
          {warnings > 0 ? <TriangleAlert size={14} aria-hidden className="text-warn" /> : null}
          Provenance
          {warnings > 0 ? <span className="figures">{warnings}</span> : null}
          {warnings > 0 ? <span className="sr-only">{warnings === 1 ? 'warning' : 'warnings'}</span> : null}
        </Button>
        {isOwner ? (
          <>
            <ExportMenu profileId={summary.id} onSavePicture={() => savePicture(summary.name)} />
            <Button look="primary" onClick={() => setDialog('share')}>
              Share
            </Button>
            <ManageMenu summary={summary} onChange={setSummary} />
          </>
        ) : null}
      </ViewerHeader>
      {summary.deletedAt === null ? null : (
        <Notice>
          This profile is deleted, and gone for good within the hour.
          {isOwner ? (
            <Button size="small" className="ml-3" onClick={() => void restore().catch(showProblem)}>
              Restore
            </Button>
          ) : null}
        </Notice>
      )}
      {summary.partial === null ? null : <Notice>Not the whole recording: {summary.partial}</Notice>}
      {problem ? (
        <ProblemView problem={asProblem(problem)} className="m-4">
          <Button onClick={() => location.reload()}>Try again</Button>
        </ProblemView>
      ) : drawn && facts ? (
        <GraphView profile={profile} drawn={drawn} facts={facts} viewing={viewing} title={summary.name} />
      ) : (
        <p role="status" className="flex flex-1 items-center justify-center gap-2 text-muted">
          <Spinner /> {facts ? 'Building the tree …' : 'Reading the profile …'}
        </p>
      )}
      {facts ? (
        <ProvenanceDialog
          provenance={facts.provenance}
          samples={facts.samples}
          open={dialog === 'provenance'}
          onOpenChange={(open) => setDialog(open ? 'provenance' : null)}
        />
      ) : null}
      {isOwner ? (
        <ShareDialog
          profileId={summary.id}
          query={() => viewToQuery(view).toString()}
          open={dialog === 'share'}
          onOpenChange={(open) => setDialog(open ? 'share' : null)}
        />
      ) : null}
    </main>
  )
}

/** Saves the canvas as it is. */
function savePicture(name: string): void {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-drawn]')
  if (!canvas) {
    showToast({ text: 'There is no graph on the screen to save.' })
    return
  }
  canvas.toBlob((blob) => {
    if (!blob) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = `${name.replaceAll(/[^\w.-]+/g, '-')}.png`
    link.click()
    URL.revokeObjectURL(link.href)
  })
}
