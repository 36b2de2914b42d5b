/** What the OpenAPI document is made from: one Operation for each method of each route. */
import { z } from 'zod'
import {
  blockSchema,
  captureSchema,
  demoStateSchema,
  doctorReportSchema,
  healthCheckSchema,
  noteSchema,
  problemSchema,
  profileSummarySchema,
  sessionSchema,
  shareSchema,
  targetSchema,
} from '../../contract.ts'
import { tokenSchema } from '../../contract/access.ts'
import type { Scope } from '../../contract/roles.ts'
import { comparisonSchema, functionDeltaSchema } from '../../contract/comparisons.ts'
import { webhookSchema } from '../../contract/webhooks.ts'

/** What an answer carries: JSON of this shape, bytes, server-sent events, or nothing. */
export type Content = z.ZodType | 'bytes' | 'events' | 'nothing'

export interface Operation {
  /** What clients that are generated call it. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api/v1, `/captures/{id}`. */
  readonly path: string
  /** As withAccess was given it; a test compares them. */
  readonly scope: Scope | 'anyone'
  readonly summary: string
  readonly about?: string
  readonly query?: z.ZodObject
  /** Headers beside the usual, by name, with what they are for. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: z.ZodType | 'file'
  /** By status; a Problem can come besides, always. */
  readonly answers: Readonly<Record<number, Content>>
}

/** Schemas that have a name in the document. Others stand where they are used. */
export const named = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({
  Problem: problemSchema,
  Target: targetSchema,
  DoctorReport: doctorReportSchema,
  Block: blockSchema,
  Capture: captureSchema,
  ProfileSummary: profileSummarySchema,
  Comparison: comparisonSchema,
  FunctionDelta: functionDeltaSchema,
  Note: noteSchema,
  Share: shareSchema,
  Session: sessionSchema,
  Token: tokenSchema,
  Webhook: webhookSchema,
  HealthCheck: healthCheckSchema,
  DemoState: demoStateSchema,
}))
  named.add(schema, { id })
