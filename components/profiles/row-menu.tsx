'use client'
import {
  Download,
  Ellipsis,
  ExternalLink,
  GitCompareArrows,
  Pencil,
  Pin,
  PinOff,
  Share2,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react'
import { datedHeadline } from '../../lib/contract/profile-title.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { useMay } from '../access/use-may.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import type { BulkAction } from './bulk-change.ts'
import { type CaptureRow, leadOf } from './capture-rows.ts'

export type RowAction =
  Extract<BulkAction['action'], 'pin' | 'unpin' | 'delete' | 'restore'> | 'edit' | 'label' | 'share' | 'choose'

/** As files: what people send each other, and what other tools read. The page of the profile has all. */
const exportLabels = { html: 'Save as HTML', folded: 'Save as folded stacks', pprof: 'Save as pprof' }

/** Actions on a row: first on the event that it opens, then on all of them. Nothing for those who may only look. */
export function RowMenu({
  row,
  canCompare,
  onAct,
}: {
  row: CaptureRow
  canCompare: boolean
  onAct: (action: RowAction) => void
}) {
  const may = useMay()
  if (!may('manage')) return null
  const profile = leadOf(row)
  const { length } = row.events
  const events = length > 1 ? ` all ${length} events` : ''
  const isPinned = row.events.every(({ pinned }) => pinned)
  return (
    <Menu
      trigger={
        <IconButton
          label={`More for ${visibleText(datedHeadline(profile, true))}`}
          size="small-icon"
          icon={Ellipsis}
          iconSize={16}
        />
      }
    >
      {profile.deletedAt === null ? (
        <>
          <MenuItem onSelect={() => onAct('edit')} icon={Pencil}>
            Rename or edit details …
          </MenuItem>
          <MenuItem onSelect={() => onAct('label')} icon={Tag}>
            Labels …
          </MenuItem>
          <MenuItem asChild>
            <a href={`/profiles/${profile.id}`} target="_blank" rel="noopener">
              <ExternalLink size={14} aria-hidden />
              Open in a new tab
            </a>
          </MenuItem>
          {canCompare ? (
            <MenuItem onSelect={() => onAct('choose')} icon={GitCompareArrows}>
              Select to compare
            </MenuItem>
          ) : null}
          <MenuItem onSelect={() => onAct('share')} icon={Share2}>
            Share
          </MenuItem>
          {Object.entries(exportLabels).map(([format, label]) => (
            <MenuItem key={format} asChild>
              <a href={`/api/v1/profiles/${profile.id}/export?format=${format}`} download>
                <Download size={14} aria-hidden />
                {label}
              </a>
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => onAct(isPinned ? 'unpin' : 'pin')} icon={isPinned ? PinOff : Pin}>
            {isPinned ? 'Unpin' : 'Pin'}
            {events}
          </MenuItem>
          <MenuItem danger onSelect={() => onAct('delete')} icon={Trash2}>
            Delete{events}
          </MenuItem>
        </>
      ) : (
        <MenuItem onSelect={() => onAct('restore')} icon={Undo2}>
          Restore{events}
        </MenuItem>
      )}
    </Menu>
  )
}
