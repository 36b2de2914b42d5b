'use client'
import { Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { useProfileDialogs } from './profile-dialogs.tsx'
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
  const openDialog = useProfileDialogs()
  const edit = () => openDialog({ kind: 'details', profiles: [summary], focusOn: 'name', onSaved: onChange })
  const router = useRouter()
  const remove = () =>
    changeMany([summary], { action: 'delete' }, ([changed]) => {
      if (changed) router.push(changed.deletedAt === null ? `/profiles/${summary.id}` : '/profiles')
    })
  return (
    <>
      <Menu {...menu}>
        <MenuItem onSelect={edit} icon={Pencil}>
          Rename or edit details …
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => void remove()} icon={Trash2}>
          Delete
        </MenuItem>
      </Menu>
    </>
  )
}
