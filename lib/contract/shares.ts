/** Share links, and the view that a visitor gets. */
import * as z from './zod.ts'
import { keptPackageLimits } from './constants.ts'
import { profileIdSchema } from './ids.ts'
import { profileSummarySchema } from './profile.ts'

/** Names to take out of a profile before a stranger sees it. Notes go with any of them: they may have all names. */
export const redactionSchema = z.strictObject({
  /** Names outside these package prefixes and the JDK's are masked; null masks none. */
  keepPackages: z.array(z.string().max(keptPackageLimits.prefix)).max(keptPackageLimits.count).nullable(),
  /** Thread names. */
  threads: z.boolean(),
  /** Host, container and image names, command lines, kernel settings. */
  places: z.boolean(),
})
export type Redaction = z.infer<typeof redactionSchema>

/** How long a link may last, and lasts where nothing else is said. */
export const longestShareDays = 30

export const newShareSchema = z.strictObject({
  expiresInDays: z.number().int().min(1).max(longestShareDays).default(longestShareDays),
  /** docs/decisions/0041-links-are-for-members.md */
  audience: z.enum(['public', 'members']).default('members'),
  redaction: redactionSchema.nullable().default(null),
  embeddable: z.boolean().default(false),
  baselineId: profileIdSchema.nullable().default(null),
})
export type NewShare = z.output<typeof newShareSchema>

export const shareSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  profileId: profileIdSchema,
  /** The baseline, for the link of a comparison. */
  baselineId: profileIdSchema.nullable(),
  /** All who have it, or only members who have it. */
  audience: z.enum(['public', 'members']),
  /** null: as it is. Else a redacted copy made when the link was. */
  redaction: redactionSchema.nullable(),
  /** May be embedded in another site. */
  embeddable: z.boolean(),
  createdAt: z.number(),
  createdBy: z.string(),
  expiresAt: z.number(),
  revokedAt: z.number().nullable(),
  views: z.number().int(),
})
export type Share = z.infer<typeof shareSchema>

/** A link with the names of its profiles in lists. */
export const listedShareSchema = shareSchema.extend({
  profileName: z.string(),
  /** null where the link is to one profile. */
  baselineName: z.string().nullable(),
})
export type ListedShare = z.infer<typeof listedShareSchema>

/** The profile as the link shows it: under an id that means nothing elsewhere, without fields of the library alone. */
export const sharedViewSchema = z.object({
  profile: profileSummarySchema,
  /** The baseline. */
  baseline: profileSummarySchema.nullable(),
  audience: shareSchema.shape.audience,
  embeddable: z.boolean(),
  /** Names were taken out when the link was made. */
  isRedacted: z.boolean(),
  expiresAt: z.number(),
})
export type SharedView = z.infer<typeof sharedViewSchema>

export const createdShareSchema = z.object({
  share: shareSchema,
  /** Holds the token, which is not kept. */
  url: z.string(),
  /** The address for an `iframe`; null for a link that may not stand in another page. */
  embedUrl: z.string().nullable(),
})
