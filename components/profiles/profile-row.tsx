'use client'
import { Ellipsis, Pencil, Pin, PinOff, StickyNote, Trash2, TriangleAlert, Undo2 } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { noService } from '../../lib/contract/constants.ts'
import { hotMethodBesideName } from '../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { getEventLabel, getEngineLabel } from '../../lib/contract/engines.ts'
import { shortImage } from '../../lib/profile/names/short-names.ts'
import { Ago } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { Name } from '../ui/name.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatDuration, formatShare } from '../../lib/profile/format/units.ts'
import { formatWeight } from '../../lib/profile/format/weight.ts'
import { createServiceHref } from '../links/service-href.ts'
import type { Selection } from './use-selection.ts'
import type { BulkAction } from './bulk-change.ts'
import { useMay } from '../access/use-may.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'

export type RowAction = Extract<BulkAction['action'], 'pin' | 'unpin' | 'delete' | 'restore'> | 'edit'

/** What can be done with one profile. Nothing for those who may only look. */
function RowMenu({ profile, onAct }: { profile: ProfileSummary; onAct: (action: RowAction) => void }) {
  const may = useMay()
  if (!may('manage')) return null
  return (
    <Menu
      trigger={
        <IconButton
          label={`More for ${visibleText(profile.name, 60)}`}
          size="small-icon"
          icon={Ellipsis}
          iconSize={16}
        />
      }
    >
      {profile.deletedAt === null ? (
        <>
          <MenuItem onSelect={() => onAct('edit')} icon={Pencil}>
            Name, service and labels
          </MenuItem>
          <MenuItem onSelect={() => onAct(profile.pinned ? 'unpin' : 'pin')} icon={profile.pinned ? PinOff : Pin}>
            {profile.pinned ? 'Unpin' : 'Pin'}
          </MenuItem>
          <MenuItem danger onSelect={() => onAct('delete')} icon={Trash2}>
            Delete
          </MenuItem>
        </>
      ) : (
        <MenuItem onSelect={() => onAct('restore')} icon={Undo2}>
          Restore
        </MenuItem>
      )}
    </Menu>
  )
}

/** One profile of a list. */
export function ProfileListRow({
  profile,
  grid,
  selection,
  onAct,
}: {
  profile: ProfileSummary
  grid: string
  selection: Selection | null
  onAct: (action: RowAction) => void
}) {
  const isChosen = selection?.has(profile.id) ?? false
  return (
    <div
      role="row"
      data-profile={profile.id}
      aria-selected={selection ? isChosen : undefined}
      className={classNames(
        // Rows out of sight are laid out when they come into it.
        `${grid} min-h-10 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] border-b border-line py-2 hover:bg-surface lg:py-1`,
        isChosen && 'bg-ember-wash hover:bg-ember-wash',
      )}
    >
      {selection ? (
        <div role="cell" className="flex items-center max-lg:row-start-1">
          <input
            type="checkbox"
            className="size-4 accent-ember"
            aria-label={`Choose ${visibleText(profile.name, 60)}`}
            checked={isChosen}
            onChange={(event) => {
              const { shiftKey = false } = event.nativeEvent as MouseEvent
              selection.toggle(profile, event.target.checked, shiftKey)
            }}
          />
        </div>
      ) : null}
      <Title profile={profile} />
      <div
        role="cell"
        className={classNames(
          'flex min-w-0 items-baseline gap-2 max-lg:order-last max-lg:col-span-full',
          selection && 'max-lg:pl-9',
        )}
      >
        <Link
          href={createServiceHref(profile.service)}
          prefetch={false}
          className="flex min-w-0 rounded-md hover:underline"
        >
          <Name
            text={profile.containerName ?? profile.service}
            whole={profile.service === noService ? 'All without a service' : `All of ${profile.service}`}
          />
        </Link>
        {profile.image ? (
          <Name
            text={shortImage(profile.image)}
            whole={profile.imageDigest === null ? profile.image : `${profile.image} ${profile.imageDigest}`}
            mono
            className="text-muted"
          />
        ) : null}
      </div>
      <Fact>
        <span className="flex min-w-0 items-baseline gap-1.5 font-sans">
          <Name text={getEventLabel(profile.event)} />
          <Name text={getEngineLabel(profile.engine)} className="text-muted" />
        </span>
      </Fact>
      <Fact>{profile.durationMs === null ? '–' : formatDuration(profile.durationMs)}</Fact>
      <Fact>{formatWeight(profile.total, profile.unit)}</Fact>
      <Fact>{profile.javaNamed === null ? '–' : formatShare(profile.javaNamed)}</Fact>
      <div
        role="cell"
        className={classNames(
          'text-muted max-lg:order-last max-lg:col-span-full max-lg:text-xs',
          selection && 'max-lg:pl-9',
        )}
      >
        <Ago at={profile.createdAt} />
        <span className="figures ml-3 lg:hidden">{formatWeight(profile.total, profile.unit)}</span>
      </div>
      <div role="cell" className="max-lg:row-start-1 max-lg:-col-end-1">
        <RowMenu profile={profile} onAct={onAct} />
      </div>
    </div>
  )
}

function Title({ profile }: { profile: ProfileSummary }) {
  const hotMethod = hotMethodBesideName(profile)
  // The service has a column of its own.
  const prefix = `${profile.service}: `
  const shownName = profile.name.startsWith(prefix) ? profile.name.slice(prefix.length) || profile.name : profile.name
  return (
    <div role="cell" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={`/profiles/${profile.id}`}
        prefetch={false}
        className="flex min-w-0 rounded-md font-medium hover:underline"
      >
        <Name text={shownName} whole={profile.name} />
      </Link>
      {hotMethod === null ? null : (
        <Name text={hotMethod} whole={`Hot method: ${hotMethod}`} mono className="text-muted" />
      )}
      {profile.pinned ? (
        <span title="Pinned: kept whatever the rules say" className="text-ember-ink">
          <Pin size={14} aria-hidden />
          <span className="sr-only">pinned</span>
        </span>
      ) : null}
      {profile.note ? (
        <span title={visibleText(profile.note, 1000)} className="text-muted">
          <StickyNote size={14} aria-hidden />
          <span className="sr-only">note: {visibleText(profile.note, 200)}</span>
        </span>
      ) : null}
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
  )
}

function Fact({ children }: { children: ReactNode }) {
  return (
    <div role="cell" className="figures min-w-0 truncate max-lg:hidden">
      {children}
    </div>
  )
}
