/** Identities of what the API has. */
import * as z from './zod.ts'

/** Opaque, stable while the process lives: made of boot id, host PID and start time. */
export const targetIdSchema = z.string().regex(/^[0-9a-f]{16}$/)
export const captureIdSchema = z.string().regex(/^[0-9a-f]{32}$/)
export const profileIdSchema = z.string().regex(/^[0-9a-f]{32}$/)
export const profileIdBeginningSchema = z.string().regex(/^[0-9a-f]{4,32}$/)
