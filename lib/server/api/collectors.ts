import { z } from 'zod'
import {
  collectorIdSchema,
  collectorSchema,
  enrolledCollectorSchema,
  joinTokenSchema,
} from '../../contract/collectors.ts'
import { existing } from '../existing.ts'
import { checkId, readBearer } from '../http/read-request.ts'
import { type Operation, operation } from './operation.ts'

const nameSchema = z.strictObject({ name: z.string().trim().min(1).max(200).default('unnamed host') })

/** Collectors on other hosts. */
export const collectorOperations: readonly Operation[] = [
  operation('GET /collectors', 'read', {
    id: 'listCollectors',
    summary: 'The programs that see JVMs, and whether they answer',
    answers: { 200: z.object({ collectors: z.array(collectorSchema) }) },
    handle: ({ server }) => ({ collectors: server.host.snapshot().collectors }),
  }),
  operation('POST /collectors/tokens', 'admin', {
    id: 'makeJoinToken',
    summary: 'A token that enrols one collector; it works once, within ten minutes',
    answers: { 201: joinTokenSchema },
    handle: async ({ server, caller, audit }) => {
      const made = await server.people.collectors.makeToken(caller.person)
      Object.assign(audit.details, { for: 'one host', expires: new Date(made.expiresAt).toISOString() })
      return made
    },
  }),
  operation('POST /collectors', 'anyone', {
    id: 'enrolCollector',
    summary: 'Enrol a collector with the token in the Authorization header',
    about:
      'The credential is in this answer and nowhere else. The collector connects with it, as a WebSocket, at `/api/v1/collectors/connect`, and answers HTTP/2 requests on that connection.',
    body: nameSchema,
    answers: { 201: z.object({ collector: enrolledCollectorSchema, credential: z.string() }) },
    limit: { burst: 20, perSecond: 0.5 },
    handle: ({ request, server, body, audit }) => {
      audit.details['name'] = body.name
      return server.remoteCollectors.enrol(readBearer(request.headers) ?? '', body.name)
    },
  }),
  operation('POST /collectors/renewal', 'anyone', {
    id: 'renewCollector',
    summary: 'A new credential for the one in the Authorization header, which works until the new one is used',
    answers: { 201: z.object({ credential: z.string() }) },
    limit: { burst: 20, perSecond: 0.5 },
    handle: async ({ request, server }) => ({
      credential: await server.people.collectors.renew(readBearer(request.headers) ?? ''),
    }),
  }),
  operation('DELETE /collectors/{id}', 'admin', {
    id: 'removeCollector',
    summary: 'End the credential of a collector, and forget what it saw',
    answers: { 204: 'nothing' },
    handle: async ({ server, params }) =>
      void existing(
        await server.remoteCollectors.remove(checkId(collectorIdSchema, params.id, 'collector')),
        'collector',
      ),
  }),
]
