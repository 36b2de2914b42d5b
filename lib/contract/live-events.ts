/** Events that the collector sends to the web program, and the web program to browsers. */
import { z } from 'zod'
import { captureSchema } from './capture.ts'
import { healthCheckSchema, demoStateSchema } from './health.ts'
import { targetIdSchema, profileIdSchema } from './ids.ts'
import { problemSchema } from './problem.ts'
import { profileSummarySchema } from './profile.ts'
import { targetSchema } from './target.ts'

/** What the collector's `watch` sends, one JSON object a line. First a `snapshot`, then changes as they happen. */
export const watchEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    targets: z.array(targetSchema),
    captures: z.array(captureSchema),
    health: z.array(healthCheckSchema),
    demo: demoStateSchema,
  }),
  z.object({ type: z.literal('target'), target: targetSchema }),
  z.object({ type: z.literal('target-gone'), id: targetIdSchema }),
  /** Every 2 s: only what moves, so that 200 targets cost little. */
  z.object({
    type: z.literal('load'),
    load: z.array(
      z.object({
        id: targetIdSchema,
        cpuPercent: z.number().nullable(),
        threads: z.number().int(),
        heapUsedBytes: z.number().nullable(),
        residentBytes: z.number(),
      }),
    ),
  }),
  z.object({ type: z.literal('capture'), capture: captureSchema }),
  z.object({ type: z.literal('health'), health: z.array(healthCheckSchema) }),
  z.object({ type: z.literal('demo'), demo: demoStateSchema }),
])
export type WatchEvent = z.infer<typeof watchEventSchema>

/** What `/api/v1/events` sends to a browser: the collector's events, first a `snapshot`, and what only the web side knows. */
export const liveEventSchema = z.discriminatedUnion('type', [
  ...watchEventSchema.options,
  /** Why the collector does not answer, null while it does. What was sent before stays, and may be old. */
  z.object({ type: z.literal('collector'), problem: problemSchema.nullable() }),
  /** A profile is new or changed; with `deletedAt` it is gone from the list. */
  z.object({ type: z.literal('profile'), profile: profileSummarySchema }),
  z.object({ type: z.literal('profile-gone'), id: profileIdSchema }),
  /** Many profiles changed at once: whoever shows a list asks for it again. */
  z.object({ type: z.literal('library') }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>
