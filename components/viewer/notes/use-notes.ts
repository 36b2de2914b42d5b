'use client'
import { useCallback, useMemo, useState } from 'react'
import type { NewNote, ViewerNote } from '../../../lib/contract/notes.ts'
import { showProblem, showToast } from '../../ui/toast.tsx'
import { getNodePath } from '../../../lib/profile/tree/path-keys.ts'
import { viewToQuery } from '../../../lib/profile/view/view-query.ts'
import { getShownName, visibleText } from '../../../lib/profile/view/visible-text.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { nameOfNode } from '../tree/describe-frame.ts'
import type { NamedTree } from '../worker/tree-messages.ts'

/** Stores notes. Each method rejects with a Problem. A viewer that cannot write notes has no NotesApi. */
export interface NotesApi {
  /** Longest text it takes, in UTF-16 units. */
  readonly longestText: number
  add(note: NewNote): Promise<ViewerNote>
  /** `before`: the text that it replaces; another text meanwhile is refused, `changed-meanwhile`. */
  change(id: string, text: string, before: string): Promise<ViewerNote>
  remove(id: string): Promise<void>
  restore(id: string): Promise<ViewerNote>
}

/** Where in the drawing a note belongs. */
export type NoteAnchor = Pick<NewNote, 'path' | 'frame' | 'query'>

/** Says where a note on this node belongs, of the tree that this view shows. */
export function createNoteAnchor(model: NamedTree, node: number, view: ViewState): NoteAnchor {
  return {
    path: getNodePath(model, model.tree, node),
    frame: nameOfNode(model, node),
    query: viewToQuery(view).toString(),
  }
}

/** Purpose of the open dialog: a new note, or the text of one that is there. */
export interface NoteDraft {
  readonly anchor: NoteAnchor
  readonly note: ViewerNote | null
}

export type NotesState = ReturnType<typeof useNotes>

/** `initial`: the notes when the page was opened; later values are not read. */
export function useNotes(initial: readonly ViewerNote[], notesApi: NotesApi | null) {
  const [notes, setNotes] = useState<readonly ViewerNote[]>(initial)
  const [draft, setDraft] = useState<NoteDraft | null>(null)

  const put = useCallback((note: ViewerNote) => setNotes((before) => replaceNote(before, note)), [])
  const drop = useCallback((id: string) => setNotes((before) => before.filter((note) => note.id !== id)), [])

  return useMemo(
    () => ({
      notes,
      canWrite: notesApi !== null,
      longestText: notesApi?.longestText ?? 0,
      draft,
      /** Opens the dialog for a new note. */
      write: (anchor: NoteAnchor) => setDraft(notesApi && { anchor, note: null }),
      /** Opens the dialog for the text of a note. */
      edit: (note: ViewerNote) => setDraft(notesApi && { anchor: note, note }),
      close: () => setDraft(null),
      /** Saves the note of the dialog, and closes that. Throws: Problem; then it stays open. */
      async save(text: string): Promise<void> {
        if (!notesApi || !draft) return
        const { anchor, note } = draft
        const { path, frame, query } = anchor
        put(
          note
            ? await notesApi.change(note.id, text, note.text)
            : await notesApi.add({ path: [...path], frame, query, text }),
        )
        setDraft(null)
      },
      /** Takes over the text that another person gave the note of the dialog: the next save replaces that. */
      rebase(text: string): void {
        if (!draft?.note) return
        const note = { ...draft.note, text }
        put(note)
        setDraft({ ...draft, note })
      },
      /** Deletes, and offers to undo it. */
      remove(note: ViewerNote): void {
        if (!notesApi) return
        const restore = () => void notesApi.restore(note.id).then(put, showProblem)
        drop(note.id)
        notesApi.remove(note.id).then(
          () => showToast({ text: `Deleted note ${note.number}.`, action: { text: 'Undo', run: restore } }),
          (error: unknown) => {
            put(note)
            showProblem(error)
          },
        )
      },
    }),
    [notes, draft, notesApi, put, drop],
  )
}

/** Puts a note in place of its older copy, in the order of their numbers, whichever came back first. */
export function replaceNote(notes: readonly ViewerNote[], note: ViewerNote): ViewerNote[] {
  return [...notes.filter(({ id }) => id !== note.id), note].sort((a, b) => a.number - b.number)
}

/** Gives the name of the note's frame, as the graph shows it; the root, which has no path, is called `all` there. */
export function formatNoteFrame({ path, frame }: Pick<NoteAnchor, 'path' | 'frame'>): string {
  return path.length === 0 ? 'all' : visibleText(getShownName(frame))
}
