'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { ListedShare, Share } from '../../lib/contract/shares.ts'
import { callApi } from '../api/call-api.ts'
import { DeletedMeanwhile } from '../live/deleted-meanwhile.tsx'
import { Ago } from '../live/use-now.tsx'
import { type StoredProfiles, useStoredProfiles } from '../live/use-stored-profiles.ts'
import { afterNextFrame } from '../ui/after-next-frame.ts'
import { useLibraryChange } from '../live/use-live.tsx'
import { type CreatedLink, NewShareForm } from './new-share-form.tsx'
import { RevokeButton } from './revoke-button.tsx'
import { formatExpiry, formatViews, nameLink } from './share-labels.ts'
import { ShareMarks } from './share-marks.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ByOther } from '../capture/by-other.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'

/** Links to this profile, or to this comparison: made here, shown once, and ended here. */
export function ShareDialog({
  profile,
  baseline = null,
  query = null,
  open,
  onOpenChange,
}: {
  profile: ProfileSummary
  baseline?: ProfileSummary | null
  /** The view that the link opens with, as in our own address; the whole profile without one. */
  query?: (() => string) | null
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const what = baseline === null ? 'this profile' : 'this comparison'
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share"
      about={`A link shows ${what} read-only, and nothing else.${query === null ? '' : ' Unless you hide names, it opens with the zoom, search and filters that you have now.'}`}
    >
      {open ? <Shares profile={profile} baseline={baseline} query={query ?? noView} /> : null}
    </Dialog>
  )
}

const noView = () => ''
/** A timer of a browser takes no longer one, in ms: 24.8 days. */
const longestTimerMs = 2 ** 31 - 1
/** How long after the end of a link the list is asked for: the clocks of browser and server differ. */
const expirySlackMs = 1000

function Shares({
  profile,
  baseline,
  query,
}: {
  profile: ProfileSummary
  baseline: ProfileSummary | null
  query: () => string
}) {
  const profileId = profile.id
  // Two parts of one profile can be compared.
  const stored = useStoredProfiles(baseline === null || baseline.id === profileId ? [profile] : [profile, baseline])
  const isDeleted = stored.deleted.length > 0
  const [shares, setShares] = useState<readonly ListedShare[] | null>(null)
  const [created, setCreated] = useState<CreatedLink | null>(null)
  /** The id of `created`. */
  const createdId = useRef<string | null>(null)
  const path = `/api/v1/profiles/${profileId}/shares` as const

  const [endedId, setEndedId] = useState<string | null>(null)
  useEffect(() => {
    if (endedId === null) return
    // First the row goes, and the focus to the next one (keep-focus.ts), not to the button that comes back here.
    return afterNextFrame(() => setCreated((link) => (link?.id === endedId ? null : link)))
  }, [endedId])

  const load = useCallback(() => {
    // An answer to a request of before the link was made does not have it.
    const id = createdId.current
    return callApi(path, { answer: 'shares' }).then(({ shares: active }) => {
      setShares(active)
      if (id === null || id !== createdId.current || active.some((share) => share.id === id)) return
      createdId.current = null
      setEndedId(id)
      showToast({ text: 'The link made here has ended: it was revoked, has expired, or its profile was deleted.' })
    })
  }, [path])
  const refresh = useCallback(() => void load().catch(showProblem), [load])
  useEffect(() => {
    refresh()
    // Links are opened elsewhere, such as in another tab: a person who comes back sees how often.
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [refresh])
  // A link ends by itself, too, or with its profile; and another person may revoke it.
  useLibraryChange(refresh, 0)
  const firstExpiry = Math.min(...(shares ?? []).map(({ expiresAt }) => expiresAt))
  useEffect(() => {
    const ms = firstExpiry - Date.now()
    if (ms > longestTimerMs) return
    const timer = setTimeout(refresh, Math.max(ms, 0) + expirySlackMs)
    return () => clearTimeout(timer)
  }, [firstExpiry, refresh])

  /** The new link is last in the dialog, which may end before it. */
  const showNewest = useCallback((row: HTMLElement | null) => {
    if (createdId.current !== null) row?.scrollIntoView({ block: 'nearest' })
  }, [])

  const revoke = async (share: Share) => {
    const isCreated = share.id === createdId.current
    if (isCreated) createdId.current = null // its end is no news here
    await callApi(`/api/v1/shares/${share.id}`, { method: 'DELETE' }).catch((error: unknown) => {
      if (isCreated) createdId.current = share.id
      throw error
    })
    showToast({ text: 'Link revoked.' })
    await load()
    if (isCreated) setEndedId(share.id)
  }

  return (
    <>
      {isDeleted ? (
        <div className="mb-3">
          <DeletedMeanwhile
            stored={stored}
            subject={nameDeleted(stored, profileId)}
            forGood=": no link can be made."
            inTrash=": restore to share."
          />
        </div>
      ) : null}
      <NewShareForm
        profileId={profileId}
        baselineId={baseline?.id ?? null}
        query={query}
        canCreate={!isDeleted}
        link={created}
        onCreated={(link) => {
          createdId.current = link.id
          setCreated(link)
          refresh()
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
              onAsk={refresh}
              onRevoke={() => void revoke(share).catch(showProblem)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function nameDeleted({ deleted }: StoredProfiles, profileId: string): string {
  if (deleted.length > 1) return 'Both profiles were'
  return deleted[0]?.id === profileId ? 'This profile was' : 'The baseline was'
}
