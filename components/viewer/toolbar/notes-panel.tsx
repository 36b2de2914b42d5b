'use client'
import { Pencil, Pin, StickyNote, Trash2 } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import type { ViewerNote } from '../../../lib/contract/notes.ts'
import { Ago } from '../../live/use-now.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { NoteText, PinNumber } from '../notes/frame-notes.tsx'
import { createNoteAnchor, formatNoteFrame } from '../notes/use-notes.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { viewFromQuery } from '../../../lib/profile/view/view-query.ts'

/** A button that counts the notes, with the list of them. Not there at all where nothing could be in it. */
export function NotesPanel({ viewer }: { viewer: Viewer }) {
  const { notes: state, notePositions } = viewer
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
          <p className="text-muted">A note is attached to one frame. Everyone who can open this profile can read it.</p>
        ) : (
          <ol className="flex flex-col" aria-label="Notes">
            {notes.map((note) => (
              <NoteItem key={note.id} note={note} viewer={viewer} node={notePositions.get(note.id)} remove={remove} />
            ))}
          </ol>
        )}
      </div>
      {canWrite ? <AddNote viewer={viewer} /> : null}
    </Popover>
  )
}

/** Its word has no room on a narrower screen. */
function NotesButton({ count, ...rest }: ComponentProps<'button'> & { count: number }) {
  return (
    <Tooltip text="Notes">
      <Button {...rest} icon={StickyNote}>
        <span className="cramped:sr-only">Notes</span>
        {count > 0 ? <span className="figures">{count}</span> : null}
      </Button>
    </Tooltip>
  )
}

function NoteItem({
  note,
  node,
  viewer: { notes, navigation, viewing },
  remove,
}: {
  note: ViewerNote
  /** Where it is in the drawing. */
  node: number | undefined
  viewer: Viewer
  remove: (note: ViewerNote) => void
}) {
  // The view that the note was written in has its frame.
  const openItsView = () => {
    const view = viewFromQuery(new URLSearchParams(note.query))
    viewing.change({ ...view, tab: 'graph', selected: note.path }, 'push')
  }
  const { number, text, createdBy, createdAt, updatedAt } = note
  return (
    <li className="flex gap-2 border-b border-line py-2 last:border-0" data-testid="note">
      <PinNumber label={String(number)} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        {node === undefined ? (
          <Name text={formatNoteFrame(note)} mono className="block text-muted" />
        ) : (
          <button
            data-leads
            type="button"
            className="flex min-h-6 max-w-full min-w-6 items-center rounded-md text-left underline-offset-2 hover:underline"
            onClick={() => navigation.open(node)}
          >
            <span className="sr-only">Go to note {number}: </span>
            <Name text={formatNoteFrame(note)} mono />
          </button>
        )}
        <p>
          <NoteText text={text} />
        </p>
        {node === undefined ? (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-muted">
            Not in this view: its frame has other callers here, or none of its samples.
            <Button data-leads size="small" onClick={openItsView}>
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
      {notes.canWrite ? (
        <div className="flex">
          <IconButton label={`Edit note ${number}`} size="small-icon" onClick={() => notes.edit(note)} icon={Pencil} />
          <IconButton label={`Delete note ${number}`} size="small-icon" onClick={() => remove(note)} icon={Trash2} />
        </div>
      ) : null}
    </li>
  )
}

function AddNote({ viewer: { notes, resolved, model, viewing } }: { viewer: Viewer }) {
  const { selected } = resolved
  if (selected <= 0) return <p className="text-muted">Select a frame to add a note to it.</p>
  const anchor = createNoteAnchor(model, selected, viewing.view)
  return (
    <Button className="min-w-0 max-w-full self-start" onClick={() => notes.write(anchor)} icon={Pin}>
      Add a note to <Name text={formatNoteFrame(anchor)} mono className="text-muted" />
    </Button>
  )
}
