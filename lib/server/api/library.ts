import { z } from 'zod'
import {
  bulkChangeSchema,
  bulkResultSchema,
  libraryPageSchema,
  libraryQuerySchema,
  replicaComparisonSchema,
  replicaQuerySchema,
  type RetentionRule,
  retentionChangeSchema,
  retentionPreviewSchema,
  retentionRulesSchema,
  serviceQuerySchema,
  serviceSchema,
  serviceTimelineSchema,
  sinceDeploySchema,
  storageStateSchema,
} from '../../contract/library.ts'
import { describeLimits } from '../../contract/describe-limits.ts'
import { readTrendQuery, trendQuerySchema, trendSchema } from '../../contract/trend.ts'
import { readLibraryQuery } from '../../contract/library-query.ts'
import { readService } from '../http/read-request.ts'
import { type Operation, operation } from './operation.ts'

/** All profiles: finding them, keeping them, throwing them away. */
export const libraryOperations: readonly Operation[] = [
  operation('GET /profiles', 'read', {
    id: 'listProfiles',
    summary: 'A page of the library, the newest added first unless sorted otherwise, with what could be chosen besides',
    query: libraryQuerySchema,
    readQuery: readLibraryQuery,
    answers: { 200: libraryPageSchema },
    handle: ({ server, query }) => server.library.page(query),
  }),
  operation('POST /profiles/bulk', 'manage', {
    id: 'changeProfiles',
    summary: 'Do one thing to many profiles',
    body: bulkChangeSchema,
    answers: { 200: bulkResultSchema },
    handle: ({ server, body, audit }) => {
      const { ids, ...rest } = body
      Object.assign(audit.details, rest, { profiles: ids.join(' ') })
      return server.library.change(body)
    },
  }),
  operation('GET /services', 'read', {
    id: 'listServices',
    summary: 'Services that have profiles',
    answers: { 200: z.object({ services: z.array(serviceSchema) }) },
    handle: async ({ server }) => ({ services: await server.library.services() }),
  }),
  operation('GET /services/{service}', 'read', {
    id: 'getTimeline',
    summary: 'The profiles of one service and its deploys',
    query: serviceQuerySchema,
    answers: { 200: serviceTimelineSchema },
    handle: ({ server, params, query }) => server.library.timeline(readService(params.service), query.event),
  }),
  operation('GET /services/{service}/since-last-deploy', 'read', {
    id: 'getSinceDeploy',
    summary: 'The newest profile of a service and the last one from before its image changed',
    query: serviceQuerySchema,
    answers: { 200: sinceDeploySchema },
    handle: ({ server, params, query }) => server.library.sinceDeploy(readService(params.service), query.event),
  }),
  operation('GET /services/{service}/replicas', 'read', {
    id: 'compareReplicas',
    summary: 'Replicas that were captured together, the one that differs most first',
    query: replicaQuerySchema,
    answers: { 200: replicaComparisonSchema },
    handle: ({ server, params, query }) => server.library.replicas({ service: readService(params.service), ...query }),
  }),
  operation('GET /services/{service}/trend', 'read', {
    id: 'getTrend',
    summary: 'The share of functions over the profiles of one service',
    about:
      'A request reads some profiles that were not read before, the newest first. While `pending` is not 0, ask again.',
    query: trendQuerySchema,
    readQuery: readTrendQuery,
    answers: { 200: trendSchema },
    handle: ({ server, params, query }) => server.library.trend(readService(params.service), query),
  }),
  operation('GET /retention', 'read', {
    id: 'getRetention',
    summary: 'The retention rules',
    answers: { 200: retentionRulesSchema },
    handle: async ({ server }) => ({ rules: (await server.library.storage()).rules }),
  }),
  operation('PUT /retention', 'admin', {
    id: 'setRetention',
    summary: 'Set the retention rules',
    about:
      '`before` has the rules as they were read: rules of other services that others changed since then stay. Where both changed the rule of one service, nothing is saved (409 `changed-meanwhile`).',
    body: retentionChangeSchema,
    answers: { 200: retentionRulesSchema },
    handle: async ({ server, body, audit }) => {
      audit.details['rules'] = describeRules(body.rules)
      const { rules } = await server.library.setRules(body.rules, body.before)
      audit.details['rules'] = describeRules(rules)
      return { rules }
    },
  }),
  operation('POST /retention/preview', 'admin', {
    id: 'previewRetention',
    summary: 'What rules would throw away now',
    isAudited: false,
    body: retentionRulesSchema,
    answers: { 200: retentionPreviewSchema },
    handle: ({ server, body }) => server.library.previewRules(body.rules),
  }),
  operation('GET /storage', 'read', {
    id: 'getStorage',
    summary: 'How much is stored and how much may be',
    answers: { 200: storageStateSchema },
    handle: ({ server }) => server.library.storage(),
  }),
]

/** `shop: 30 days, 500 MiB; cart: 5 days`, for the audit log. */
function describeRules(rules: readonly RetentionRule[]): string {
  return rules.map((rule) => `${rule.service ?? 'all services'}: ${describeLimits(rule)}`).join('; ') || 'none'
}
