import type { ReactNode } from 'react'
import { DashboardAway } from './dashboard-away.tsx'
import { PageBody } from './page-body.tsx'
import { formatCount } from '../../lib/profile/format/units.ts'

/**
 * The room of a page below the header, and that the dashboard is away. `wide` for lists and tables; else as wide as is
 * good to read.
 */
export function Page({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <PageBody>
      <DashboardAway />
      {wide ? children : <div className="max-w-6xl">{children}</div>}
    </PageBody>
  )
}

/**
 * The title of a page, of one size and at one place on all pages, and above it the way back to the page that it belongs
 * to.
 */
export function PageTitle({
  children,
  count,
  above,
  actions,
}: {
  children: ReactNode
  /** How many things the page lists. */
  count?: number | undefined
  above?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-48">
        {above ? (
          <div className="mb-1 flex min-w-0 items-center gap-1.5 text-sm text-muted *:finger-high">{above}</div>
        ) : null}
        <h1 className="flex min-h-8 min-w-0 items-center text-lg font-semibold">
          {children}
          {count === undefined ? null : (
            <span className="figures ml-2 font-normal text-faint"> {formatCount(count)}</span>
          )}
        </h1>
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  )
}
