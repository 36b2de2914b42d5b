/** The share of functions over the profiles of one service. */
import * as z from './zod.ts'
import { maxTrendFunctions, queryLimits } from './constants.ts'
import { serviceQuerySchema } from './library.ts'
import { profileSummarySchema } from './profile.ts'

/** Profiles of a trend over time, the newest, if a request asks for no fewer; it is refused if it asks for more. */
export const maxTrendProfiles = 60

export const trendQuerySchema = serviceQuerySchema.extend({
  /**
   * Canonical names, or packages with all below them as `com.acme.*`; none: the hottest Java methods of the newest
   * profile, or its hottest functions where no method has 1%.
   */
  function: z.array(z.string().min(1).max(queryLimits.function)).max(maxTrendFunctions).default([]),
  /** Unix ms, of createdAt. */
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
  /** How many profiles at most, the newest ones. */
  limit: z.number().int().min(1).max(maxTrendProfiles).default(maxTrendProfiles),
})
export type TrendQuery = z.output<typeof trendQuerySchema>

/** Shape: `?event=cpu&function=com.acme.Cart.total&function=main&from=1763900000000&limit=20`. Throws: ZodError. */
export function readTrendQuery(params: URLSearchParams): TrendQuery {
  const number = (name: string) => (params.has(name) ? Number(params.get(name)) : undefined)
  return trendQuerySchema.parse({
    event: params.get('event') ?? undefined,
    function: params.getAll('function'),
    from: number('from'),
    to: number('to'),
    limit: number('limit'),
  })
}

/** A share of all weight, 0 to 1, and the interval at 95% that its samples allow. */
const estimateSchema = z.object({ share: z.number(), low: z.number(), high: z.number() })
export type ShareEstimate = z.infer<typeof estimateSchema>

export const trendPointSchema = z.object({
  profile: profileSummarySchema,
  /** `pending`: not read yet, a later request has it. */
  state: z.enum(['read', 'pending', 'unreadable']),
  /**
   * Independent samples that would give the same interval: less than were taken where samples cluster or differ in
   * weight.
   */
  samples: z.number(),
  /**
   * One for each of `functions`, 0 where it does not occur. Null for a profile without samples, and for a rare function
   * of a profile with very many.
   */
  shares: z.array(z.object({ self: estimateSchema, total: estimateSchema }).nullable()),
})
export type TrendPoint = z.infer<typeof trendPointSchema>

export const trendSchema = z.object({
  service: z.string(),
  event: z.string(),
  functions: z.array(z.string()),
  /** Oldest first. */
  points: z.array(trendPointSchema),
  /** Profiles of this event and time range that are older than these and were left out. */
  older: z.number().int(),
  /** Merged profiles that were left out: their samples are those of other profiles, of several times. */
  merged: z.number().int(),
  /** Points that are not read yet. */
  pending: z.number().int(),
  /**
   * Functions to choose from, with their mean shares over the profiles that were read: the largest self shares first,
   * then the largest total shares, then packages.
   */
  suggestions: z.array(z.object({ name: z.string(), self: z.number(), total: z.number() })),
})
export type Trend = z.infer<typeof trendSchema>
