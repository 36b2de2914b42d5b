/** Bodies and queries of the API that belong to no other noun. */
import { z } from 'zod'
import { newNoteSchema } from '../contract.ts'
import { roleSchema } from './access.ts'
import { mostLabels } from './library.ts'

export const signInSchema = z.strictObject({ code: z.string().max(200) })
/** Whom a sign-in link is made for. */
export const invitedSchema = z.strictObject({
  person: z.string().trim().min(1).max(60).default('teammate'),
  role: roleSchema.default('member'),
})
export const roleChangeSchema = z.strictObject({ role: roleSchema })
export const demoActionSchema = z.strictObject({ action: z.enum(['start', 'stop']) })
export const noteChangeSchema = z.strictObject({ text: newNoteSchema.shape.text })
export const exportQuerySchema = z.object({
  format: z.enum(['folded', 'svg', 'pprof', 'speedscope', 'html', 'hearth']),
  /** Folded only: `1` marks frames, _[j] Java, _[k] kernel. */
  annotate: z.enum(['0', '1']).default('0'),
  /** HTML only: the view it opens with, as in the viewer's address. */
  view: z.string().max(16_384).default(''),
})
/** What may be changed of a profile; what is left out stays. */
export const profileChangeSchema = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  labels: z.array(z.string().trim().min(1).max(60)).max(mostLabels).optional(),
  pinned: z.boolean().optional(),
  note: z.string().max(5000).optional(),
})
