'use client'
import { Pencil, Pin, StickyNote, Trash2 } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import type { ViewerNote } from '../../../lib/contract.ts'
import { Ago } from '../../live/use-now.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { NotePlaces } from './note-positions.ts'
import { NoteText, PinNumber } from './frame-notes.tsx'
import { frameOfNote, type NotePlace, type NotesState } from './use-notes.ts'

interface NotesPanelProps {
  readonly state: NotesState
  readonly places: NotePlaces
  /** Select the frame of a note and bring it into sight. */
  readonly onGo: (note: ViewerNote, node: number) => void
  /** Show the view that the note was written in, where its frame is. */
  readonly onOpenView: (note: ViewerNote) => void
  /** The selected frame, for a new note; null when none is. */
  readonly place: NotePlace | null
}

/** A button that counts the notes, with the list of them. Not there at all where nothing could be in it. */
export function NotesPanel({ state, places, onGo, onOpenView, place }: NotesPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { notes, canWrite } = state
  const remove = (note: ViewerNote) => {
    state.remove(note)
    // Its button goes with it; the focus must not.
    list.current?.focus()
  }
  if (notes.length === 0 && !canWrite) return null
  return (
    <Popover
      open={isOpen}
      // The dialog of a note opens above the list, and its focus comes back here.
      onOpenChange={(open) => setIsOpen(open || state.draft !== null)}
      title="Notes"
      className="flex max-h-[min(32rem,70vh)] w-[min(26rem,calc(100vw-1rem))] flex-col gap-2"
      trigger={<NotesButton count={notes.length} />}
    >
      <div ref={list} tabIndex={-1} className="-mx-1 min-h-0 overflow-y-auto px-1 outline-none">
        {notes.length === 0 ? (
          <p className="text-muted">A note says something about one frame, to whoever opens this profile.</p>
        ) : (
          <ol className="flex flex-col" aria-label="Notes">
            {notes.map((note) => (
              <NoteItem
                key={note.id}
                note={note}
                node={places.get(note.id)}
                edit={canWrite ? state.edit : null}
                remove={remove}
                onGo={onGo}
                onOpenView={onOpenView}
              />
            ))}
          </ol>
        )}
      </div>
      {canWrite ? <AddNote state={state} place={place} /> : null}
    </Popover>
  )
}

/** Its word has no room on a narrower screen. */
function NotesButton({ count, ...rest }: ComponentProps<'button'> & { count: number }) {
  return (
    <Tooltip text="Notes">
      <Button {...rest}>
        <StickyNote size={14} aria-hidden />
        <span className="max-2xl:sr-only">Notes</span>
        {count > 0 ? <span className="figures">{count}</span> : null}
      </Button>
    </Tooltip>
  )
}

interface NoteItemProps extends Pick<NotesPanelProps, 'onGo' | 'onOpenView'> {
  readonly note: ViewerNote
  readonly node: number | undefined
  /** null where one can only look. */
  readonly edit: ((note: ViewerNote) => void) | null
  readonly remove: (note: ViewerNote) => void
}

function NoteItem({ note, node, edit, remove, onGo, onOpenView }: NoteItemProps) {
  const { number, text, createdBy, createdAt, updatedAt } = note
  return (
    <li className="flex gap-2 border-b border-line py-2 last:border-0" data-testid="note">
      <PinNumber label={String(number)} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        {node === undefined ? (
          <Name text={frameOfNote(note)} mono className="block text-muted" />
        ) : (
          <button
            type="button"
            className="flex max-w-full min-w-0 rounded-md text-left underline-offset-2 hover:underline"
            onClick={() => onGo(note, node)}
          >
            <span className="sr-only">Go to note {number}: </span>
            <Name text={frameOfNote(note)} mono />
          </button>
        )}
        <p>
          <NoteText text={text} />
        </p>
        {node === undefined ? (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-muted">
            Not in this drawing.
            <Button size="small" onClick={() => onOpenView(note)}>
              Open its view
            </Button>
          </p>
        ) : null}
        <p className="mt-0.5 text-xs text-faint">
          <Name text={createdBy} />, <Ago at={createdAt} />
          {updatedAt > createdAt ? (
            <>
              , changed <Ago at={updatedAt} />
            </>
          ) : null}
        </p>
      </div>
      {edit ? (
        <div className="flex">
          <IconButton label={`Edit note ${number}`} size="small-icon" onClick={() => edit(note)}>
            <Pencil size={14} aria-hidden />
          </IconButton>
          <IconButton label={`Delete note ${number}`} size="small-icon" onClick={() => remove(note)}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </li>
  )
}

function AddNote({ state, place }: Pick<NotesPanelProps, 'state' | 'place'>) {
  if (!place) return <p className="text-muted">Select a frame to add a note to it.</p>
  return (
    <Button className="min-w-0 max-w-full self-start" onClick={() => state.write(place)}>
      <Pin size={14} aria-hidden />
      Add a note on <Name text={frameOfNote(place)} mono className="text-muted" />
    </Button>
  )
}
