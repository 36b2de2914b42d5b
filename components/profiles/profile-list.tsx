'use client'
import { useState } from 'react'
import type { ProfileSummary } from '../../lib/contract.ts'
import { useReportProfile } from '../live/use-live.tsx'
import { EditProfile } from './edit-profile.tsx'
import { ProfileRow, type RowActions } from './profile-row.tsx'
import { rowActions } from './row-actions.ts'
import { rowGrid } from './row-grid.ts'
import type { Selection } from './use-selection.ts'

const columns = ['Name', 'Service and image', 'Event and engine', 'Recorded', 'Amount', 'Java named', 'Taken']

/** Profiles, one row each, with what can be done to one; with what can be done to many where rows can be chosen. */
export function ProfileList({
  profiles,
  selection = null,
  onChange,
}: {
  profiles: readonly ProfileSummary[]
  selection?: Selection | null
  /** What the server has just confirmed, for a list of one's own; all live lists hear of it in any case. */
  onChange?: (changed: readonly ProfileSummary[]) => void
}) {
  const [edited, setEdited] = useState<ProfileSummary | null>(null)
  const report = useReportProfile()
  const confirm = (changed: readonly ProfileSummary[]) => {
    onChange?.(changed)
    changed.forEach(report)
  }
  const actions: RowActions = { ...rowActions(confirm), edit: setEdited }
  const grid = rowGrid(selection !== null)
  const areAll = selection !== null && profiles.length > 0 && profiles.every(({ id }) => selection.has(id))
  return (
    <>
      <div role="table" aria-label="Profiles" aria-rowcount={profiles.length + 1}>
        <div role="rowgroup" className="max-lg:hidden">
          <div role="row" className={`${grid} h-8 border-b border-line text-xs text-muted`}>
            {selection ? (
              <span role="columnheader" className="flex items-center">
                <input
                  type="checkbox"
                  className="size-4 accent-ember"
                  aria-label="Choose all that are shown"
                  checked={areAll}
                  onChange={(event) => selection.toggleAll(event.target.checked)}
                />
              </span>
            ) : null}
            {columns.map((title) => (
              <span key={title} role="columnheader">
                {title}
              </span>
            ))}
            <span role="columnheader">
              <span className="sr-only">More</span>
            </span>
          </div>
        </div>
        <div role="rowgroup" className="max-lg:border-t max-lg:border-line">
          {profiles.map((profile) => (
            <ProfileRow key={profile.id} profile={profile} grid={grid} selection={selection} actions={actions} />
          ))}
        </div>
      </div>
      {edited ? (
        <EditProfile profile={edited} onClose={() => setEdited(null)} onSaved={(saved) => confirm([saved])} />
      ) : null}
    </>
  )
}
