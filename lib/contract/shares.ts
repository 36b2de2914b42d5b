/** Share links, and the view that a visitor gets. */
import * as z from './zod.ts'
import { keptPackageLimits } from './constants.ts'
import { profileIdSchema } from './ids.ts'
import { profileSummarySchema } from './profile.ts'

/**
 * What is taken out of a profile before a stranger sees it. A link from which anything is taken out shows no notes,
 * since a note may contain any name.
 */
export const redactionSchema = z.strictObject({
  /**
   * Names outside these package prefixes and the JDK's are masked. Empty keeps those of the JDK alone; null masks none.
   */
  keepPackages: z.array(z.string().max(keptPackageLimits.prefix)).max(keptPackageLimits.count).nullable(),
  /** Names of threads are taken out. */
  threads: z.boolean(),
  /** Names of hosts, containers and images, command lines and kernel settings are taken out. */
  places: z.boolean(),
})
export type Redaction = z.infer<typeof redactionSchema>

/**
 * Days for which a link works at most, and for which one works that the API is asked for without days. The dialog Share
 * proposes `usualShareDays`.
 */
export const longestShareDays = 30

export const newShareSchema = z.strictObject({
  expiresInDays: z.number().int().min(1).max(longestShareDays).default(longestShareDays),
  /** Why members: docs/decisions/0041-links-are-for-members.md. */
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
  /** Who may open it: everyone who has it, or of those only people who can sign in, of any role, and their tokens. */
  audience: z.enum(['public', 'members']),
  /**
   * What is taken out of the copy that the link shows, which was made with the link; null: it shows the profile itself.
   */
  redaction: redactionSchema.nullable(),
  /** Another site may embed it, which only a public link permits. */
  embeddable: z.boolean(),
  /** Unix ms, as are the two below. */
  createdAt: z.number(),
  /** The name of a person, or of a token. */
  createdBy: z.string(),
  expiresAt: z.number(),
  revokedAt: z.number().nullable(),
  /** How often the data of the profile was fetched by it. */
  views: z.number().int(),
})
export type Share = z.infer<typeof shareSchema>

/** A link as lists show it: with the names of its profiles. */
export const listedShareSchema = shareSchema.extend({
  profileName: z.string(),
  /** null where the link is to one profile. */
  baselineName: z.string().nullable(),
})
export type ListedShare = z.infer<typeof listedShareSchema>

/**
 * The profile as the link shows it: its id means nothing elsewhere, and fields that only the library uses, such as
 * labels, note and author, are empty.
 */
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
  /** Contains the token, of which Hearth keeps only the hash. */
  url: z.string(),
  /** The address for an `iframe`; null for a link that may not stand in another page. */
  embedUrl: z.string().nullable(),
})
