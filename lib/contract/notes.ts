/** Notes that people pin on frames. */
import * as z from './zod.ts'
import { profileIdSchema } from './ids.ts'
import { noteLimits } from './constants.ts'

/**
 * A note that a person pins on a frame. `path`, `frame` and `query` find the frame in the view in which the note was
 * written.
 */
export const newNoteSchema = z.strictObject({
  /** Path keys (lib/profile/tree/path-keys.ts) from the root to the frame; empty for all. */
  path: z.array(z.string().max(20)).max(noteLimits.pathKeys),
  /** Canonical name of the frame, so that the note means something where its path is gone. */
  frame: z.string().max(5000),
  /** The view as in the viewer's address, without a `?`. */
  query: z.string().max(noteLimits.query),
  text: z.string().trim().min(1).max(noteLimits.text),
})
export type NewNote = z.infer<typeof newNoteSchema>

export const noteSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  profileId: profileIdSchema,
  /** Counts from 1 in the order of creation, as on its pin; stays when others are deleted. */
  number: z.number().int().min(1),
  path: z.array(z.string()),
  frame: z.string(),
  query: z.string(),
  text: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
  /** Later than `createdAt` when the text was changed. */
  updatedAt: z.number(),
})
export type Note = z.infer<typeof noteSchema>

/** The fields of a note that a viewer shows, in the app, under a share link and in a file of its own: plain JSON. */
export type ViewerNote = Omit<Note, 'profileId'>

/** `before`: the text when the form was opened; where another person changed it meanwhile, the change is refused. */
export const noteChangeSchema = z.strictObject({
  text: newNoteSchema.shape.text,
  before: z.strictObject({ text: z.string() }).optional(),
})
export type NoteChange = z.infer<typeof noteChangeSchema>
