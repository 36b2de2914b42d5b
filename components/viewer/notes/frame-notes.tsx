'use client'
import { useState } from 'react'
import type { ViewerNote } from '../../../lib/contract/notes.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import type { NotesState } from './use-notes.ts'

/**
 * Shows the notes on the selected frame in the line of its name, so that the graph above does not jump: their numbers
 * and the first text, and all of them on a click. Nothing when there are none.
 */
export function NotesOfFrame({ notes, state }: { notes: readonly ViewerNote[]; state: NotesState }) {
  const [isOpen, setIsOpen] = useState(false)
  const [first] = notes
  if (!first) return null
  return (
    <Popover
      open={isOpen}
      // The dialog of a note opens above the list, and its focus comes back here.
      onOpenChange={(open) => setIsOpen(open || state.draft !== null)}
      title="Notes on this frame"
      className="max-h-[min(32rem,70vh)] w-[min(26rem,calc(100vw-1rem))] overflow-y-auto"
      trigger={
        <Button variant="ghost" size="small" className="min-w-0 shrink-[2] justify-start px-1.5">
          {notes.map(({ id, number }) => (
            <PinNumber key={id} label={String(number)} className="my-auto" />
          ))}
          <bdi dir="auto" className="min-w-0 truncate max-sm:sr-only">
            {first.text}
          </bdi>
        </Button>
      }
    >
      <ul className="flex flex-col gap-1">
        {notes.map((note) => (
          <li key={note.id} className="flex min-w-0 items-start gap-2">
            <PinNumber label={String(note.number)} className="mt-px" />
            <p className="min-w-0">
              <NoteText text={note.text} />
              {state.canWrite ? (
                <button
                  type="button"
                  aria-label={`Edit note ${note.number}`}
                  className="ml-2 min-h-6 text-xs text-muted underline underline-offset-2 hover:text-ink"
                  onClick={() => state.edit(note)}
                >
                  edit
                </button>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </Popover>
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
