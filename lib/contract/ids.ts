/** Ids of the things that the API has. */
import * as z from './zod.ts'

/** Opaque, stable while the process lives: made of boot id, host PID and start time. */
export const targetIdSchema = z.string().regex(/^[0-9a-f]{16}$/)
export const captureIdSchema = z.string().regex(/^[0-9a-f]{32}$/)
export const profileIdSchema = z.string().regex(/^[0-9a-f]{32}$/)
/** Commands find a thing by so many digits from the beginning of its id, or more. */
export const leastIdDigits = 4
/** Whether `text` is long enough to name a thing by the beginning of its id, and begins this one. */
export function isIdBeginning(text: string, id: string): boolean {
  return text.length >= leastIdDigits && id.startsWith(text)
}
/** The beginning of an id that commands print, where few others begin so. */
export function shortId(id: string): string {
  return id.slice(0, 8)
}
export const profileIdBeginningSchema = z.string().regex(new RegExp(`^[0-9a-f]{${leastIdDigits},32}$`))
