/** Who may do what, as it crosses the wire. */
import { z } from 'zod'

/**
 * read: lists, profiles, exports, live events. capture: start, cancel and save captures, ask the doctor. import: bring files in.
 * manage: rename, label, pin, delete, note, share. admin: people, tokens, webhooks, retention, engines held back.
 */
export const scopes = ['read', 'capture', 'import', 'manage', 'admin'] as const
export const scopeSchema = z.enum(scopes)
export type Scope = z.infer<typeof scopeSchema>

export const roles = ['viewer', 'member', 'owner'] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

export const rolesScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  member: ['read', 'capture', 'import', 'manage'],
  owner: scopes,
}

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
