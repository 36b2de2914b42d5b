'use client'
import { useState } from 'react'
import { mostLabels, noService, profileTextLimits } from '../../lib/contract/constants.ts'
import { givenName, rowName } from '../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { cutText } from '../../lib/profile/names/cut-text.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { useNow } from '../live/use-now.tsx'
import { ProblemView, type ShownProblem } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { Field } from '../ui/field.tsx'
import { TextField } from '../ui/text-field.tsx'

/** Characters of a label that is too long which its message repeats. */
const mostQuotedLabelChars = 20

/** Name, service, labels and note of a profile, in a dialog. A changed field changes in `others`, too. */
export function EditProfile({
  profile,
  others = [],
  focusOn = 'name',
  onClose,
  onSaved,
}: {
  profile: ProfileSummary
  /** Profiles of the other events of the same capture, which are one row of the library. */
  others?: readonly ProfileSummary[]
  /** The field that it opens with. */
  focusOn?: 'name' | 'labels'
  onClose: () => void
  /** Called once for each profile. */
  onSaved: (saved: ProfileSummary) => void
}) {
  const [before] = useState(() => toFields(profile)) // others may change it while the dialog is open
  const title = rowName(profile, useNow())
  const [name, setName] = useState(before.name)
  const [service, setService] = useState(before.service)
  const [labels, setLabels] = useState(before.labels)
  const [note, setNote] = useState(before.note)
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<ShownProblem | null>(null)

  const problems = {
    name: findExcess(name, profileTextLimits.name),
    service: findExcess(service, profileTextLimits.service),
    labels: findLabelProblem(labels),
    note: findExcess(note, profileTextLimits.note),
  }
  const isNamed = before.name !== ''
  const isValid = (name.trim() !== '' || !isNamed) && Object.values(problems).every((one) => one === null)

  const save = async () => {
    const body = diffFields(before, { name, service, labels, note })
    if (Object.keys(body).length === 0) return onClose()
    setIsSaving(true)
    setProblem(null)
    try {
      for (const { id } of [profile, ...others])
        onSaved(await callApi(`/api/v1/profiles/${id}`, { method: 'PATCH', body, answer: 'profileSummary' }))
      onClose()
    } catch (error) {
      setProblem(asProblem(error))
      setIsSaving(false)
    }
  }

  return (
    <Dialog open isBusy={isSaving} onOpenChange={onClose} title="Details" onSubmit={() => void save()}>
      <Field title={<span className="text-muted">Name</span>} problem={problems.name}>
        {(more) => (
          <TextField
            data-autofocus={focusOn === 'name' ? 'replace' : undefined}
            value={name}
            required={isNamed}
            placeholder={title}
            onChange={(event) => setName(event.target.value)}
            {...more}
          />
        )}
      </Field>
      <Field title={<span className="text-muted">Service</span>} problem={problems.service}>
        {(more) => (
          <TextField
            value={service}
            placeholder={noService}
            onChange={(event) => setService(event.target.value)}
            {...more}
          />
        )}
      </Field>
      <Field title={<span className="text-muted">Labels, separated by commas</span>} problem={problems.labels}>
        {(more) => (
          <TextField
            data-autofocus={focusOn === 'labels' ? '' : undefined}
            value={labels}
            placeholder="before the fix, checkout"
            onChange={(event) => setLabels(event.target.value)}
            {...more}
          />
        )}
      </Field>
      <Field title={<span className="text-muted">Note</span>} problem={problems.note}>
        {(more) => (
          <TextArea
            value={note}
            placeholder="Load, release, findings"
            onChange={(event) => setNote(event.target.value)}
            {...more}
          />
        )}
      </Field>
      {others.length > 0 ? (
        <p className="text-muted">What you change here changes for all {others.length + 1} events of this capture.</p>
      ) : null}
      {problem ? <ProblemView problem={problem} /> : null}
      <DialogActions>
        <Button onClick={onClose} disabled={isSaving}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" disabled={isSaving || !isValid}>
          {isSaving ? <Spinner /> : null}
          Save
        </Button>
      </DialogActions>
    </Dialog>
  )
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

/** What the dialog holds of a profile, as its fields hold it. */
interface ProfileFields {
  /** Empty for one that was made up: lists show their service and hot method in its place. */
  readonly name: string
  /** Empty for none. */
  readonly service: string
  /** Separated by commas. */
  readonly labels: string
  readonly note: string
}

type Named = Pick<ProfileSummary, 'name' | 'service' | 'event' | 'captureId' | 'hotMethod'>

export function toFields(profile: Named & Pick<ProfileSummary, 'labels' | 'note'>): ProfileFields {
  const { service, labels, note } = profile
  const name = givenName(profile) ?? ''
  return { name, service: service === noService ? '' : service, labels: labels.join(', '), note }
}

/** Gives the fields that a person changed. All others would undo what other persons wrote meanwhile. */
export function diffFields(before: ProfileFields, after: ProfileFields) {
  return {
    ...(after.name.trim() !== '' && after.name !== before.name && { name: after.name.trim() }),
    ...(after.service !== before.service && { service: after.service.trim() }),
    ...(after.labels !== before.labels && { labels: parseLabels(after.labels) }),
    ...(after.note !== before.note && { note: after.note.trim() }),
  }
}

/** `slow, after 1.4` as the labels it names: trimmed, each once, no empty ones. */
export function parseLabels(text: string): string[] {
  const labels = text.split(',').map((label) => label.trim())
  return [...new Set(labels)].filter(Boolean)
}
