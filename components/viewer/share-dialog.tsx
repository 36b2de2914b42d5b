'use client'
import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { shareSchema, type Share } from '../../lib/contract.ts'
import { callApi } from '../api/call-api.ts'
import { Ago } from '../live/use-now.tsx'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'
import { formatCount } from '../units.ts'

const lifetimes = [1, 7, 30] as const

/** Links to this profile for people without an account: made here, shown once, and ended here. */
export function ShareDialog({
  profileId,
  query,
  open,
  onOpenChange,
}: {
  profileId: string
  /** The view that the link opens with, as in our own address. */
  query: () => string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share"
      about="Whoever has the link sees this profile, read-only, without signing in. It opens with the view you have now."
    >
      {open ? <Shares profileId={profileId} query={query} /> : null}
    </Dialog>
  )
}

function Shares({ profileId, query }: { profileId: string; query: () => string }) {
  const [shares, setShares] = useState<readonly Share[] | null>(null)
  const [days, setDays] = useState<number>(7)
  const [link, setLink] = useState<string | null>(null)
  const path = `/api/profiles/${profileId}/shares` as const

  const load = useCallback(
    () =>
      callApi(path, { answer: z.object({ shares: z.array(shareSchema) }) }).then((answer) => setShares(answer.shares)),
    [path],
  )
  useEffect(() => {
    load().catch(showProblem)
  }, [load])

  const create = async () => {
    const { url } = await callApi(path, {
      method: 'POST',
      body: { expiresInDays: days },
      answer: z.object({ share: shareSchema, url: z.string() }),
    })
    setLink(query() ? `${url}?${query()}` : url)
    await load()
  }
  const revoke = async (share: Share) => {
    await callApi(`/api/shares/${share.id}`, { method: 'DELETE' })
    showToast({ text: 'The link no longer works.' })
    await load()
  }

  const live = shares?.filter(({ revokedAt }) => revokedAt === null) ?? []
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2">
          Works for
          <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {lifetimes.map((lifetime) => (
              <option key={lifetime} value={lifetime}>
                {lifetime === 1 ? '1 day' : `${lifetime} days`}
              </option>
            ))}
          </Select>
        </label>
        <Button look="primary" onClick={() => void create().catch(showProblem)}>
          Create link
        </Button>
      </div>
      {link === null ? null : (
        <div className="mt-3" data-testid="share-link">
          <Command text={link} />
          <p className="mt-1 text-xs text-muted">
            Copy it now: only a fingerprint of it is kept, so it cannot be shown again.
          </p>
        </div>
      )}
      <h3 className="mt-4 mb-1 font-medium">Links that work now</h3>
      {shares !== null && live.length === 0 ? <p className="text-muted">None.</p> : null}
      <ul>
        {live.map((share) => (
          <li key={share.id} className="flex min-h-9 flex-wrap items-center gap-x-3 border-t border-line">
            <span className="flex-1">
              Made <Ago at={share.createdAt} />, until {new Date(share.expiresAt).toLocaleDateString()}
            </span>
            <span className="text-muted">
              {share.views === 1 ? 'opened once' : `opened ${formatCount(share.views)} times`}
            </span>
            <Button look="danger" size="small" onClick={() => void revoke(share).catch(showProblem)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
