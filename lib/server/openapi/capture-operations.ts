import { z } from 'zod'
import {
  blockSchema,
  captureRequestSchema,
  captureSchema,
  demoStateSchema,
  doctorReportSchema,
  healthCheckSchema,
  problemSchema,
  targetSchema,
} from '../../contract.ts'
import { demoActionSchema } from '../../contract/requests.ts'
import type { Operation } from './operation.ts'

const collectorSchema = z.object({ problem: problemSchema.nullable() })
const blocksSchema = z.object({ blocks: z.array(blockSchema) })

/** What runs, and profiling it. */
export const captureOperations: readonly Operation[] = [
  {
    ...{ id: 'isAlive', method: 'GET', path: '/alive', scope: 'anyone' },
    summary: 'Whether Hearth answers',
    answers: { 200: z.object({ alive: z.literal(true) }) },
  },
  {
    ...{ id: 'listTargets', method: 'GET', path: '/targets', scope: 'read' },
    summary: 'What the host looks like now: its JVMs, captures, checks',
    about: '`collector.problem` says why the collector does not answer; what was known before stays, and may be old.',
    answers: {
      200: z.object({
        collector: collectorSchema,
        targets: z.array(targetSchema),
        captures: z.array(captureSchema),
        health: z.array(healthCheckSchema),
        demo: demoStateSchema,
      }),
    },
  },
  {
    ...{ id: 'getTarget', method: 'GET', path: '/targets/{id}', scope: 'read' },
    summary: 'One JVM',
    answers: { 200: targetSchema },
  },
  {
    ...{ id: 'examineTarget', method: 'POST', path: '/targets/{id}/doctor', scope: 'capture' },
    summary: 'What each engine can do with a JVM, after asking it',
    about: 'May send the JVM a signal, where that is safe.',
    answers: { 200: doctorReportSchema },
  },
  {
    ...{ id: 'listCaptures', method: 'GET', path: '/captures', scope: 'read' },
    summary: 'Captures, newest first, at most 100',
    answers: { 200: z.object({ captures: z.array(captureSchema) }) },
  },
  {
    ...{ id: 'startCapture', method: 'POST', path: '/captures', scope: 'capture' },
    summary: 'Profile a JVM',
    about:
      'One capture per JVM at a time: whoever asks second gets the running one (200), which may be of another request: see its `request`, `requestedBy` and `timesAsked`. Poll it until its state is done, failed or cancelled.',
    headers: {
      'idempotency-key':
        'Made up by the caller, 1 to 200 characters. The same key, caller and body again within 24 hours give the same capture (200) and start nothing; another body is refused (422).',
    },
    body: captureRequestSchema,
    answers: { 200: captureSchema, 201: captureSchema },
  },
  {
    ...{ id: 'getCapture', method: 'GET', path: '/captures/{id}', scope: 'read' },
    summary: 'One capture; `profiles` is set when it is done',
    answers: { 200: captureSchema },
  },
  {
    ...{ id: 'cancelCapture', method: 'POST', path: '/captures/{id}/cancel', scope: 'capture' },
    summary: 'End a capture and keep nothing; twice is the same as once',
    answers: { 200: captureSchema },
  },
  {
    ...{ id: 'saveCapture', method: 'POST', path: '/captures/{id}/save', scope: 'capture' },
    summary: 'End a recording now and keep it; a flight recorder goes on',
    answers: { 200: captureSchema },
  },
  {
    ...{ id: 'getLivePicture', method: 'GET', path: '/captures/{id}/live', scope: 'read' },
    summary: 'The newest picture of a capture under way, an encoded profile',
    query: z.object({ version: z.string().optional() }),
    answers: { 200: 'bytes', 304: 'nothing' },
  },
  {
    ...{ id: 'listBlocks', method: 'GET', path: '/blocks', scope: 'read' },
    summary: 'Engines not used any more since a JVM died after them',
    answers: { 200: blocksSchema },
  },
  {
    ...{ id: 'clearBlock', method: 'DELETE', path: '/blocks/{id}', scope: 'admin' },
    summary: 'Let an engine be used again; gives those that are left',
    answers: { 200: blocksSchema },
  },
  {
    ...{ id: 'getHealth', method: 'GET', path: '/health', scope: 'read' },
    summary: 'What the host has and lacks, and what that costs',
    answers: { 200: z.object({ collector: collectorSchema, health: z.array(healthCheckSchema) }) },
  },
  {
    ...{ id: 'setDemo', method: 'POST', path: '/demo', scope: 'capture' },
    summary: 'Start or stop the demo service',
    body: demoActionSchema,
    answers: { 200: demoStateSchema },
  },
  {
    ...{ id: 'followEvents', method: 'GET', path: '/events', scope: 'read' },
    summary: 'What changes, as it happens: server-sent events, first a snapshot',
    answers: { 200: 'events' },
  },
]
