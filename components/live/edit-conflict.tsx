'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldChange } from '../../lib/errors/requests.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Ago } from './use-now.tsx'

/** Whose value of a field is kept; null while that is not decided. */
type Side = 'mine' | 'theirs'

/** A field that another person changed while its form was open, with the values of both. */
export interface EditConflict<Value> extends FieldChange {
  readonly now: Value
  readonly mine: Value
  /** Theirs with what was typed after it was taken. */
  readonly theirs: Value
  readonly choice: Side | null
}

/** Holds the conflicts of a form. What was typed stays: choosing the other side keeps it for the way back. */
export function useEditConflicts<Value>() {
  const [conflicts, setConflicts] = useState<readonly EditConflict<Value>[]>([])
  return {
    conflicts,
    isUndecided: conflicts.some(({ choice }) => choice === null),
    /** Adds the conflicts of a refused change, in place of earlier ones of the same fields. */
    add: (added: readonly Omit<EditConflict<Value>, 'theirs' | 'choice'>[]) =>
      setConflicts((before) => [
        ...before.filter(({ field }) => added.every((one) => one.field !== field)),
        ...added.map((one) => ({ ...one, theirs: one.now, choice: null })),
      ]),
    /** Gives the value that the field takes. `current` is what it has. */
    choose: (conflict: EditConflict<Value>, choice: Side, current: Value): Value => {
      const next = { ...conflict, [conflict.choice ?? 'mine']: current, choice }
      setConflicts((before) => before.map((one) => (one.field === conflict.field ? next : one)))
      return next[choice]
    },
    clear: () => setConflicts([]),
  }
}

/** Says who changed a field meanwhile, shows their value, and asks which to keep. */
export function EditConflictView({
  conflict: { by, at, choice },
  name,
  children,
  onChoose,
}: {
  conflict: EditConflict<unknown>
  /** Names the field in a sentence: `the note`. */
  name: string
  /** Their value. */
  children: ReactNode
  onChoose: (choice: Side) => void
}) {
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is off now. Of several conflicts the first is to be decided first.
    if (document.activeElement?.closest('[data-conflict]')) return
    group.current?.querySelector<HTMLElement>('[role=radio]')?.focus()
  }, [])
  return (
    <div
      ref={group}
      data-conflict
      className="flex flex-col items-start gap-2 rounded-md border border-warn/40 bg-warn-wash px-3 py-2"
    >
      <p>
        {/* Without the time: a screen reader would read it again each second. */}
        <span role="alert">
          {by === null ? 'Another person' : visibleText(by)} changed {name}
        </span>{' '}
        {at === null ? 'meanwhile' : <Ago at={at} />}. Theirs:
      </p>
      <div className="max-h-40 w-full overflow-y-auto border-l-2 border-warn/40 pl-2 break-words">{children}</div>
      <Segmented
        label={`Which to keep of ${name}`}
        value={choice ?? ''}
        choices={[
          { value: 'mine', text: 'Keep mine' },
          { value: 'theirs', text: 'Take theirs' },
        ]}
        onChange={(side) => {
          if (side !== '') onChoose(side)
        }}
      />
    </div>
  )
}

/** Shows a text of the other person, which may be empty. */
export function ConflictText({ text }: { text: string }) {
  return text === '' ? (
    <span className="text-muted">Nothing: it is empty now.</span>
  ) : (
    <bdi dir="auto" className="whitespace-pre-line">
      {text}
    </bdi>
  )
}
