import type { ViewerNote } from '../../../lib/contract.ts'
import { NoteText } from './note-text.tsx'
import { PinNumber } from './pin-number.tsx'

/** What the notes on the selected frame say; nothing when there are none. `onEdit` is null where one can only look. */
export function NotesHere({
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
                className="ml-2 text-xs text-muted underline underline-offset-2 hover:text-ink"
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
