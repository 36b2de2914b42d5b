/** Health checks of the host, and the demo service. */
import * as z from './zod.ts'
import { problemSchema } from './problem.ts'
import type { HealthCheck } from '../health-checks.ts'

/** One thing the host has or lacks; lib/health-checks.ts has the texts. */
export const healthCheckSchema = z.object({
  code: z.string(),
  ok: z.boolean(),
  isAbsent: z.boolean().optional(),
  title: z.string(),
  costs: z.string(),
  remedy: z.string(),
  command: z.string().nullable(),
}) satisfies z.ZodType<HealthCheck>

export const demoStateSchema = z.object({
  state: z.enum(['stopped', 'starting', 'running', 'stopping', 'failed']),
  /** Its current step, for a person. */
  step: z.string(),
  problem: problemSchema.nullable(),
})
export type DemoState = z.infer<typeof demoStateSchema>

export const demoActionSchema = z.strictObject({ action: z.enum(['start', 'stop']) })
