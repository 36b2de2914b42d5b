'use client'
import { type FormEvent, useId, useState } from 'react'
import { isChangedMeanwhile } from '../../../lib/errors/problem.ts'
import { asProblem } from '../../api/as-problem.ts'
import { ConflictText, EditConflictView, useEditConflicts } from '../../live/edit-conflict.tsx'
import { ProblemView, type ShownProblem } from '../../problem-view.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Name } from '../../ui/name.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { formatCountOf } from '../../../lib/profile/format/units.ts'
import { formatNoteFrame, type NoteDraft, type NotesState } from './use-notes.ts'

/** From so few characters left on, the dialog of a note says how many. */
const fewCharsLeft = 200

/** Where a note is written or changed. Open while there is a draft. */
export function NoteDialog({ state }: { state: NotesState }) {
  const { draft, close } = state
  const [isSaving, setIsSaving] = useState(false)
  const title = draft?.note ? `Note ${draft.note.number}` : 'Add a note'
  return (
    <Dialog open={draft !== null} isBusy={isSaving} onOpenChange={close} title={title}>
      {draft ? <NoteForm draft={draft} state={state} isSaving={isSaving} onSaving={setIsSaving} /> : null}
    </Dialog>
  )
}

function NoteForm({
  draft,
  state,
  isSaving,
  onSaving,
}: {
  draft: NoteDraft
  state: NotesState
  isSaving: boolean
  onSaving: (isSaving: boolean) => void
}) {
  const [text, setText] = useState(draft.note?.text ?? '')
  const [problem, setProblem] = useState<ShownProblem | null>(null)
  const { conflicts, isUndecided, add, choose } = useEditConflicts<string>()
  const hintId = useId()
  const left = state.longestText - text.length

  const save = async () => {
    onSaving(true)
    setProblem(null)
    try {
      await state.save(text.trim())
    } catch (error) {
      if (isChangedMeanwhile(error)) {
        const added = error.facts.changes.map((change) => ({ ...change, now: String(change.now), mine: text }))
        for (const { now } of added) state.rebase(now)
        add(added)
      } else setProblem(asProblem(error))
    }
    onSaving(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving && !isUndecided && text.trim() !== '') void save()
  }

  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      <p className="flex min-w-0 gap-1.5 text-muted">
        on
        <Name text={formatNoteFrame(draft.anchor)} mono className="self-center text-ink" />
      </p>
      <label className="flex flex-col gap-1">
        <span className="text-muted">Note</span>
        <TextArea
          data-autofocus
          required
          value={text}
          maxLength={state.longestText}
          rows={5}
          aria-describedby={hintId}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        />
      </label>
      {conflicts.map((conflict) => (
        <EditConflictView
          key={conflict.field}
          conflict={conflict}
          name="this note"
          onChoose={(side) => setText(choose(conflict, side, text))}
        >
          <ConflictText text={conflict.now} />
        </EditConflictView>
      ))}
      <p id={hintId} className="text-muted">
        Everyone who can open this profile can read it, also through a share link.
        {left <= fewCharsLeft ? ` ${formatCountOf(left, 'character')} left.` : ''}
      </p>
      {problem ? <ProblemView problem={problem} /> : null}
      <DialogActions missing={text.trim() === '' ? 'Write a text.' : null}>
        <Button onClick={state.close} disabled={isSaving}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" disabled={isSaving || isUndecided || text.trim() === ''}>
          {isSaving ? <Spinner /> : null}
          Save
        </Button>
      </DialogActions>
    </form>
  )
}
