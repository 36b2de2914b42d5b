'use client'
import { useMemo, useState } from 'react'
import type { ProfileSummary, ViewerNote } from '../../../lib/contract.ts'
import { useMay } from '../../access/use-may.tsx'
import { CompareMenu } from '../diff/choose/compare-menu.tsx'
import { callApi } from '../../api/call-api.ts'
import { Button } from '../../ui/button.tsx'
import { showProblem } from '../../ui/toast.tsx'
import { formatDuration } from '../../format/units.ts'
import { formatWeight } from '../../format/weight.ts'
import { baselineAt } from './baseline-at.ts'
import { EventSwitch } from './event-switch.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { profileAt } from '../worker/load-profile.ts'
import { ManageMenu } from '../../profiles/manage-menu.tsx'
import { createNoteKeeper } from './note-keeper.ts'
import { Notice } from '../shell/notice.tsx'
import { ProfileViewer, type ViewerTools } from '../shell/profile-viewer.tsx'
import { ShareDialog } from '../../share/share-dialog.tsx'

/** The viewer in the app. Its owner can also rename, share, export and delete the profile; whoever came by a link can only look. */
export function ProfilePage({
  summary: initialSummary,
  siblings = [],
  baseline = null,
  isBaselineMissing = false,
  dataUrl,
  query,
  notes,
  isOwner,
}: {
  summary: ProfileSummary
  /** All events of the same capture or file, this one too. */
  siblings?: readonly ProfileSummary[]
  /** What it is compared with, if anything; another page with another one. */
  baseline?: ProfileSummary | null
  /** The address names something to compare with that is not there. */
  isBaselineMissing?: boolean
  dataUrl: string
  query: string
  notes: readonly ViewerNote[]
  isOwner: boolean
}) {
  const [summary, setSummary] = useState(initialSummary)
  const source = useMemo(() => profileAt(dataUrl), [dataUrl])
  const [compared] = useState(() => baseline && baselineAt(baseline, `/api/v1/profiles/${baseline.id}/data`, true))
  const mayManage = useMay()('manage') && isOwner
  const noteKeeper = useMemo(() => (mayManage ? createNoteKeeper(summary.id) : null), [mayManage, summary.id])
  const restore = async () => {
    setSummary(await callApi(`/api/v1/profiles/${summary.id}/restore`, { method: 'POST', answer: 'profileSummary' }))
  }
  return (
    <ProfileViewer
      summary={summary}
      source={source}
      baseline={compared}
      query={query}
      notes={notes}
      noteKeeper={noteKeeper}
      tools={
        isOwner
          ? (viewer) => (
              <>
                <EventSwitch current={summary.id} siblings={siblings} query={viewer.query} />
                <CompareMenu summary={summary} baseline={baseline} siblings={siblings} query={viewer.query} />
                <OwnerTools summary={summary} baseline={baseline} viewer={viewer} onChange={setSummary} />
              </>
            )
          : undefined
      }
      notices={
        <>
          {isBaselineMissing ? (
            <Notice>What this was compared with is not here: this is the profile alone.</Notice>
          ) : null}
          {summary.deletedAt === null ? null : (
            <Notice>
              This profile is deleted, and gone for good within the hour.
              {mayManage ? (
                <Button size="small" className="ml-3" onClick={() => void restore().catch(showProblem)}>
                  Restore
                </Button>
              ) : null}
            </Notice>
          )}
        </>
      }
    />
  )
}

function OwnerTools({
  summary,
  baseline,
  viewer,
  onChange,
}: {
  summary: ProfileSummary
  baseline: ProfileSummary | null
  viewer: ViewerTools
  onChange: (summary: ProfileSummary) => void
}) {
  const [isSharing, setSharing] = useState(false)
  const mayManage = useMay()('manage')
  const { durationMs, event, total, unit } = summary
  const subtitle = [
    durationMs === null ? event : `${formatDuration(durationMs)} of ${event}`,
    formatWeight(total, unit),
  ]
  return (
    <>
      <ExportMenu
        title={baseline ? `${summary.name} against ${baseline.name}` : summary.name}
        subtitle={subtitle.join(', ')}
        profileId={summary.id}
        query={viewer.query}
        scene={viewer.scene}
        twoCounts={viewer.twoCounts}
      />
      {mayManage ? (
        <>
          <Button look="primary" onClick={() => setSharing(true)}>
            Share
          </Button>
          <ManageMenu summary={summary} onChange={onChange} />
          <ShareDialog
            profileId={summary.id}
            baselineId={baseline?.id ?? null}
            query={viewer.query}
            open={isSharing}
            onOpenChange={setSharing}
          />
        </>
      ) : null}
    </>
  )
}
