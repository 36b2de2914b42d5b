/** What a link shows to whoever opens it. */
import { z } from 'zod'
import { profileSummarySchema, shareSchema } from '../contract.ts'

/** The profile as the link shows it: under an id that means nothing elsewhere, without what only the library needs. */
export const sharedViewSchema = z.object({
  profile: profileSummarySchema,
  /** What it is compared with. */
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
