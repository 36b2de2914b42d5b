/** Reports of the doctor: which engines can profile a JVM, and in which order a capture would try them. */
import * as z from './zod.ts'
import { vantages, engineIds } from './engines.ts'
import { targetIdSchema, captureIdSchema } from './ids.ts'
import { findingLevels, type Finding } from '../findings.ts'
import { eventIds } from '../profile/model/event-ids.ts'

/** One check of the doctor; lib/findings.ts has the texts. */
export const findingSchema = z.object({
  code: z.string(),
  level: z.enum(findingLevels),
  title: z.string(),
  evidence: z.string(),
  remedy: z.string(),
  command: z.string().nullable(),
}) satisfies z.ZodType<Finding>

export const eventSchema = z.enum(eventIds)

export const vantageSchema = z.enum(vantages)

/** One cell of the doctor's matrix: what `engine` can do for `event` from there. */
export const readinessSchema = z.object({
  engine: z.enum(engineIds),
  event: eventSchema,
  vantage: vantageSchema,
  level: z.enum(['ready', 'degraded', 'blocked']),
  findings: z.array(findingSchema),
})
export type Readiness = z.infer<typeof readinessSchema>

/** A way to make the capture of a request. */
export const planSchema = z.object({ engine: z.enum(engineIds), vantage: vantageSchema })
export type Plan = z.infer<typeof planSchema>

/** The doctor's report on one JVM after asking it. */
export const doctorReportSchema = z.object({
  targetId: targetIdSchema,
  /** Unix ms. */
  at: z.number(),
  /** Every engine, event and vantage that exists. */
  cells: z.array(readinessSchema),
  /** For each event the plans that Hearth would try, best first; none when every way is blocked. */
  plans: z.array(z.object({ event: eventSchema, plans: z.array(planSchema) })),
})
export type DoctorReport = z.infer<typeof doctorReportSchema>

/**
 * An engine that Hearth does not use any more on an image (or main class) since a JVM of it died within a minute of it.
 */
export const blockSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Image digest, or `host:<main class>` outside containers. */
  subject: z.string(),
  /** Name for people: the image's or the main class's. */
  label: z.string(),
  engine: z.enum(engineIds),
  /** Unix ms. */
  at: z.number(),
  captureId: captureIdSchema.nullable(),
  /** How it died: `killed for want of memory 12 s after the attach`. */
  reason: z.string(),
})
export type Block = z.infer<typeof blockSchema>
