/** Keys, and who may do what, as it crosses the wire. */
import * as z from './zod.ts'
import { accessNameLimits, tokenDays } from './constants.ts'
import { scopes, roles } from './roles.ts'

export const scopeSchema = z.enum(scopes)
export const roleSchema = z.enum(roles)

/** A key for programs. Its secret is shown once, when it is made. */
export const tokenSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string(),
  /** The person with whose access it ends; null for a service account, which stays. */
  owner: z.string().nullable(),
  scopes: z.array(scopeSchema),
  createdBy: z.string(),
  /** Unix ms, as all times here. */
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  lastUsedAt: z.number().nullable(),
})
export type Token = z.infer<typeof tokenSchema>

export const newTokenSchema = z.strictObject({
  name: z.string().trim().min(1).max(accessNameLimits.token),
  scopes: z.array(scopeSchema).min(1).max(scopes.length),
  /** It belongs to no person: it stays when all of its maker is revoked. */
  serviceAccount: z.boolean().default(false),
  /** null for one that lasts until it is revoked. */
  expiresInDays: z.number().int().min(1).max(tokenDays.most).nullable().default(tokenDays.usual),
})
export type NewToken = z.output<typeof newTokenSchema>

/** One browser that is signed in. */
export const sessionSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** The person that the sign-in link was made for: `owner` when it was made on the host. */
  person: z.string(),
  role: roleSchema,
  createdAt: z.number(),
  lastSeenAt: z.number(),
  expiresAt: z.number(),
  /** The browser as it named itself, shortened; hostile text. */
  userAgent: z.string(),
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof sessionSchema>

/**
 * `key` goes with the cookie of a session over plain HTTP, as the password of `hearth` in HTTP's Basic authentication;
 * null by HTTPS.
 */
export const signedInSchema = z.object({ key: z.string().nullable() })

export const signInSchema = z.strictObject({ code: z.string().max(200) })

/** The person and the role that a sign-in link is for. */
export const invitedSchema = z.strictObject({
  person: z.string().trim().min(1).max(accessNameLimits.person).default('teammate'),
  /** The least that there is, by default. */
  role: roleSchema.default('viewer'),
})

export const revokedPersonSchema = z.strictObject({ person: z.string().min(1).max(200) })
/** How much of a person's was ended. */
export const revocationSchema = z.object({
  sessions: z.number().int(),
  signInLinks: z.number().int(),
  tokens: z.number().int(),
  joinTokens: z.number().int(),
  shares: z.number().int(),
})

/** `before`: the role that was shown; where another owner changed it meanwhile, the change is refused. */
export const roleChangeSchema = z.strictObject({
  role: roleSchema,
  before: z.strictObject({ role: roleSchema }).optional(),
})
