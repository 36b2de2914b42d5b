'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListedShare, Share } from '../../lib/contract/shares.ts'
import { callApi } from '../api/call-api.ts'
import { Ago } from '../live/use-now.tsx'
import { NewShareForm } from './new-share-form.tsx'
import { RevokeButton } from './revoke-button.tsx'
import { formatExpiry, formatViews, nameLink } from './share-labels.ts'
import { ShareMarks } from './share-marks.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ByOther } from '../capture/by-other.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'

/** Links to this profile, or to this comparison: made here, shown once, and ended here. */
export function ShareDialog({
  profileId,
  baselineId = null,
  query = null,
  open,
  onOpenChange,
}: {
  profileId: string
  /** The baseline. */
  baselineId?: string | null
  /** The view that the link opens with, as in our own address; the whole profile without one. */
  query?: (() => string) | null
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const what = baselineId === null ? 'this profile' : 'this comparison'
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share"
      about={`A link shows ${what} read-only, and nothing else.${query === null ? '' : ' Unless you hide names, it opens with the zoom, search and filters that you have now.'}`}
    >
      {open ? <Shares profileId={profileId} baselineId={baselineId} query={query ?? noView} /> : null}
    </Dialog>
  )
}

const noView = () => ''

function Shares({
  profileId,
  baselineId,
  query,
}: {
  profileId: string
  baselineId: string | null
  query: () => string
}) {
  const [shares, setShares] = useState<readonly ListedShare[] | null>(null)
  const path = `/api/v1/profiles/${profileId}/shares` as const

  const load = useCallback(() => callApi(path, { answer: 'shares' }).then((answer) => setShares(answer.shares)), [path])
  useEffect(() => {
    const refresh = () => void load().catch(showProblem)
    refresh()
    // Links are opened elsewhere, such as in another tab: a person who comes back sees how often.
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [load])

  const hasCreated = useRef(false)
  /** The new link is last in the dialog, which may end before it. */
  const showNewest = useCallback((row: HTMLElement | null) => {
    if (hasCreated.current) row?.scrollIntoView({ block: 'nearest' })
  }, [])

  const revoke = async (share: Share) => {
    await callApi(`/api/v1/shares/${share.id}`, { method: 'DELETE' })
    showToast({ text: 'Link revoked.' })
    await load()
  }

  return (
    <>
      <NewShareForm
        profileId={profileId}
        baselineId={baselineId}
        query={query}
        onCreated={() => {
          hasCreated.current = true
          void load().catch(showProblem)
        }}
      />
      <h3 className="mt-8 mb-1 font-medium">Active links</h3>
      {shares?.length === 0 ? <p className="text-muted">None.</p> : null}
      <ul>
        {(shares ?? []).map((share, index) => (
          <li
            key={share.id}
            ref={index === 0 ? showNewest : undefined}
            className="flex min-h-9 items-center gap-x-3 border-t border-line py-1"
          >
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
              <span>
                Created <Ago at={share.createdAt} />
                <ByOther name={share.createdBy} />, {formatExpiry(share)}
              </span>
              <ShareMarks share={share} />
              <span className="text-muted">{formatViews(share)}</span>
            </span>
            <RevokeButton
              link={nameLink(share, index)}
              onAsk={() => void load().catch(showProblem)}
              onRevoke={() => void revoke(share).catch(showProblem)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
