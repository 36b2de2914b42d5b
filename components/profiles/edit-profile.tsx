'use client'
import { useState } from 'react'
import { isChangedMeanwhile } from '../../lib/errors/problem.ts'
import { mostLabels, noService, profileTextLimits } from '../../lib/contract/constants.ts'
import { profileName, restoreName } from '../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { cutText } from '../../lib/profile/names/cut-text.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { ConflictText, type EditConflict, EditConflictView, useEditConflicts } from '../live/edit-conflict.tsx'
import { DeletedMeanwhile } from '../live/deleted-meanwhile.tsx'
import { type StoredProfiles, useStoredProfiles } from '../live/use-stored-profiles.ts'
import { ProblemView, type ShownProblem } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { Field } from '../ui/field.tsx'
import { TextField } from '../ui/text-field.tsx'
import {
  draftChanges,
  type EditedField,
  followProfiles,
  openDraft,
  parseLabels,
  rebase,
  toFields,
} from './edit-draft.ts'

/** Characters of a label that is too long which its message repeats. */
const mostQuotedLabelChars = 20

/**
 * Name, service, labels and note of a profile, in a dialog. A changed field changes in all events of its capture. Where
 * another person deletes them meanwhile, what was typed stays, and they can be restored to save it.
 */
export function EditProfile({
  profiles: opened,
  focusOn,
  onClose,
  onSaved,
}: {
  /** Events of one capture, which are one row of the library; the first is the one that it shows. */
  profiles: readonly ProfileSummary[]
  /** The field that it opens with. */
  focusOn: 'name' | 'labels'
  onClose: () => void
  /** Called once for each profile. */
  onSaved: (saved: ProfileSummary) => void
}) {
  const stored = useStoredProfiles(opened)
  const { draft, setField, save, isSaving, problem, conflicts, choose, isUndecided } = useProfileEdit(stored, {
    onClose,
    onSaved,
  })
  const { length } = opened
  const isDeleted = stored.deleted.length > 0
  const { name, service, labels, note } = draft.fields

  const problems = {
    name: findExcess(name, profileTextLimits.name),
    service: findExcess(service, profileTextLimits.service),
    labels: findLabelProblem(labels),
    note: findExcess(note, profileTextLimits.note),
  }
  // For the placeholder: the name that the profile has where the field stays empty.
  const unnamed = { ...stored.profiles[0]!, service: service.trim() || noService }
  const isValid = Object.values(problems).every((one) => one === null)
  const conflictOf = (field: EditedField) => {
    const conflict = conflicts.find((one) => one.field === field)
    return conflict ? (
      <EditConflictView conflict={conflict} name={`the ${field}`} onChoose={(side) => choose(conflict, side)}>
        <ConflictText text={conflict.now} />
      </EditConflictView>
    ) : null
  }

  return (
    <Dialog open isBusy={isSaving} onOpenChange={onClose} title="Details" onSubmit={() => void save()}>
      {isDeleted ? (
        <DeletedMeanwhile
          stored={stored}
          subject={nameDeleted(stored)}
          forGood=": it cannot be saved. What you typed is here to be copied."
          inTrash=". What you typed is kept here: restore to save it."
          onRestored={onSaved}
        />
      ) : null}
      <Field title={<span className="text-muted">Name</span>} problem={problems.name}>
        {(more) => (
          <TextField
            data-autofocus={focusOn === 'name' ? 'replace' : undefined}
            value={name}
            placeholder={profileName({ ...unnamed, name: restoreName(unnamed) })}
            onChange={(event) => setField('name', event.target.value)}
            {...more}
          />
        )}
      </Field>
      {conflictOf('name')}
      <Field title={<span className="text-muted">Service</span>} problem={problems.service}>
        {(more) => (
          <TextField
            value={service}
            placeholder={noService}
            onChange={(event) => setField('service', event.target.value)}
            {...more}
          />
        )}
      </Field>
      {conflictOf('service')}
      <Field title={<span className="text-muted">Labels, separated by commas</span>} problem={problems.labels}>
        {(more) => (
          <TextField
            data-autofocus={focusOn === 'labels' ? '' : undefined}
            value={labels}
            placeholder="before the fix, checkout"
            onChange={(event) => setField('labels', event.target.value)}
            {...more}
          />
        )}
      </Field>
      <Field title={<span className="text-muted">Note</span>} problem={problems.note}>
        {(more) => (
          <TextArea
            value={note}
            placeholder="Load, release, findings"
            onChange={(event) => setField('note', event.target.value)}
            {...more}
          />
        )}
      </Field>
      {conflictOf('note')}
      {length > 1 ? (
        <p className="text-muted">What you change here changes for all {length} events of this capture.</p>
      ) : null}
      {problem ? <ProblemView problem={problem} /> : null}
      <DialogActions>
        <Button onClick={onClose} disabled={isSaving}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" disabled={isSaving || !isValid || isUndecided || isDeleted}>
          {isSaving ? <Spinner /> : null}
          Save
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function nameDeleted({ profiles, deleted }: StoredProfiles): string {
  if (profiles.length === 1) return 'This profile was'
  if (deleted.length === profiles.length) return `All ${profiles.length} events of this capture were`
  return `${deleted.length} of the ${profiles.length} events of this capture ${deleted.length === 1 ? 'was' : 'were'}`
}

/**
 * Holds what is typed into a form of these profiles, the one that it shows first, and saves it: untouched fields follow
 * what others change, and where both changed one, the form asks which to keep.
 */
function useProfileEdit(
  { profiles, set }: StoredProfiles,
  { onClose, onSaved }: { onClose: () => void; onSaved: (saved: ProfileSummary) => void },
) {
  const [opened, setDraft] = useState(() => openDraft(profiles))
  const draft = followProfiles(opened, profiles)
  if (draft !== opened) setDraft(draft)
  const { conflicts, isUndecided, add, choose: chooseSide } = useEditConflicts<string>()
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<ShownProblem | null>(null)
  const setField = (field: EditedField, value: string) =>
    setDraft((before) => ({ ...before, fields: { ...before.fields, [field]: value } }))

  const refuse = (error: unknown, id: string) => {
    if (!isChangedMeanwhile(error)) return setProblem(asProblem(error))
    const { changes } = error.facts
    const now = Object.fromEntries(changes.map((change) => [change.field, change.now])) as Partial<ProfileSummary>
    const theirs = toFields({ ...draft.bases.find((base) => base.id === id)!, ...now })
    setDraft((before) => rebase(before, id, now))
    add(
      changes.map(({ by, at, ...change }) => {
        const field = change.field as EditedField
        return { field, by, at, mine: draft.fields[field], now: theirs[field] }
      }),
    )
  }

  const save = async () => {
    const changes = draftChanges(draft)
    if (changes.length === 0) return onClose()
    setIsSaving(true)
    setProblem(null)
    let isDeleted = false
    for (const { id, body } of changes) {
      try {
        const saved = await callApi(`/api/v1/profiles/${id}`, { method: 'PATCH', body, answer: 'profileSummary' })
        onSaved(saved)
        set(saved)
        isDeleted ||= saved.deletedAt !== null
      } catch (error) {
        refuse(error, id)
        return setIsSaving(false)
      }
    }
    // What was just deleted takes a change all the same, and this form is the first to say so.
    if (isDeleted) setIsSaving(false)
    else onClose()
  }

  const choose = (conflict: EditConflict<string>, side: 'mine' | 'theirs') => {
    const field = conflict.field as EditedField
    setField(field, chooseSide(conflict, side, draft.fields[field]))
  }
  return { draft, setField, save, isSaving, problem, conflicts, choose, isUndecided }
}

/** That a text is too long for the library; null where it is not. */
export function findExcess(text: string, limit: number): string | null {
  const { length } = text.trim()
  return length <= limit ? null : `${formatCount(limit)} characters at most: it has ${formatCount(length)}.`
}

export function findLabelProblem(text: string): string | null {
  const labels = parseLabels(text)
  if (labels.length > mostLabels) return `${mostLabels} labels at most: these are ${labels.length}.`
  const longest = labels.find((label) => label.length > profileTextLimits.label)
  return longest === undefined
    ? null
    : `${profileTextLimits.label} characters a label at most: “${visibleText(cutText(longest, mostQuotedLabelChars))}” has ${longest.length}.`
}
