/** The audit log as it crosses the wire: who did what, on what, from where, and how it ended. */
import * as z from './zod.ts'
import { queryLimits } from './constants.ts'

export const auditRecordSchema = z.object({
  /** 1, 2, 3 ... without a gap. */
  seq: z.number().int().positive(),
  /** Unix ms. */
  at: z.number(),
  /** Who signed in, or owns the token; empty for a stranger. */
  person: z.string(),
  by: z.enum(['session', 'token', 'stranger', 'host']),
  /** Id of the session or token that made the request. */
  callerId: z.string(),
  /** Address or network that the request came from; empty on the host itself. */
  network: z.string(),
  /** The API operation, by its id in openapi.json. */
  action: z.string(),
  /** Names of the things that it was about. No secret, no argument of a JVM. */
  details: z.record(z.string(), z.string()),
  /** `ok`, or the code of the problem. */
  result: z.string(),
  /** SHA-256 in hex over this record and the hash of the one before. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type AuditRecord = z.infer<typeof auditRecordSchema>

export const auditQuerySchema = z.object({
  /** Words that all occur somewhere in a record. */
  q: z.string().max(queryLimits.audit).default(''),
  /** Number of a record: only records before it are found. */
  before: z.coerce.number().int().positive().optional(),
})
export type AuditQuery = z.output<typeof auditQuerySchema>

/** `next` is `before` of the page after this one; null where it is the last. */
export const auditPageSchema = z.object({ records: z.array(auditRecordSchema), next: z.number().nullable() })

/** `broken`: the first record that is not as it was written, null where all are. `records`: all, or those before it. */
export const auditVerificationSchema = z.object({
  records: z.number().int(),
  broken: z.object({ seq: z.number().int(), reason: z.string() }).nullable(),
})
export type AuditVerification = z.infer<typeof auditVerificationSchema>
