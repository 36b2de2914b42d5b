'use client'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { EditProfile } from './edit-profile.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { callApi } from '../api/call-api.ts'
import { showProblem, showToast } from '../ui/toast.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'

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
      <Menu trigger={<IconButton label="More" variant="secondary" icon={Ellipsis} iconSize={16} />}>
        <MenuItem onSelect={() => setEditing(true)} icon={Pencil}>
          Name and labels
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => void deleteProfile(summary, followDeletion)} icon={Trash2}>
          Delete
        </MenuItem>
      </Menu>
      {isEditing ? <EditProfile profile={summary} onClose={() => setEditing(false)} onSaved={onChange} /> : null}
    </>
  )
}

/** Deletes, and offers to undo it: the server keeps the bytes for an hour. `onChange` tells the lists of both. */
async function deleteProfile(profile: ProfileSummary, onChange: (changed: ProfileSummary) => void): Promise<void> {
  const path = `/api/v1/profiles/${profile.id}` as const
  const restore = () => {
    callApi(`${path}/restore`, { method: 'POST', answer: 'profileSummary' }).then(onChange, showProblem)
  }
  try {
    await callApi(path, { method: 'DELETE' })
    onChange({ ...profile, deletedAt: Date.now() })
    showToast({ text: `Deleted “${visibleText(profile.name, 60)}”.`, action: { text: 'Undo', run: restore } })
  } catch (error) {
    showProblem(error)
  }
}
