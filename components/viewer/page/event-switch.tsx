'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ProfileSummary } from '../../../lib/contract.ts'
import { eventTitle } from '../../capture/capture-labels.ts'

/**
 * The other events of the same capture or file, each a profile of its own. The view goes along: its zoom, searches and
 * filters are names, and those are the same.
 */
export function EventSwitch({
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
      className="inline-flex h-8 max-w-full items-stretch overflow-x-auto rounded-md border border-edge/60 bg-canvas p-0.5"
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
          className="inline-flex items-center rounded-[4px] px-2 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
        >
          {eventTitle(event)}
        </Link>
      ))}
    </nav>
  )
}
