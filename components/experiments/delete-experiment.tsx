'use client'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Experiment } from '../../lib/contract/experiments.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { useIsOwn, useMay } from '../access/use-may.tsx'
import { callApi } from '../api/call-api.ts'
import { describePerson } from '../capture/capture-labels.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { showProblem } from '../ui/toast.tsx'

/** For those who may delete profiles. It cannot be undone, so it asks. */
export function DeleteExperiment({ experiment: { id, name, state, createdBy } }: { experiment: Experiment }) {
  const may = useMay()
  const isOwn = useIsOwn()
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (!may('manage')) return null
  const begun = isOwn(createdBy) ? '' : `${describePerson(createdBy, true)} began it. `
  const remove = () => {
    setBusy(true)
    callApi(`/api/v1/experiments/${id}`, { method: 'DELETE' }).then(
      () => router.push('/experiments'),
      (error: unknown) => {
        setBusy(false)
        setAsking(false)
        showProblem(error)
      },
    )
  }
  return (
    <>
      <Button icon={Trash2} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Dialog
        open={isAsking}
        isBusy={isBusy}
        onOpenChange={setAsking}
        title={`Delete ${visibleText(name)}?`}
        about={`${begun}Its runs, their measures and marks are deleted, and that cannot be undone. Its profiles stay in the library.`}
        onSubmit={remove}
      >
        {state === 'under-way' ? (
          <p className="mb-3 text-sm text-muted">
            It is under way: with its next report it appears again. End it in its terminal first.
          </p>
        ) : null}
        <DialogActions>
          <Button onClick={() => setAsking(false)} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={isBusy}>
            Delete experiment
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
