import { z } from 'zod'
import {
  bulkChangeSchema,
  bulkResultSchema,
  libraryPageSchema,
  libraryQuerySchema,
  replicaComparisonSchema,
  retentionPreviewSchema,
  retentionRulesSchema,
  serviceSchema,
  serviceTimelineSchema,
  sinceDeploySchema,
  storageStateSchema,
} from '../../contract/library.ts'
import type { Operation } from './operation.ts'

const eventQuery = z.object({ event: z.string().optional() })

/** All profiles: finding them, keeping them, throwing them away. */
export const libraryOperations: readonly Operation[] = [
  {
    ...{ id: 'listProfiles', method: 'GET', path: '/profiles', scope: 'read' },
    summary: 'A page of the library, newest first, with what could be chosen besides',
    query: libraryQuerySchema,
    answers: { 200: libraryPageSchema },
  },
  {
    ...{ id: 'changeProfiles', method: 'POST', path: '/profiles/bulk', scope: 'manage' },
    summary: 'Do one thing to many profiles',
    body: bulkChangeSchema,
    answers: { 200: bulkResultSchema },
  },
  {
    ...{ id: 'listServices', method: 'GET', path: '/services', scope: 'read' },
    summary: 'Services that have profiles',
    answers: { 200: z.object({ services: z.array(serviceSchema) }) },
  },
  {
    ...{ id: 'getTimeline', method: 'GET', path: '/services/{service}', scope: 'read' },
    summary: 'The profiles of one service and its deploys',
    query: eventQuery,
    answers: { 200: serviceTimelineSchema },
  },
  {
    ...{ id: 'getSinceDeploy', method: 'GET', path: '/services/{service}/since-last-deploy', scope: 'read' },
    summary: 'The newest profile of a service and the last one from before its image changed',
    query: eventQuery,
    answers: { 200: sinceDeploySchema },
  },
  {
    ...{ id: 'compareReplicas', method: 'GET', path: '/services/{service}/replicas', scope: 'read' },
    summary: 'Replicas that were captured together, the odd one first',
    query: eventQuery.extend({ withinMinutes: z.string().optional() }),
    answers: { 200: replicaComparisonSchema },
  },
  {
    ...{ id: 'getRetention', method: 'GET', path: '/retention', scope: 'read' },
    summary: 'What is thrown away by itself',
    answers: { 200: retentionRulesSchema },
  },
  {
    ...{ id: 'setRetention', method: 'PUT', path: '/retention', scope: 'admin' },
    summary: 'Set what is thrown away by itself',
    body: retentionRulesSchema,
    answers: { 200: retentionRulesSchema },
  },
  {
    ...{ id: 'previewRetention', method: 'POST', path: '/retention/preview', scope: 'admin' },
    summary: 'What rules would throw away now',
    body: retentionRulesSchema,
    answers: { 200: retentionPreviewSchema },
  },
  {
    ...{ id: 'getStorage', method: 'GET', path: '/storage', scope: 'read' },
    summary: 'How much is stored and how much may be',
    answers: { 200: storageStateSchema },
  },
]
