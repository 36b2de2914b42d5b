import type { ProfileSummary } from '../../lib/contract.ts'
import { callApi } from '../api/call-api.ts'
import { showProblem, showToast } from '../ui/toast.tsx'
import { visibleText } from '../ui/visible-text.ts'

/** Deletes, and offers to undo it: the server keeps the bytes for an hour. `onChange` tells the lists of both. */
export async function deleteProfile(
  profile: ProfileSummary,
  onChange: (changed: ProfileSummary) => void,
): Promise<void> {
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
