'use client'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ProfileSummary } from '../../lib/contract.ts'
import { deleteProfile } from './delete-profile.ts'
import { EditProfile } from './edit-profile.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'

/** Rename, label, delete: what its owner does with a profile. */
export function ManageMenu({
  summary,
  onChange,
}: {
  summary: ProfileSummary
  onChange: (summary: ProfileSummary) => void
}) {
  const [isEditing, setEditing] = useState(false)
  const router = useRouter()
  const followDeletion = ({ deletedAt }: ProfileSummary) =>
    router.push(deletedAt === null ? `/profiles/${summary.id}` : '/profiles')
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More" look="secondary">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setEditing(true)}>
          <Pencil size={14} aria-hidden /> Name and labels
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => void deleteProfile(summary, followDeletion)}>
          <Trash2 size={14} aria-hidden /> Delete
        </MenuItem>
      </Menu>
      {isEditing ? <EditProfile profile={summary} onClose={() => setEditing(false)} onSaved={onChange} /> : null}
    </>
  )
}
