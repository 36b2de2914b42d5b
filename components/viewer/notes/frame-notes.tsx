import type { ViewerNote } from '../../../lib/contract/notes.ts'
import { classNames } from '../../ui/class-names.ts'

/** Shows the notes on the selected frame; nothing when there are none. `onEdit` is null where one can only look. */
export function NotesOfFrame({
  notes,
  onEdit,
}: {
  notes: readonly ViewerNote[]
  onEdit: ((note: ViewerNote) => void) | null
}) {
  if (notes.length === 0) return null
  return (
    <ul
      className="flex max-h-32 flex-col gap-1 overflow-y-auto"
      aria-label="Notes on this frame"
      data-testid="notes-here"
    >
      {notes.map((note) => (
        <li key={note.id} className="flex min-w-0 items-start gap-2">
          <PinNumber label={String(note.number)} className="mt-px" />
          <p className="min-w-0">
            <NoteText text={note.text} />
            {onEdit ? (
              <button
                type="button"
                aria-label={`Edit note ${note.number}`}
                className="ml-2 min-h-6 text-xs text-muted underline underline-offset-2 hover:text-ink"
                onClick={() => onEdit(note)}
              >
                edit
              </button>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  )
}

/**
 * The text of a note, with its line breaks. It is text of people, not of containers: their emoji are made of characters
 * that <Name> would show as marks. It is isolated, so that it can change the direction of no other text.
 */
export function NoteText({ text }: { text: string }) {
  return (
    <bdi dir="auto" className="min-w-0 break-words whitespace-pre-line">
      {text}
    </bdi>
  )
}

/** The number of a note, as on its pin in the graph. */
export function PinNumber({ label, className }: { label: string; className?: string }) {
  return (
    <span
      className={classNames(
        'figures inline-flex h-4.5 min-w-4.5 shrink-0 items-center justify-center self-start rounded-full border border-edge bg-raised px-1 text-ink',
        className,
      )}
    >
      <span className="sr-only">Note </span>
      {label}
    </span>
  )
}
