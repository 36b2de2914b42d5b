'use client'
import { useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { ProblemView, type ShownProblem } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { diffFields, toFields } from './profile-changes.ts'

/** Name, labels and note of a profile, in a dialog. */
export function EditProfile({
  profile,
  onClose,
  onSaved,
}: {
  profile: ProfileSummary
  onClose: () => void
  onSaved: (saved: ProfileSummary) => void
}) {
  const [before] = useState(() => toFields(profile)) // others may change it while the dialog is open
  const [name, setName] = useState(before.name)
  const [labels, setLabels] = useState(before.labels)
  const [note, setNote] = useState(before.note)
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<ShownProblem | null>(null)

  const save = async () => {
    const body = diffFields(before, { name, labels, note })
    if (Object.keys(body).length === 0) return onClose()
    setIsSaving(true)
    setProblem(null)
    try {
      onSaved(await callApi(`/api/v1/profiles/${profile.id}`, { method: 'PATCH', body, answer: 'profileSummary' }))
      onClose()
    } catch (error) {
      setProblem(asProblem(error))
      setIsSaving(false)
    }
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="Name and labels">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <label className="flex flex-col gap-1">
          <span className="text-muted">Name</span>
          <TextField
            autoFocus
            value={name}
            maxLength={200}
            required
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className="flex flex-col gap-1">
          <span className="text-muted">Labels, separated by commas</span>
          <TextField
            value={labels}
            placeholder="before the fix, checkout"
            onChange={(event) => setLabels(event.target.value)}
          />
        </label>
        <label className="flex flex-col gap-1">
          <span className="text-muted">Note</span>
          <TextArea
            value={note}
            maxLength={4000}
            placeholder="What was going on, what was found"
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        {problem ? <ProblemView problem={problem} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={isSaving || name.trim() === ''}>
            {isSaving ? <Spinner /> : null}
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
