'use client'
import { useMemo, useState } from 'react'
import { profileSummarySchema, type ProfileSummary, type ViewerNote } from '../../lib/contract.ts'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { showProblem } from '../ui/toast.tsx'
import { formatDuration } from '../units.ts'
import { formatWeight } from '../weight.ts'
import { EventSwitch } from './event-switch.tsx'
import { ExportMenu } from './export-menu.tsx'
import { profileAt } from './load-profile.ts'
import { ManageMenu } from './manage-menu.tsx'
import { createNoteKeeper } from './note-keeper.ts'
import { Notice } from './notice.tsx'
import { ProfileViewer, type ViewerTools } from './profile-viewer.tsx'
import { ShareDialog } from './share-dialog.tsx'

/** The viewer in the app. Its owner can also rename, share, export and delete the profile; whoever came by a link can only look. */
export function ProfilePage({
  summary: initialSummary,
  siblings = [],
  dataUrl,
  query,
  notes,
  isOwner,
}: {
  summary: ProfileSummary
  /** All events of the same capture or file, this one too. */
  siblings?: readonly ProfileSummary[]
  dataUrl: string
  query: string
  notes: readonly ViewerNote[]
  isOwner: boolean
}) {
  const [summary, setSummary] = useState(initialSummary)
  const source = useMemo(() => profileAt(dataUrl), [dataUrl])
  const noteKeeper = useMemo(() => (isOwner ? createNoteKeeper(summary.id) : null), [isOwner, summary.id])
  const restore = async () => {
    setSummary(await callApi(`/api/profiles/${summary.id}/restore`, { method: 'POST', answer: profileSummarySchema }))
  }
  return (
    <ProfileViewer
      summary={summary}
      source={source}
      query={query}
      notes={notes}
      noteKeeper={noteKeeper}
      tools={
        isOwner
          ? (viewer) => (
              <>
                <EventSwitch current={summary.id} siblings={siblings} query={viewer.query} />
                <OwnerTools summary={summary} viewer={viewer} onChange={setSummary} />
              </>
            )
          : undefined
      }
      notices={
        summary.deletedAt === null ? null : (
          <Notice>
            This profile is deleted, and gone for good within the hour.
            {isOwner ? (
              <Button size="small" className="ml-3" onClick={() => void restore().catch(showProblem)}>
                Restore
              </Button>
            ) : null}
          </Notice>
        )
      }
    />
  )
}

function OwnerTools({
  summary,
  viewer,
  onChange,
}: {
  summary: ProfileSummary
  viewer: ViewerTools
  onChange: (summary: ProfileSummary) => void
}) {
  const [isSharing, setSharing] = useState(false)
  const { durationMs, event, total, unit } = summary
  const subtitle = [
    durationMs === null ? event : `${formatDuration(durationMs)} of ${event}`,
    formatWeight(total, unit),
  ]
  return (
    <>
      <ExportMenu
        title={summary.name}
        subtitle={subtitle.join(', ')}
        profileId={summary.id}
        query={viewer.query}
        scene={viewer.scene}
      />
      <Button look="primary" onClick={() => setSharing(true)}>
        Share
      </Button>
      <ManageMenu summary={summary} onChange={onChange} />
      <ShareDialog profileId={summary.id} query={viewer.query} open={isSharing} onOpenChange={setSharing} />
    </>
  )
}
