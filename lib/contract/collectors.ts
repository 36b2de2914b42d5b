/** Collectors, which list and profile JVMs: one beside the web program, others on other hosts. */
import * as z from './zod.ts'
import { healthCheckSchema } from './health.ts'
import { problemSchema } from './problem.ts'

/** The path at which a collector on another host opens its connection. */
export const connectPath = '/api/v1/collectors/connect'
/** Status code of WebSocket ("Normal Closure", RFC 6455) with which a collector that was asked to end closes it. */
export const leavingCode = 1000

export const collectorIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)

/** A collector as the API and the pages show it. */
export const collectorSchema = z.object({
  id: collectorIdSchema,
  /** Name of its host; empty for the collector beside the web program. */
  name: z.string().max(200),
  /** Why it does not answer, null while it does. Its last known JVMs stay in the list and may be outdated. */
  problem: problemSchema.nullable(),
  /** The health checks of its host, as its last event reported them. */
  health: z.array(healthCheckSchema).default([]),
  /** When its host joined, in Unix ms; null for the collector beside the web program. */
  joinedAt: z.number().nullable().default(null),
  /** The collector that lists all of its JVMs, since both are on one host; null where it lists its own, or has none. */
  listedUnder: collectorIdSchema.nullable().default(null),
})
/** The enrolment of a collector on another host. */
export const enrolledCollectorSchema = z.object({
  id: collectorIdSchema,
  name: z.string(),
  createdBy: z.string(),
  /** Unix ms. */
  createdAt: z.number(),
})

/** The answer with a new join token. It enrols one collector, once, within ten minutes; `expiresAt` is Unix ms. */
export const joinTokenSchema = z.object({ token: z.string(), expiresAt: z.number() })

export type Collector = z.infer<typeof collectorSchema>
