/** The programs that see JVMs: one beside the web program, others on other hosts. */
import { z } from './zod.ts'
import { healthCheckSchema } from './health.ts'
import { problemSchema } from './problem.ts'

/** Where a collector on another host connects. */
export const connectPath = '/api/v1/collectors/connect'

export const collectorIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)

/** What people and pages know of a collector. */
export const collectorSchema = z.object({
  id: collectorIdSchema,
  /** Of its host; empty for the local one. */
  name: z.string().max(200),
  /** Why it does not answer, null while it does. Its last known JVMs stay in the list and may be outdated. */
  problem: problemSchema.nullable(),
  /** What its host has or lacks, by its last event. */
  health: z.array(healthCheckSchema).default([]),
  /** Unix ms; null for the local one. */
  joinedAt: z.number().nullable().default(null),
})
/** One on another host, as it was enrolled. */
export const enrolledCollectorSchema = z.object({
  id: collectorIdSchema,
  name: z.string(),
  createdBy: z.string(),
  /** Unix ms. */
  createdAt: z.number(),
})

/** Enrols one collector, once, within ten minutes. */
export const joinTokenSchema = z.object({ token: z.string(), expiresAt: z.number() })

export type Collector = z.infer<typeof collectorSchema>
