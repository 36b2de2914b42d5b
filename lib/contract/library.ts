/** The library as it crosses the wire: a query, a page of it, and the facts of one service. */
import * as z from './zod.ts'
import {
  librarySorts,
  mostChanged,
  mostPerPage,
  mostReplicaMinutes,
  profileTextLimits,
  queryLimits,
  replicaMinutes,
} from './constants.ts'
import { profileIdBeginningSchema, profileIdSchema } from './ids.ts'
import { profileSummarySchema } from './profile.ts'

export const facets = ['service', 'image', 'host', 'container', 'engine', 'event', 'label', 'person'] as const
export type Facet = (typeof facets)[number]

const choicesSchema = z.array(z.string().max(queryLimits.choice)).max(queryLimits.choices).default([])

/** `label` and the others may be given several times: any of them. All that is given must hold. */
export const libraryQuerySchema = z.object({
  /** Words, each of which occurs somewhere in names, labels, note, image, digest. */
  q: z.string().max(queryLimits.search).default(''),
  /** The beginning of a profile's id, at least `leastIdDigits` of it, or the whole id. */
  id: profileIdBeginningSchema.nullable().default(null),
  service: choicesSchema,
  /** Image as its user wrote it, or its digest. */
  image: choicesSchema,
  host: choicesSchema,
  container: choicesSchema,
  engine: choicesSchema,
  event: choicesSchema,
  label: choicesSchema,
  person: choicesSchema,
  pinned: z.boolean().nullable().default(null),
  /** Unix ms, of createdAt. */
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
  deleted: z.boolean().default(false),
  /**
   * `time` is when it came to the library, `weight` that of one unit before those of another, `size` of stored bytes.
   * With `captures` a capture has the key of the first of its events that were found, CPU before others, and the sum of
   * their bytes.
   */
  sort: z.enum(librarySorts).default('time'),
  order: z.enum(['asc', 'desc']).default('desc'),
  /** Whether `facets` is wanted: counting the choices takes longer than finding a page of profiles. */
  choices: z.boolean().default(true),
  /**
   * Whether a page holds whole captures: `limit` counts them, none is on two pages, and `others` has their events that
   * were not found.
   */
  captures: z.boolean().default(false),
  /** `next` of the page before. */
  after: z.string().max(8000).nullable().default(null),
  limit: z.number().int().min(1).max(mostPerPage).default(100),
})
export type LibraryQuery = z.output<typeof libraryQuerySchema>

export const libraryPageSchema = z.object({
  profiles: z.array(profileSummarySchema),
  /** With `captures`: events of the same captures that the query does not find, in no order. Else empty. */
  others: z.array(profileSummarySchema),
  /** Counts the whole answer, not this page alone; `others` do not count. */
  count: z.number().int(),
  bytes: z.number(),
  next: z.string().nullable(),
  /**
   * The 50 most frequent choices of each facet, each with its number of profiles under the choices of all other facets.
   * Empty when not wanted; with words, counted among the `mostFaceted` newest found.
   */
  facets: z.record(z.enum(facets), z.array(z.object({ value: z.string(), count: z.number().int() }))),
})
export type LibraryPage = z.infer<typeof libraryPageSchema>

/** One service in the list of all that were profiled. */
export const serviceSchema = z.object({
  service: z.string(),
  profiles: z.number().int(),
  bytes: z.number(),
  /** Unix ms, of its newest profile. */
  lastAt: z.number(),
  /** How many images its profiles name: with two there was a deploy. */
  images: z.number().int(),
})
export type Service = z.infer<typeof serviceSchema>

/** A stretch of a service's life with the same image. */
export const deploySchema = z.object({
  /** Digest, or the image's name where its digest is unknown; empty outside containers. */
  image: z.string(),
  imageName: z.string().nullable(),
  /** First and last profile of it. */
  from: z.number(),
  to: z.number(),
  profiles: z.number().int(),
})
export const serviceTimelineSchema = z.object({
  service: z.string(),
  /** Oldest first; a change from one to the next is a deploy. */
  deploys: z.array(deploySchema),
  /** Newest first, at most 1,000. */
  profiles: z.array(profileSummarySchema),
})
export type ServiceTimeline = z.infer<typeof serviceTimelineSchema>

/** The newest profile of a service and the last one before its image changed. */
export const sinceDeploySchema = z.object({
  service: z.string(),
  event: z.string(),
  after: profileSummarySchema,
  before: profileSummarySchema,
})
export type SinceDeploy = z.infer<typeof sinceDeploySchema>

/** Replicas of one service captured together, the one that differs most from all others first. */
export const replicaComparisonSchema = z.object({
  service: z.string(),
  event: z.string(),
  replicas: z.array(
    z.object({
      profile: profileSummarySchema,
      /**
       * Half of the sum of the differences of all functions' self shares to the others together: 0 the same, 1 nothing
       * in common.
       */
      distance: z.number(),
      /** Difference that sampling noise alone would give for so many samples. */
      expected: z.number(),
      /** The functions that make most of it, in points of share. */
      most: z.array(z.object({ name: z.string(), here: z.number(), others: z.number() })),
    }),
  ),
})
export type ReplicaComparison = z.infer<typeof replicaComparisonSchema>

/** In days: the oldest age that a retention rule can name, a hundred years. */
const mostRetentionDays = 36_500
/** Retention rules that can be set, one for each service and one for all others. */
const mostRetentionRules = 500

/**
 * Which profiles are deleted automatically, of one service or of all others (`service` null). Pinned profiles are
 * always kept.
 */
export const retentionRuleSchema = z.object({
  service: z.string().max(queryLimits.choice).nullable(),
  /** null: for ever. */
  days: z.number().int().min(1).max(mostRetentionDays).nullable(),
  /** Stored bytes of that service; the oldest profiles go first. null: no limit. */
  maxBytes: z.number().int().min(1).nullable(),
})
export type RetentionRule = z.infer<typeof retentionRuleSchema>

export const storageStateSchema = z.object({
  /** Stored bytes of profiles, those in the trash too, and of the redacted copies that links show. */
  usedBytes: z.number(),
  /** Most bytes that may be stored in all; null without a limit. */
  quotaBytes: z.number().nullable(),
  freeDiskBytes: z.number(),
  profiles: z.number().int(),
  pinned: z.number().int(),
  /** Deleted, and still restorable. */
  deleted: z.number().int().default(0),
  rules: z.array(retentionRuleSchema),
})
export type StorageState = z.infer<typeof storageStateSchema>

/** One thing done to many profiles; each is undone by its opposite. */
export const bulkChangeSchema = z.strictObject({
  ids: z.array(profileIdSchema).min(1).max(mostChanged),
  action: z.enum(['delete', 'restore', 'pin', 'unpin', 'add-label', 'remove-label']),
  label: z.string().trim().min(1).max(profileTextLimits.label).optional(),
})
export type BulkChange = z.infer<typeof bulkChangeSchema>

/**
 * The result of a change of many. `kept` has pinned profiles that were to be deleted, and profiles with as many labels
 * as one may have. Profiles that were so already are in neither list.
 */
export const bulkResultSchema = z.object({
  changed: z.array(profileSummarySchema),
  kept: z.array(profileSummarySchema),
})
export type BulkResult = z.infer<typeof bulkResultSchema>

/** All rules there are, as they are set and returned. */
export const retentionRulesSchema = z.strictObject({ rules: z.array(retentionRuleSchema).max(mostRetentionRules) })

/**
 * All rules, as they are set. `before` has those that the form was opened with: then the rules of other services, which
 * others changed meanwhile, stay, and a rule that both changed is refused.
 */
export const retentionChangeSchema = retentionRulesSchema.extend({
  before: retentionRulesSchema.shape.rules.optional(),
})

/** Profiles that rules would delete if they were set now. */
export const retentionPreviewSchema = z.object({ profiles: z.number().int(), bytes: z.number() })
export type RetentionPreview = z.infer<typeof retentionPreviewSchema>

/** A query for one service. `event` is null for the newest `cpu` profile, or else the newest of all. */
export const serviceQuerySchema = z.object({ event: z.string().min(1).max(100).nullable().default(null) })
export const replicaQuerySchema = serviceQuerySchema.extend({
  /** Captured together means: this long after each other at most. */
  withinMinutes: z.coerce.number().int().min(1).max(mostReplicaMinutes).default(replicaMinutes),
})
