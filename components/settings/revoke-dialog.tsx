'use client'
import { useState } from 'react'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { showProblem } from '../ui/toast.tsx'

/**
 * Asks once more, then ends all that opens something and is of this person. The page is read again: several lists
 * change.
 */
export function RevokeDialog({ person, onClose }: { person: string; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const revoke = (): void => {
    setBusy(true)
    callApi('/api/v1/people/revocations', { method: 'POST', body: { person } }).then(
      () => location.reload(),
      (error: unknown) => {
        onClose()
        showProblem(error)
      },
    )
  }
  return (
    <Dialog
      open
      isBusy={isBusy}
      onOpenChange={onClose}
      title={`Revoke all access of ${visibleText(person)}`}
      about="Ends every session under this name but yours, sign-in links that were not used, API tokens and share links. Service accounts and profiles stay. It cannot be undone."
      onSubmit={revoke}
    >
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={isBusy}>
          Revoke all access
        </Button>
      </DialogActions>
    </Dialog>
  )
}
