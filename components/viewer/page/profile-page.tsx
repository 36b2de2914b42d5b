'use client'
import { useMemo, useState } from 'react'
import { ChevronDown, Ellipsis, GitCompareArrows } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ViewerNote } from '../../../lib/contract/notes.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { useMay } from '../../access/use-may.tsx'
import { callApi } from '../../api/call-api.ts'
import { Left } from '../../live/use-now.tsx'
import { useStoredProfiles } from '../../live/use-stored-profiles.ts'
import { lateShareDialog, useProfileDialogs } from '../../profiles/profile-dialogs.tsx'
import { afterNextFrame } from '../../ui/after-next-frame.ts'
import { focusMain } from '../../ui/focus-main.ts'
import { Button } from '../../ui/button.tsx'
import { segmentClass, segmentsClass } from '../../ui/segmented.tsx'
import { showProblem } from '../../ui/toast.tsx'
import { createBaseline } from './baseline-at.ts'
import { exportButton } from '../export/export-button.tsx'
import { createProfileSource } from '../worker/load-profile.ts'
import { Notice } from '../shell/viewer-notices.tsx'
import { TrendSourceProvider } from '../../links/function-trend.tsx'
import { ProfileViewer, type ViewerTools } from '../shell/profile-viewer.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LateMenu } from '../../ui/late-menu.tsx'
import { useLate } from '../../ui/late.ts'
import { lateOwnerTools } from './late-owner-tools.ts'
import { getEventLabel } from '../../../lib/contract/engines.ts'
import { noteLimits, trashMs } from '../../../lib/contract/constants.ts'
import type { NotesApi } from '../notes/use-notes.ts'

/**
 * The other events of the same capture or file, each a profile of its own. The view goes along: its zoom, searches and
 * filters are names, and those are the same.
 */
function EventSwitch({
  current,
  siblings,
  query,
}: {
  current: string
  /** This one too. */
  siblings: readonly ProfileSummary[]
  /** The view as a query, at the moment of the call. */
  query: () => string
}) {
  const router = useRouter()
  if (siblings.length < 2) return null
  return (
    <nav
      aria-label="Events of this recording"
      className={`${segmentsClass} max-w-full overflow-x-auto [scrollbar-width:none]`}
    >
      {siblings.map(({ id, event }) => (
        <Link
          key={id}
          href={`/profiles/${id}`}
          prefetch={false}
          aria-current={id === current ? 'page' : undefined}
          onClick={(click) => {
            // Opened in another tab it starts from the whole.
            if (click.ctrlKey || click.metaKey || click.shiftKey || click.button !== 0) return
            click.preventDefault()
            const view = query()
            if (id !== current) router.push(`/profiles/${id}${view ? `?${view}` : ''}`)
          }}
          className={segmentClass}
        >
          {getEventLabel(event)}
        </Link>
      ))}
    </nav>
  )
}

/**
 * The viewer of a person who is signed in: by their role they can also rename, share, export and delete the profile.
 */
export function ProfilePage({
  summary: initialSummary,
  siblings,
  baseline,
  baselineNotice,
  dataUrl,
  firstPaint,
  query,
  notes,
}: {
  summary: ProfileSummary
  /** All events of the same capture or file, this one too. */
  siblings: readonly ProfileSummary[]
  /** Null without a comparison. Another baseline has another page. */
  baseline: ProfileSummary | null
  /** Why there is none, where the address names one; else null. */
  baselineNotice: string | null
  /** Address of the encoded profile. */
  dataUrl: string
  /** Boxes as HTML, shown until the graph is there; empty for none. */
  firstPaint: string
  /** The query of the address: the view to start with. */
  query: string
  notes: readonly ViewerNote[]
}) {
  const profile = useStoredProfile(initialSummary)
  const before = useStoredProfile(baseline)
  const { summary } = profile
  const source = useMemo(() => createProfileSource(dataUrl), [dataUrl])
  const [compared] = useState(() => baseline && createBaseline(baseline, `/api/v1/profiles/${baseline.id}/data`, true))
  const mayManage = useMay()('manage')
  const notesApi = useMemo(() => (mayManage ? createNotesApi(summary.id) : null), [mayManage, summary.id])
  const viewer = (
    <ProfileViewer
      summary={summary}
      source={source}
      firstPaint={firstPaint}
      baseline={compared}
      query={query}
      notes={notes}
      notesApi={notesApi}
      tools={(viewer) => (
        <>
          <EventSwitch current={summary.id} siblings={siblings} query={viewer.query} />
          {isKept(profile) ? (
            <ProfileTools
              summary={summary}
              siblings={siblings}
              baseline={baseline}
              viewer={viewer}
              canShare={isKept(before)}
              onChange={profile.setSummary}
            />
          ) : null}
        </>
      )}
      notices={
        <>
          {baselineNotice === null ? null : <Notice>{baselineNotice} Showing this profile alone.</Notice>}
          <DeletedNotice name="This profile" profile={profile} />
          <DeletedNotice name="The baseline" profile={before} />
        </>
      }
    />
  )
  return <TrendSourceProvider source={summary}>{viewer}</TrendSourceProvider>
}

/** A profile as it is now in the library, where others, or another tab, may change it; null stays null. */
function useStoredProfile<Initial extends ProfileSummary | null>(initial: Initial) {
  const { profiles, set, isGone, restore } = useStoredProfiles(initial ? [initial] : [])
  const summary: Initial | ProfileSummary = profiles[0] ?? initial
  return { summary, setSummary: set, isGone, restore }
}

type StoredProfile = Pick<ReturnType<typeof useStoredProfile>, 'summary' | 'isGone' | 'restore'>

/** Not deleted. */
function isKept({ summary, isGone }: StoredProfile): boolean {
  return !isGone && (summary?.deletedAt ?? null) === null
}

function keepOnPage(): void {
  if (document.activeElement === document.body) focusMain()
}

/** Says that a profile was deleted, and offers to restore it as long as that can be. */
function DeletedNotice({ name, profile }: { name: string; profile: StoredProfile }) {
  const mayManage = useMay()('manage')
  if (isKept(profile)) return null
  const deletedAt = profile.summary?.deletedAt ?? null
  if (profile.isGone || deletedAt === null) return <Notice>{name} was deleted for good.</Notice>
  // The button goes with the notice, and of a press of a pointer nothing else keeps the focus.
  const run = () => void profile.restore().then(() => afterNextFrame(keepOnPage), showProblem)
  return (
    <Notice action={mayManage ? { text: 'Restore', run } : undefined}>
      {name} was deleted. It is gone for good {/* not announced each minute */}
      <span aria-live="off">
        <Left isIn until={deletedAt + trashMs} wholeMs={trashMs} />
      </span>
      .
    </Notice>
  )
}

function ProfileTools({
  summary,
  siblings,
  baseline,
  viewer,
  canShare,
  onChange,
}: {
  summary: ProfileSummary
  siblings: readonly ProfileSummary[]
  baseline: ProfileSummary | null
  viewer: ViewerTools
  /** A link would show nothing where the baseline is deleted. */
  canShare: boolean
  onChange: (summary: ProfileSummary) => void
}) {
  const openDialog = useProfileDialogs()
  const mayManage = useMay()('manage')
  const late = { late: lateOwnerTools, isWanted: viewer.isShown }
  // So that a press opens it at once.
  useLate(lateShareDialog, viewer.isShown && mayManage)
  return (
    <>
      <LateMenu
        {...late}
        trigger={
          <Button title="Compare this profile with another one" icon={GitCompareArrows}>
            <span className="stripped:sr-only">Compare</span>
            <ChevronDown size={12} aria-hidden />
          </Button>
        }
      >
        {({ CompareMenu }, menu) => (
          <CompareMenu {...menu} {...{ summary, baseline, siblings }} query={viewer.query} timeSpan={viewer.timeSpan} />
        )}
      </LateMenu>
      <LateMenu {...late} trigger={exportButton}>
        {({ ExportMenu }, menu) => (
          <ExportMenu
            {...menu}
            summary={summary}
            baseline={baseline}
            profileId={summary.id}
            query={viewer.query}
            scene={viewer.getExportSource}
            twoCounts={viewer.exportDifffolded}
          />
        )}
      </LateMenu>
      {mayManage ? (
        <>
          {canShare ? (
            <Button
              variant="primary"
              onClick={() => openDialog({ kind: 'share', profile: summary, baseline, query: viewer.query })}
            >
              Share
            </Button>
          ) : null}
          <LateMenu {...late} trigger={<IconButton label="More" variant="secondary" icon={Ellipsis} iconSize={16} />}>
            {({ ManageMenu }, menu) => <ManageMenu {...menu} summary={summary} onChange={onChange} />}
          </LateMenu>
        </>
      ) : null}
    </>
  )
}

/** The notes of a profile that this Hearth keeps. */
function createNotesApi(profileId: string): NotesApi {
  return {
    longestText: noteLimits.text,
    add: (note) => callApi(`/api/v1/profiles/${profileId}/notes`, { method: 'POST', body: note, answer: 'note' }),
    change: (id, text, before) =>
      callApi(`/api/v1/notes/${id}`, { method: 'PATCH', body: { text, before: { text: before } }, answer: 'note' }),
    remove: async (id) => void (await callApi(`/api/v1/notes/${id}`, { method: 'DELETE' })),
    restore: (id) => callApi(`/api/v1/notes/${id}/restore`, { method: 'POST', answer: 'note' }),
  }
}
