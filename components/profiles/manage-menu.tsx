'use client'
import { Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { EditProfile } from './edit-profile.tsx'
import { changeMany } from './bulk-change.ts'
import type { LateMenuProps } from '../ui/late-menu.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'

/** Rename, label, delete: what its owner does with a profile. */
export function ManageMenu({
  summary,
  onChange,
  ...menu
}: LateMenuProps & {
  summary: ProfileSummary
  onChange: (summary: ProfileSummary) => void
}) {
  const [isEditing, setEditing] = useState(false)
  const router = useRouter()
  const remove = () =>
    changeMany([summary], { action: 'delete' }, ([changed]) => {
      if (changed) router.push(changed.deletedAt === null ? `/profiles/${summary.id}` : '/profiles')
    })
  return (
    <>
      <Menu {...menu}>
        <MenuItem onSelect={() => setEditing(true)} icon={Pencil}>
          Rename or edit details …
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => void remove()} icon={Trash2}>
          Delete
        </MenuItem>
      </Menu>
      {isEditing ? <EditProfile profile={summary} onClose={() => setEditing(false)} onSaved={onChange} /> : null}
    </>
  )
}
