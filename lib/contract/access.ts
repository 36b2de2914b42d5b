/** Keys, and who may do what, as it crosses the wire. */
import { z } from 'zod'
import { roles, scopes } from './roles.ts'

export const scopeSchema = z.enum(scopes)
export const roleSchema = z.enum(roles)

/** A key for programs. Its secret is shown once, when it is made. */
export const tokenSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string(),
  scopes: z.array(scopeSchema),
  createdBy: z.string(),
  /** Unix ms, as all times here. */
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  lastUsedAt: z.number().nullable(),
})
export type Token = z.infer<typeof tokenSchema>

export const newTokenSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(scopeSchema).min(1).max(scopes.length),
  /** null for one that lasts until it is revoked. */
  expiresInDays: z.number().int().min(1).max(3650).nullable().default(90),
})
export type NewToken = z.output<typeof newTokenSchema>
