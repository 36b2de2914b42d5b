'use client'
import { ExternalLink, EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import type { ViewerNote } from '../../../lib/contract/notes.ts'
import type { SharedView } from '../../../lib/contract/shares.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { createBaseline } from './baseline-at.ts'
import { createProfileSource } from '../worker/load-profile.ts'
import { ProfileViewer } from '../shell/profile-viewer.tsx'

/** The viewer for all who have a link: it offers nothing but looking. In a frame, with a way to the whole page. */
export function SharedViewer({
  view,
  token,
  firstPaint,
  query,
  notes,
  isFrame = false,
}: {
  view: SharedView
  token: string
  /** Boxes as HTML, shown until the graph is there; empty for none. */
  firstPaint: string
  query: string
  notes: readonly ViewerNote[]
  isFrame?: boolean
}) {
  const source = useMemo(() => createProfileSource(`/api/v1/shared/${token}/data`), [token])
  // false: who has a link may not open the pages of the two profiles.
  const baseline = useMemo(
    () => view.baseline && createBaseline(view.baseline, `/api/v1/shared/${token}/baseline`, false),
    [view.baseline, token],
  )
  return (
    <ProfileViewer
      summary={view.profile}
      source={source}
      firstPaint={firstPaint}
      baseline={baseline}
      query={query}
      notes={notes}
      notesApi={null}
      tools={(viewer) => (
        <>
          {view.isRedacted ? (
            <Badge>
              <EyeOff size={12} aria-hidden />
              Redacted
            </Badge>
          ) : null}
          {isFrame ? (
            <ButtonLink
              href={`/s/${token}`}
              prefetch={false}
              target="_blank"
              rel="noopener"
              onClick={(event) => {
                // The link gets the view of this moment.
                const now = viewer.query()
                event.currentTarget.href = now === '' ? `/s/${token}` : `/s/${token}?${now}`
              }}
              icon={ExternalLink}
            >
              Open
            </ButtonLink>
          ) : null}
        </>
      )}
    />
  )
}
