'use client'
import { Ellipsis, Pencil, Pin, PinOff, Trash2, Undo2 } from 'lucide-react'
import type { ProfileSummary } from '../../lib/contract.ts'
import { useMay } from '../access/use-may.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { visibleText } from '../ui/visible-text.ts'

export interface RowActions {
  readonly edit: (profile: ProfileSummary) => void
  readonly pin: (profile: ProfileSummary) => void
  readonly delete: (profile: ProfileSummary) => void
  readonly restore: (profile: ProfileSummary) => void
}

/** What can be done with one profile. Nothing for those who may only look. */
export function RowMenu({ profile, actions }: { profile: ProfileSummary; actions: RowActions }) {
  const may = useMay()
  if (!may('manage')) return null
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${visibleText(profile.name, 60)}`} size="small-icon">
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      {profile.deletedAt === null ? (
        <>
          <MenuItem onSelect={() => actions.edit(profile)}>
            <Pencil size={14} aria-hidden />
            Name and labels
          </MenuItem>
          <MenuItem onSelect={() => actions.pin(profile)}>
            {profile.pinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />}
            {profile.pinned ? 'Unpin' : 'Pin'}
          </MenuItem>
          <MenuItem danger onSelect={() => actions.delete(profile)}>
            <Trash2 size={14} aria-hidden />
            Delete
          </MenuItem>
        </>
      ) : (
        <MenuItem onSelect={() => actions.restore(profile)}>
          <Undo2 size={14} aria-hidden />
          Bring back
        </MenuItem>
      )}
    </Menu>
  )
}
