'use client'
import { Ellipsis, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { type ProfileSummary } from '../../lib/contract.ts'
import { shortImage } from '../jvms/short-names.ts'
import { Ago } from '../live/use-now.tsx'
import { useReportProfile } from '../live/use-live.tsx'
import { engineTitle, eventTitle } from '../capture/capture-words.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Name } from '../ui/name.tsx'
import { visibleText } from '../ui/visible-text.ts'
import { formatDuration, formatShare } from '../units.ts'
import { formatWeight } from '../weight.ts'
import { deleteProfile } from './delete-profile.ts'
import { EditProfile } from './edit-profile.tsx'

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-2 lg:grid-cols-[minmax(0,1.8fr)_minmax(0,1.5fr)_minmax(8rem,0.8fr)_5.5rem_8rem_6rem_5.5rem_2rem] lg:items-center'

/** Profiles, one row each, with what can be done to one. */
export function ProfileList({ profiles }: { profiles: readonly ProfileSummary[] }) {
  const [edited, setEdited] = useState<ProfileSummary | null>(null)
  const report = useReportProfile()
  return (
    <>
      <div role="table" aria-label="Profiles" aria-rowcount={profiles.length + 1}>
        <div role="rowgroup" className="max-lg:hidden">
          <div role="row" className={`${grid} h-8 border-b border-line text-xs text-muted`}>
            {['Name', 'Service and image', 'Event and engine', 'Recorded', 'Amount', 'Java named', 'Taken'].map(
              (title) => (
                <span key={title} role="columnheader">
                  {title}
                </span>
              ),
            )}
            <span role="columnheader">
              <span className="sr-only">More</span>
            </span>
          </div>
        </div>
        <div role="rowgroup" className="max-lg:border-t max-lg:border-line">
          {profiles.map((profile) => (
            <ProfileRow
              key={profile.id}
              profile={profile}
              onEdit={() => setEdited(profile)}
              onDelete={() => void deleteProfile(profile, report)}
            />
          ))}
        </div>
      </div>
      {edited ? <EditProfile profile={edited} onClose={() => setEdited(null)} onSaved={report} /> : null}
    </>
  )
}

function ProfileRow({
  profile,
  onEdit,
  onDelete,
}: {
  profile: ProfileSummary
  onEdit: () => void
  onDelete: () => void
}) {
  const place = profile.containerName ?? profile.service
  return (
    <div
      role="row"
      data-profile={profile.id}
      className={`${grid} min-h-10 border-b border-line py-2 hover:bg-surface lg:py-1`}
    >
      <div role="cell" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={`/profiles/${profile.id}`}
          prefetch={false}
          className="flex min-w-0 rounded-md font-medium hover:underline"
        >
          <Name text={profile.name} />
        </Link>
        {profile.partial ? (
          <Badge tone="warn" title={visibleText(profile.partial)}>
            <TriangleAlert size={12} aria-hidden />
            partial
          </Badge>
        ) : null}
        {profile.labels.map((label) => (
          <Badge key={label}>
            <Name text={label} className="max-w-40" />
          </Badge>
        ))}
      </div>
      <div role="cell" className="flex min-w-0 items-baseline gap-2 max-lg:order-last max-lg:col-span-full">
        <Name text={place} />
        {profile.image ? (
          <Name text={shortImage(profile.image)} whole={profile.image} mono className="text-muted" />
        ) : null}
      </div>
      <Fact>
        <span className="flex min-w-0 items-baseline gap-1.5 font-sans">
          <Name text={eventTitle(profile.event)} />
          <Name text={engineTitle(profile.engine)} className="text-muted" />
        </span>
      </Fact>
      <Fact>{profile.durationMs === null ? '–' : formatDuration(profile.durationMs)}</Fact>
      <Fact>{formatWeight(profile.total, profile.unit)}</Fact>
      <Fact>{profile.javaNamed === null ? '–' : formatShare(profile.javaNamed)}</Fact>
      <div role="cell" className="text-muted max-lg:order-last max-lg:col-span-full max-lg:text-xs">
        <Ago at={profile.createdAt} />
        <span className="figures ml-3 lg:hidden">{formatWeight(profile.total, profile.unit)}</span>
      </div>
      <div role="cell" className="max-lg:row-start-1 max-lg:col-start-2">
        <Menu
          trigger={
            <IconButton label={`More for ${visibleText(profile.name, 60)}`} size="small-icon">
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem onSelect={onEdit}>
            <Pencil size={14} aria-hidden />
            Name and labels
          </MenuItem>
          <MenuItem danger onSelect={onDelete}>
            <Trash2 size={14} aria-hidden />
            Delete
          </MenuItem>
        </Menu>
      </div>
    </div>
  )
}

function Fact({ children }: { children: ReactNode }) {
  return (
    <div role="cell" className="figures min-w-0 truncate max-lg:hidden">
      {children}
    </div>
  )
}
