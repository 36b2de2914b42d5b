import { auditPageSchema, auditQuerySchema, auditVerificationSchema } from '../../contract/audit.ts'
import { pullStream } from '../http/pull-stream.ts'
import { type Operation, operation } from './operation.ts'

/** Who did what. */
export const auditOperations: readonly Operation[] = [
  operation('GET /audit', 'admin', {
    id: 'searchAudit',
    summary: 'The audit log, newest first, in pages',
    query: auditQuerySchema,
    answers: { 200: auditPageSchema },
    handle: ({ server, query }) => server.audit.search(query),
  }),
  operation('GET /audit/export', 'admin', {
    id: 'exportAudit',
    summary: 'The whole audit log, oldest first, as JSON lines',
    isAudited: true,
    answers: { 200: 'bytes' },
    handle: ({ server }) =>
      new Response(pullStream(server.audit.lines()), {
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': 'attachment; filename="hearth-audit.jsonl"',
          'cache-control': 'no-store',
        },
      }),
  }),
  operation('GET /audit/verification', 'admin', {
    id: 'verifyAudit',
    summary: 'Whether every record of the audit log is as it was written',
    answers: { 200: auditVerificationSchema },
    limit: { burst: 20, perSecond: 0.5 },
    handle: ({ server }) => server.audit.verify(),
  }),
]
