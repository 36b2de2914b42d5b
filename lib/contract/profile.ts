/** A profile as the library lists it, and the requests for one. */
import * as z from './zod.ts'
import { mostLabels, noService, profileTextLimits } from './constants.ts'
import { profileIdSchema } from './ids.ts'
import { units } from '../profile/model/profile.ts'

/** A function or class by its self weight; `share` is 0 to 1. */
const topMethodSchema = z.object({
  name: z.string(),
  share: z.number(),
  /** `busy time`: what the share is of where idle threads are left out. Without it, of all of the weight. */
  base: z.string().optional(),
})

/** A row of the library. The profile's own bytes are fetched apart. */
export const profileSummarySchema = z.object({
  id: profileIdSchema,
  name: z.string(),
  labels: z.array(z.string()),
  service: z.string(),
  /**
   * Where it was taken, by the name that its collector had; null when imported from another tool, and for profiles kept
   * before there was this.
   */
  host: z.string().nullable().default(null),
  containerName: z.string().nullable(),
  image: z.string().nullable(),
  imageDigest: z.string().nullable().default(null),
  containerId: z.string().nullable().default(null),
  mainClass: z.string().nullable().default(null),
  engine: z.string(),
  event: z.string(),
  /**
   * The capture it came from; others of the same capture are its other events. Null when imported, or shared by an
   * import.
   */
  captureId: z.string().nullable().default(null),
  unit: z.enum(units),
  /** Sum of all weights, in `unit`. */
  total: z.number(),
  durationMs: z.number().nullable(),
  /** Share of java frames that have a name, 0 to 1; null when there is no java frame. */
  javaNamed: z.number().nullable(),
  /**
   * The Java method with the most self weight, where that is 30% or more of the weight that does not wait; null without
   * one.
   */
  hotMethod: topMethodSchema.nullable().default(null),
  /**
   * Without a hot method, the method that has the most self weight all the same, else another function, or a class of
   * objects; null with a hot method, of fewer than 100 samples, and where the next has as much.
   */
  topMethod: topMethodSchema.nullable().default(null),
  partial: z.string().nullable(),
  warnings: z.number().int(),
  /** Unix ms, when the recording began; null where that is not known, as of most files that are imported. */
  capturedAt: z.number().nullable().default(null),
  /** Unix ms: of a capture the same; of an imported or merged profile, when it came to the library. */
  createdAt: z.number(),
  createdBy: z.string(),
  /** Exempt from retention. */
  pinned: z.boolean().default(false),
  /** A note on the whole profile. */
  note: z.string().default(''),
  /** Stored bytes. */
  bytes: z.number().int(),
  /** Unix ms; set while the deletion can still be undone. */
  deletedAt: z.number().nullable(),
})
export type ProfileSummary = z.infer<typeof profileSummarySchema>

/** A service as a person types it; empty for none. */
export const serviceNameSchema = z
  .string()
  .trim()
  .max(profileTextLimits.service)
  .regex(/^\P{Cc}*$/u, 'it has control characters')

/**
 * Fields of a profile that may be changed; an absent one stays, and an empty name is the automatic one again. `before`
 * has the values that they had when the form was opened: a field that another person changed meanwhile is refused then,
 * and labels are merged.
 */
export const profileChangeSchema = z.strictObject({
  name: z.string().trim().max(profileTextLimits.name).optional(),
  service: serviceNameSchema.transform((service) => service || noService).optional(),
  labels: z.array(z.string().trim().min(1).max(profileTextLimits.label)).max(mostLabels).optional(),
  pinned: z.boolean().optional(),
  note: z.string().max(profileTextLimits.note).optional(),
  before: z
    .strictObject({ name: z.string(), service: z.string(), labels: z.array(z.string()), note: z.string() })
    .partial()
    .optional(),
})
export type ProfileEdit = z.output<typeof profileChangeSchema>

/** A merge reads all of them; more are merged in steps. */
export const mostMerged = 200

export const mergeRequestSchema = z.strictObject({
  /** Profiles of one event and unit, each once. */
  ids: z
    .array(profileIdSchema)
    .min(2)
    .max(mostMerged)
    .refine((ids) => new Set(ids).size === ids.length, 'one profile is named twice'),
  /** By default the service of all, or names where one has none, the event, and how many were merged. */
  name: z.string().trim().min(1).max(profileTextLimits.name).optional(),
})
export type MergeRequest = z.output<typeof mergeRequestSchema>

export const mergedProfileSchema = profileSummarySchema.extend({
  /** The newest other profile in the library with the same samples: these were probably merged already. */
  sameAs: profileSummarySchema.nullable().default(null),
})
export type MergedProfile = z.infer<typeof mergedProfileSchema>

/** Most characters of the view that an exported HTML file opens with; a longer one is refused. */
const longestExportedView = 16_384

export const exportQuerySchema = z.object({
  format: z.enum(['folded', 'svg', 'pprof', 'otlp', 'speedscope', 'html', 'hearth']),
  /** Folded only: `1` marks frames, _[j] Java, _[k] kernel. */
  annotate: z.enum(['0', '1']).default('0'),
  /** HTML only: the view it opens with, as in the viewer's address. */
  view: z.string().max(longestExportedView).default(''),
})
