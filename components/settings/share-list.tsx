'use client'
import Link from 'next/link'
import type { Share } from '../../lib/contract/shares.ts'
import { useMay } from '../access/use-may.tsx'
import { Ago, useNow } from '../live/use-now.tsx'
import { ShareMarks } from '../share/share-marks.tsx'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { formatCount, formatDuration } from '../format/units.ts'
import { useDeletable } from './use-deletable.ts'

export type ListedShare = Share & { readonly profileName: string }

/** Links that lead in from outside, each of which can be made to lead nowhere. */
export function ShareList({ shares: sent }: { shares: readonly ListedShare[] }) {
  const { items: shares, remove: revoke } = useDeletable(sent, '/api/v1/shares', () => 'That link leads nowhere now.')
  const now = useNow()
  const may = useMay()
  if (shares.length === 0) {
    return (
      <p className="text-muted">
        No link is out. Share in a flame graph makes one, for anybody or for people who sign in, to look only.
      </p>
    )
  }
  return (
    <ul className="border-t border-line">
      {shares.map((share) => (
        <li
          key={share.id}
          className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5"
        >
          <Link
            href={
              share.baselineId === null
                ? `/profiles/${share.profileId}`
                : `/profiles/${share.profileId}?baseline=${share.baselineId}`
            }
            prefetch={false}
            className="flex min-w-0 flex-1 basis-56 max-sm:min-w-[70%] max-sm:basis-0 rounded-md font-medium hover:underline"
          >
            <Name text={share.profileName} />
          </Link>
          <span className="sm:w-56">
            <ShareMarks share={share} />
          </span>
          <span className="w-32 text-muted max-sm:order-last max-sm:w-auto">
            made <Ago at={share.createdAt} />
          </span>
          <span className="w-36 text-muted max-sm:order-last max-sm:w-auto">
            ends in {formatDuration(Math.max(share.expiresAt - now, 0))}
          </span>
          <span className="figures w-20 text-muted max-sm:order-last max-sm:w-auto">
            {formatCount(share.views)} {share.views === 1 ? 'view' : 'views'}
          </span>
          <span className="flex justify-end sm:w-24">
            {may('manage') ? (
              <Button size="small" variant="danger" onClick={() => revoke(share)}>
                Revoke
              </Button>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
