import { z } from 'zod'
import { captureRequestSchema, captureSchema } from '../../contract/capture.ts'
import { collectorSchema } from '../../contract/collectors.ts'
import { blockSchema, doctorReportSchema } from '../../contract/doctor.ts'
import { demoStateSchema, healthCheckSchema, demoActionSchema } from '../../contract/health.ts'
import { captureIdSchema, targetIdSchema } from '../../contract/ids.ts'
import { podReportSchema, podSchema } from '../../contract/pods.ts'
import { problemSchema } from '../../contract/problem.ts'
import { shownArgumentsSchema, stoppedTargetSchema, targetSchema } from '../../contract/target.ts'
import { existing } from '../existing.ts'
import { checkId, readIdempotencyKey } from '../http/read-request.ts'
import { json, liveAnswer } from '../http/responses.ts'
import { eventAnswer } from '../http/stream-responses.ts'
import type { Server } from '../server.ts'
import { type Operation, operation } from './operation.ts'

const localCollectorSchema = z.object({ problem: problemSchema.nullable() })
const blocksSchema = z.object({ blocks: z.array(blockSchema) })

/** JVMs and pods that run, their captures, and the health of their hosts. */
export const captureOperations: readonly Operation[] = [
  operation('GET /alive', 'anyone', {
    id: 'isAlive',
    summary: 'Whether Hearth answers',
    about: 'For health checks and probes of load balancers: liveness of the web program alone, without a token.',
    answers: { 200: z.object({ alive: z.literal(true) }) },
    handle: () => ({ alive: true as const }),
  }),
  operation('GET /targets', 'read', {
    id: 'listTargets',
    summary: 'What the host looks like now: its JVMs, those that stopped in the last hour, captures, checks',
    about:
      '`collectors` are the programs that see JVMs, one on each host. `problem` says why one does not answer; its last known JVMs stay in the list and may be outdated. `collector` is the local one, without a problem where no JVMs of this host are listed. `pods` are containers of Kubernetes pods, in which a JVM may run or not.',
    answers: {
      200: z.object({
        collector: localCollectorSchema,
        collectors: z.array(collectorSchema),
        targets: z.array(targetSchema),
        stopped: z.array(stoppedTargetSchema),
        captures: z.array(captureSchema),
        pods: z.array(podSchema),
        health: z.array(healthCheckSchema),
        demo: demoStateSchema,
      }),
    },
    handle: ({ server }) => server.host.snapshot(),
  }),
  operation('GET /targets/{id}', 'read', {
    id: 'getTarget',
    summary: 'One JVM',
    answers: { 200: targetSchema },
    handle: ({ server, params }) => existing(server.host.target(params.id), 'JVM'),
  }),
  operation('GET /targets/{id}/arguments', 'capture', {
    id: 'showArguments',
    summary: 'The command line of a JVM with the values of its arguments, secrets masked',
    about: 'Elsewhere its arguments have no values. The audit log has who asked.',
    isAudited: true,
    answers: { 200: shownArgumentsSchema },
    handle: ({ server, params, audit }) => {
      Object.assign(audit.details, jvmOf(server, params.id))
      return { arguments: [...existing(server.host.commandLine(params.id), 'JVM')] }
    },
  }),
  operation('POST /targets/{id}/doctor', 'capture', {
    id: 'examineTarget',
    summary: 'What each engine can do with a JVM, after asking it',
    about: 'May send the JVM a signal, where that is safe.',
    answers: { 200: doctorReportSchema },
    handle: ({ server, params, audit }) => {
      Object.assign(audit.details, jvmOf(server, params.id))
      return server.host.examine(checkId(targetIdSchema, params.id, 'JVM'))
    },
  }),
  operation('POST /pods/{id}/doctor', 'capture', {
    id: 'examinePod',
    summary: 'Which ways a cluster permits to profile a container of a pod, by dry runs',
    about:
      'Changes nothing there. `findings` of a way say what keeps it back and how to permit it; empty where nothing does.',
    answers: { 200: podReportSchema },
    handle: ({ server, params }) => server.host.examinePod(checkId(targetIdSchema, params.id, 'pod')),
  }),
  operation('GET /captures', 'read', {
    id: 'listCaptures',
    summary: 'Captures, newest first: those under way, and at most 100 that have ended',
    answers: { 200: z.object({ captures: z.array(captureSchema) }) },
    handle: async ({ server }) => ({ captures: await server.captures.list() }),
  }),
  operation('POST /captures', 'capture', {
    id: 'startCapture',
    summary: 'Profile a JVM',
    about:
      'One capture per JVM at a time: a second request gets the running one (200), which may differ from it: see its `request`, `requestedBy` and `timesAsked`. Poll it until its state is done, failed or cancelled.',
    headers: {
      'idempotency-key':
        'Made up by the caller, 1 to 200 characters. The same key, caller and body again within 24 hours give the same capture (200) and start nothing; another body is refused (422).',
    },
    body: captureRequestSchema,
    answers: { 200: captureSchema, 201: captureSchema },
    limit: { burst: 20, perSecond: 1 },
    handle: async ({ request, server, body, caller, audit }) => {
      Object.assign(audit.details, jvmOf(server, body.targetId), { seconds: String(body.seconds) })
      const key = readIdempotencyKey(request)
      const startRequest = { request: body, person: caller.person, owner: caller.id, key }
      const { capture, isNew } = await server.captures.start(startRequest)
      audit.details['id'] = capture.id
      return json(capture, isNew ? 201 : 200)
    },
  }),
  operation('GET /captures/{id}', 'read', {
    id: 'getCapture',
    summary: 'One capture; `profiles` is set when it is done',
    answers: { 200: captureSchema },
    handle: async ({ server, params }) => existing(await server.captures.find(params.id), 'capture'),
  }),
  operation('POST /captures/{id}/cancel', 'capture', {
    id: 'cancelCapture',
    summary: 'End a capture and keep nothing; twice is the same as once',
    about: 'It may be the capture of another person: see its `requestedBy`. `endedBy` names who ended it.',
    answers: { 200: captureSchema },
    handle: ({ server, params, caller }) =>
      server.captures.cancel(checkId(captureIdSchema, params.id, 'capture'), caller.person),
  }),
  operation('POST /captures/{id}/save', 'capture', {
    id: 'saveCapture',
    summary: 'End a recording now and keep it; a flight recorder goes on',
    answers: { 200: captureSchema },
    handle: ({ server, params, caller }) =>
      server.captures.save(checkId(captureIdSchema, params.id, 'capture'), caller.person),
  }),
  operation('GET /captures/{id}/live', 'read', {
    id: 'getLiveSnapshot',
    summary: 'The newest snapshot of a capture under way, an encoded profile',
    query: z.object({ version: z.string().optional() }),
    answers: { 200: 'bytes', 304: 'nothing' },
    handle: async ({ request, server, params }) => {
      const id = checkId(captureIdSchema, params.id, 'capture')
      return liveAnswer(request, id, await server.captures.openLive(id))
    },
  }),
  operation('GET /blocks', 'read', {
    id: 'listBlocks',
    summary: 'Engines not used any more since a JVM died after them',
    answers: { 200: blocksSchema },
    handle: async ({ server }) => ({ blocks: await server.host.blocks() }),
  }),
  operation('DELETE /blocks/{id}', 'admin', {
    id: 'clearBlock',
    summary: 'Let an engine be used again; gives those that are left',
    answers: { 200: blocksSchema },
    handle: async ({ server, params }) => ({
      blocks: await server.host.clearBlock(checkId(blockSchema.shape.id, params.id, 'block')),
    }),
  }),
  operation('GET /health', 'read', {
    id: 'getHealth',
    summary: 'What the host has and lacks, and what that costs',
    answers: { 200: z.object({ collector: localCollectorSchema, health: z.array(healthCheckSchema) }) },
    handle: ({ server }) => {
      const { collector, health } = server.host.snapshot()
      return { collector, health }
    },
  }),
  operation('POST /demo', 'capture', {
    id: 'setDemo',
    summary: 'Start or stop the demo service',
    body: demoActionSchema,
    answers: { 200: demoStateSchema },
    handle: ({ server, body, audit }) => {
      audit.details['action'] = body.action
      return server.host.setDemo(body.action)
    },
  }),
  operation('GET /events', 'read', {
    id: 'followEvents',
    summary: 'What changes, as it happens: server-sent events, first a snapshot',
    answers: { 200: 'events' },
    handle: ({ request, server, caller }) => eventAnswer(caller.id, request, server),
  }),
]

/** A JVM as the audit log names it. */
function jvmOf(server: Server, targetId: string): Record<string, string> {
  const target = server.host.target(targetId)
  if (target === null) return { jvm: targetId }
  return { service: target.service, ...(target.container !== null && { container: target.container.name }) }
}
